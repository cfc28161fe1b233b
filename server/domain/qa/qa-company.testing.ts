import type { StudentEvent } from '../../../contract/student-app.ts';
import type { StoredRecord } from '../../kernel/operation/record-store.ts';
import { type Answer, type ExamCompany, startExamCompany } from '../exam/exam-company.testing.ts';

type Values = Readonly<Record<string, unknown>>;

/** The company of the exams, where students ask: `asked` answers the id of a question, `act` does what staff do with it. */
export type QaCompany = ExamCompany & {
  readonly studentId: string;
  ask(over?: Partial<Extract<StudentEvent, { readonly kind: 'ask' }>>): Promise<Answer>;
  asked(over?: Partial<Extract<StudentEvent, { readonly kind: 'ask' }>>): Promise<string>;
  on(by: string, verb: string, id: string, more?: Values): Promise<Answer>;
  /** Answers a question. */
  answer(by: string, id: string, more?: Values): Promise<Answer>;
  /** A question that somebody claimed and answered. */
  answered(by?: string): Promise<string>;
  /** What a question was answered and asked on with. */
  replies(id: string): Promise<readonly StoredRecord[]>;
  /** Moves a moment of a question back. */
  later(id: string, column: string, interval: string): Promise<unknown>;
  /** A customer of the sales group. */
  customer(): Promise<string>;
  /** A session of a class and a teacher of its own that was over two hours ago, an hour long. */
  held(over?: Values): Promise<string>;
  /** A supervisor (`supervisor`) of the student. */
  readonly supervisorId: string;
};

/** What teachers answer. */
export const reply = '<p>先看第二节</p>';

export const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

/** Starts it. */
export async function startQaCompany(): Promise<QaCompany> {
  const company = await startExamCompany();
  const { records, ids } = company;
  const like = await records.findOne('staff', { id: ids.sales });
  const supervisorId = await records.insert('staff', {
    ...{ account: 'supervisor', name: '督学', mobile: '13900009999', passwordHash: like?.passwordHash },
    ...{ departmentId: ids.group1, roleIds: [ids['role:supervisor']], projectIds: [ids.project] },
    ...{ firstLogin: false, receiveLeads: false, status: 'active' },
  });
  const studentId = await company.student({ supervisorId, supervisorDeptId: ids.group1 });
  let serial = 0;
  const held: QaCompany['held'] = async (over = {}) => {
    serial += 1;
    const { project: projectId } = ids;
    const classType = { code: `live${serial}`, name: `直播班 ${serial}`, projectId, listPrice: 100, floorPrice: 100 };
    return records.insert('class_session', {
      classTypeId: await records.insert('class_type', { ...classType, status: 'on' }),
      teacherId: await records.insert('teacher', { name: '教师', projectIds: [projectId], status: 'active' }),
      ...{ title: '刑法直播', projectId, lessonUnits: 2, status: 'finished' },
      ...{ startAt: hoursAgo(3), endAt: hoursAgo(2), ...over },
    });
  };
  const ask: QaCompany['ask'] = (over = {}) => {
    serial += 1;
    return company.tell({
      ...{ kind: 'ask', studentId, projectId: String(ids.project), content: `<p>第 ${serial} 个问题</p>` },
      ...over,
    });
  };
  const on: QaCompany['on'] = (by, verb, id, more = {}) =>
    company.act(by, `/v1/student/question/${verb}`, { id, ...more });
  const answer: QaCompany['answer'] = (by, id, more = {}) => on(by, 'answer', id, { reply, ...more });
  const asked: QaCompany['asked'] = async (over = {}) => {
    // A student of its own: nobody asks more than twenty a day.
    const answer = await ask({
      studentId: await company.student({ supervisorId, supervisorDeptId: ids.group1 }),
      ...over,
    });
    if (answer.code !== '0') throw new TypeError(JSON.stringify(answer));
    return String(answer.data.id);
  };
  return {
    ...company,
    studentId,
    supervisorId,
    ask,
    asked,
    held,
    on,
    answer,
    async answered(by = 'teacher2') {
      const id = await asked();
      for (const done of [await on(by, 'claim', id), await answer(by, id)])
        if (done.code !== '0') throw new TypeError(JSON.stringify(done));
      return id;
    },
    customer: () =>
      company.done('sales', '/v1/customer/create', {
        name: '客户',
        mobile: '13612345678',
        channelId: ids.channel,
        intentionProjectIds: [ids.project],
      }),
    replies: (id) => records.find('student_answer', { questionId: id }, 50),
    later: (id, column, interval) =>
      company.database.rows(
        `update student_question set ${column} = ${column} - interval '${interval}' where id = $1`,
        [id],
      ),
  };
}
