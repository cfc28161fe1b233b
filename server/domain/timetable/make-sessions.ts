import { type CallContext, modelOf } from '../../kernel/operation/context.ts';
import type { RuleBook, RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { mutate } from '../../records/change/mutate.ts';
import { checkReferences } from '../../records/change/references.ts';
import { insertRow } from '../../records/change/write-row.ts';
import { logChange } from '../../records/log/operation-log.ts';
import { timetableText } from '../../texts/domain/timetable-text.ts';
import { refuseTimetable } from './errors.ts';
import { holdPlaces } from './hold-places.ts';
import { seatsFor } from './seats.ts';
import { sessionInTheWay } from './store.ts';
import { whenText } from './when-text.ts';

/** A session to be made, as the form of one would say it. */
export type NewSession = Values & { readonly startAt: string; readonly endAt: string };

/** Most sessions that are made at once. */
export const maxSessions = 200;

/** What holds for sessions made together, as for each made alone. */
const rules: RuleBook = new Map([['class_session', { entity: 'class_session', beforeCreate: seatsFor }]]);

const words = {
  teacher: timetableText('session.clash.teacher'),
  classroom: timetableText('session.clash.classroom'),
  classType: timetableText('session.clash.classType'),
} as const;

/** Makes sessions in one transaction, each as if it were made alone; one that cannot be made and none is. */
export async function makeSessions(
  action: 'series' | 'copyWeek',
  input: Values,
  sessions: readonly NewSession[],
  context: CallContext,
): Promise<{ readonly count: number }> {
  if (sessions.length === 0) throw refuseTimetable('E_TIMETABLE_NONE');
  if (sessions.length > maxSessions)
    throw refuseTimetable('E_TIMETABLE_MANY', { most: maxSessions, count: sessions.length });
  return mutate(`class_session.${action}`, input, context, async (inside) => {
    await holdPlaces(sessions, inside);
    for (const session of sessions) await makeSession(action, session, inside);
    return { count: sessions.length };
  });
}

async function makeSession(action: string, session: NewSession, context: RuleContext): Promise<void> {
  const entity = modelOf(context.documents, 'class_session');
  const { teacherId, classroomId, classTypeId, startAt, endAt } = session;
  await checkReferences(session, entity.fields, context);
  const place = {
    ...{ startAt, endAt, teacherId: String(teacherId), classTypeId: String(classTypeId) },
    classroomId: typeof classroomId === 'string' ? classroomId : null,
  };
  const other = await sessionInTheWay(context.db, place);
  if (other !== undefined)
    throw refuseTimetable('E_TIMETABLE_CLASH', { day: whenText(startAt), what: words[other.what], title: other.title });
  const { id, stored } = await insertRow(entity, session, {}, context, rules);
  await logChange({ entity, id, action, title: action === 'series' ? '批量排课' : '复制一周', after: stored }, context);
}
