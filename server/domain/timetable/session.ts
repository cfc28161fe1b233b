import { formatMessage, formatMessageIn } from '../../../engine/model/texts/index.ts';
import type { DomainRules, RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord } from '../../kernel/operation/record-store.ts';
import { timetableText } from '../../texts/domain/timetable-text.ts';
import { copyWeek } from './copy-week.ts';
import { holdPlaces } from './hold-places.ts';
import { seatsFor } from './seats.ts';
import { makeSeries } from './series.ts';
import { supervisorsOf, unsupervisedOf } from './store.ts';
import { whenText } from './when-text.ts';

/** Students named who are to be told by whoever cancels a session. */
const maxNamed = 20;
/** What puts a session somewhere else. */
const moving = ['startAt', 'endAt', 'teacherId', 'classroomId', 'classTypeId'] as const;

/** Rules of sessions: whether the room holds the students, and who is told. */
export const sessionRules: DomainRules = {
  entity: 'class_session',
  async beforeCreate(values, context) {
    await holdPlaces([values], context);
    return seatsFor(values, context);
  },
  async beforeModify(record, changes, context) {
    const session = { ...record, ...changes };
    if (moving.some((key) => key in changes)) await holdPlaces([session], context);
    return 'classTypeId' in changes || 'classroomId' in changes ? seatsFor(session, context) : {};
  },
  transitions: {
    cancel: { after: (record, input, context) => tellCancelled(record, String(input.cancelReason), context) },
    substitute: {
      check: (_, { teacherId }, context) => holdPlaces([{ teacherId }], context),
      after: (record, input, context) => tellSubstitute(record, String(input.teacherId), context),
    },
  },
  wholeActions: { series: makeSeries, copyWeek },
};

/** Tells the teacher, and whoever looks after the students, who tell them; of the rest whoever cancels it is told. */
async function tellCancelled(session: StoredRecord, reason: string, context: RuleContext): Promise<void> {
  const what = `课次【${String(session.title)}】（${formatMessageIn('zh-CN', whenText(session.startAt))}）已取消：${reason}`;
  await tellTeacher(session.teacherId, '课次取消', `${what}。`, context);
  for (const { staffId, students } of await supervisorsOf(context.db, String(session.classTypeId)))
    await tell(staffId, '课次取消', `${what}。请转告您的 ${students} 名学员。`, context);
  const { students, names } = await unsupervisedOf(context.db, String(session.classTypeId), maxNamed);
  if (students === 0 || context.tell === undefined) return;
  const value = timetableText(students > names.length ? 'session.someNames' : 'session.names', { names, students });
  context.tell({ title: formatMessage(timetableText('session.tellThem')), value: formatMessage(value) });
}

async function tellSubstitute(session: StoredRecord, teacherId: string, context: RuleContext): Promise<void> {
  if (session.teacherId === teacherId) return;
  const what = `课次【${String(session.title)}】（${formatMessageIn('zh-CN', whenText(session.startAt))}）`;
  await tellTeacher(session.teacherId, '课次代课', `${what}已安排他人代课。`, context);
  await tellTeacher(teacherId, '课次代课', `${what}由您代课。`, context);
}

async function tellTeacher(teacherId: unknown, title: string, content: string, context: RuleContext): Promise<void> {
  const teacher = await context.records.findOne('teacher', { id: String(teacherId) });
  if (typeof teacher?.staffId === 'string') await tell(teacher.staffId, title, content, context);
}

async function tell(receiverId: string, title: string, content: string, { records }: RuleContext): Promise<void> {
  await records.insertLater('notification', { receiverId, type: '16', title, content });
}
