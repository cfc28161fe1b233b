import type { StudentEvent, StudentEventAnswer } from '../../../contract/student-app.ts';
import type { Envelope } from '../../../engine/model/wire/index.ts';
import { signed } from '../../kernel/crypto/signature.ts';
import { startTestApp, type TestApp, testStudentSecret } from '../../testing/test-app.ts';

type Values = Readonly<Record<string, unknown>>;

export type Answer = {
  readonly code: string;
  readonly message: string;
  readonly data: {
    readonly id?: string;
    readonly version?: number;
    readonly error?: { readonly code: string };
  } & Values;
};

/** The code of a refusal, `0` of what was done. */
export const codeOf = ({ code, data }: Answer): string => (code === '0' ? '0' : (data?.error?.code ?? code));

/** A company with teachers (`teacher`, `teacher2`, `teacher3`), `content` and `academic`. */
export type ExamCompany = TestApp & {
  readonly staff: Readonly<Record<string, string>>;
  act(by: string, path: string, body: Values): Promise<Answer>;
  /** Does what must succeed; answers the id. */
  done(by: string, path: string, body: Values): Promise<string>;
  /** What makes a question, other stem each time: of single choice unless `over` says otherwise. */
  body(over?: Values): Values;
  /** A question by its API, by `teacher`; answers its id. */
  question(over?: Values): Promise<string>;
  /** A question that `teacher2` has published. */
  published(over?: Values): Promise<string>;
  stored(entity: string, id: string): Promise<Values & { readonly version: number }>;
  /** So many further teachers, by account. */
  teachers(count: number): Promise<readonly string[]>;
  /** A student with an account. */
  student(over?: Values): Promise<string>;
  /** Tells what a student did, as the students' app does. */
  tell(event: StudentEvent): Promise<Envelope<StudentEventAnswer> & Answer>;
};

/** Options of a question; a right one begins with `*`. */
export const options = (...texts: readonly string[]) =>
  texts.map((text) => ({ content: `<p>${text.replace('*', '')}</p>`, correct: text.startsWith('*') }));

/** Starts it. */
export async function startExamCompany(): Promise<ExamCompany> {
  const test = await startTestApp();
  const { records } = test;
  const project = await records.findOne('project', { id: test.ids.project });
  const other = { code: 'other', name: '另一项目', itemTypeId: project?.itemTypeId, enabled: true };
  const ids: Readonly<Record<string, string>> = { ...test.ids, otherProject: await records.insert('project', other) };
  let serial = 0;
  const person = async (account: string, role: string) => {
    serial += 1;
    const like = await records.findOne('staff', { id: ids.sales });
    return records.insert('staff', {
      ...{ account, name: account, mobile: `1380000${1000 + serial}`, passwordHash: like?.passwordHash },
      ...{ departmentId: ids.group1, roleIds: [ids[`role:${role}`]], projectIds: [ids.project] },
      ...{ firstLogin: false, receiveLeads: false, status: 'active' },
    });
  };
  const staff: Record<string, string> = {};
  for (const account of ['teacher', 'teacher2', 'teacher3']) staff[account] = await person(account, 'teacher');
  staff.content = await person('content', 'content_ops');
  staff.academic = await person('academic', 'academic');
  const act = (by: string, path: string, body: Values): Promise<Answer> =>
    test.call(by, path, body, { 'idempotency-key': crypto.randomUUID() });
  const done = async (by: string, path: string, body: Values) => {
    const answer = await act(by, path, body);
    if (answer.code !== '0') throw new TypeError(JSON.stringify(answer));
    return String(answer.data.id);
  };
  const company: ExamCompany = {
    ...test,
    ids,
    staff,
    act,
    done,
    body(over = {}) {
      serial += 1;
      const stem = `<p>${crypto.randomUUID()}${serial}</p>`;
      return {
        ...{ projectId: ids.project, source: 'past_paper', track: 'ky', kind: 'single', stem },
        ...{ score: 2, difficulty: 3, partialRule: 'all', options: options('*甲', '乙'), ...over },
      };
    },
    question: (over = {}) => done('teacher', '/v1/question/create', company.body(over)),
    async published(over = {}) {
      const id = await company.question(over);
      await done('teacher', '/v1/question/submit', { id });
      await done('teacher2', '/v1/question/publish', { id });
      return id;
    },
    async teachers(count) {
      const accounts = Array.from({ length: count }, (_, place) => `marker${place}`);
      for (const account of accounts) await person(account, 'teacher');
      return accounts;
    },
    student: (over = {}) => {
      serial += 1;
      return records.insert('student', {
        ...{ studentNo: `XY${serial}`, realName: `学员${serial}`, mobile: `1370000${1000 + serial}`, status: 'active' },
        ...{ registeredAt: new Date().toISOString(), studySeconds: 0, questionDone: 0, points: 0, ...over },
      });
    },
    tell(event) {
      const text = JSON.stringify(event);
      return test.call(undefined, '/v1/student/app/event/create', { ...signed(text, testStudentSecret), event: text });
    },
    async stored(entity, id) {
      const row = await records.findOne(entity, { id });
      if (row === undefined) throw new TypeError(`no ${entity} ${id}`);
      return row;
    },
  };
  return company;
}
