import { afterAll, beforeAll, expect, it } from 'vitest';
import { Random, some } from '../../demo/crm/values/random.ts';
import { type ScheduleDriver, startScheduleDriver } from '../../testing/schedule-driver.ts';
import { type QaCompany, startQaCompany } from './qa-company.testing.ts';

const steps = process.env.TEST_DEPTH === 'deep' ? 10_000 : 300;

let company: QaCompany;
let schedules: ScheduleDriver;

beforeAll(async () => {
  company = await startQaCompany();
  schedules = startScheduleDriver(company);
}, 60_000);
afterAll(async () => {
  await schedules.close();
  await company.close();
});

/** What is never so of a question and its thread, whatever was done. */
const broken = {
  'a claim has its end': "(status = 'claimed') <> (claim_until is not null)",
  'a claim is somebody’s': "status = 'claimed' and answerer_id is null",
  'what waits has its due time': "status in ('pending', 'claimed', 'follow_up') and due_at is null",
  'what was answered says when first': "status in ('answered', 'closed', 'follow_up') and answered_at is null",
  'the last answer comes no earlier than the first': 'last_answered_at < answered_at',
  'three follow-ups at most': 'follow_ups > 3',
  'follow-ups are what the student wrote': `follow_ups <>
    (select count(*) from student_answer a where a.question_id = q.id and a.author_type = 'student')`,
  'what was answered has an answer': `status in ('answered', 'follow_up', 'closed') and not exists
    (select 1 from student_answer a where a.question_id = q.id and a.author_type = 'teacher')`,
  'only an answer is rated': 'satisfaction is not null and answered_at is null',
  'what is closed says when': "(status = 'closed') <> (closed_at is not null)",
  'what is hidden says why': "status = 'hidden' and hide_reason is null",
};

/** The names of those that are so just now, with the questions. */
async function brokenNow(): Promise<readonly string[]> {
  const found = await Promise.all(
    Object.entries(broken).map(async ([name, condition]) => {
      const rows = await company.database.rows(`select id from student_question q where ${condition}`);
      return rows.length === 0
        ? []
        : [
            `${name}: ${rows
              .slice(0, 5)
              .map(({ id }) => id)
              .join(' ')}`,
          ];
    }),
  );
  return found.flat();
}

const random = new Random(2803);
const who = some(['teacher', 'teacher2', 'teacher3', 'content', 'academic', 'supervisor']);
const verbs = some(['claim', 'claim', 'release', 'answer', 'answer', 'answer', 'transfer', 'hide']);
const kinds = some(['askMore', 'askMore', 'rateAnswer', 'closeQuestion'] as const);

/** Something a student does with a question of his; answers how many of it came through. */
async function asStudent(questionId: string): Promise<number> {
  const studentId = String((await company.stored('student_question', questionId)).studentId);
  const events = {
    askMore: { kind: 'askMore', content: '<p>？</p>' },
    rateAnswer: { kind: 'rateAnswer', satisfaction: random.int(1, 5) },
    closeQuestion: { kind: 'closeQuestion' },
  } as const;
  const { code } = await company.tell({ studentId, questionId, ...events[random.pick(kinds)] });
  return code === '0' ? 1 : 0;
}

/** Something one or two members of staff do with a question at the same moment. */
async function asStaff(id: string): Promise<number> {
  const verb = random.pick(verbs);
  const inputs: Readonly<Record<string, object>> = {
    answer: { reply: '<p>答</p>' },
    hide: { hideReason: '广告' },
    transfer: random.chance(0.5) ? { staffId: company.staff.teacher3 } : {},
  };
  const by = random.chance(0.2) ? [random.pick(who), random.pick(who)] : [random.pick(who)];
  const answers = await Promise.all(by.map((one) => company.on(one, verb, id, { ...inputs[verb] })));
  return answers.filter(({ code }) => code === '0').length;
}

it('keeps the invariants of questions through random actions of everybody', async () => {
  const ids: string[] = [];
  let done = 0;
  for (let step = 0; step < steps; step++) {
    if (ids.length === 0 || random.chance(0.1)) ids.push(await company.asked());
    const id = ids[random.int(Math.max(0, ids.length - 8), ids.length - 1)] ?? '';
    done += await (random.chance(0.25) ? asStudent(id) : asStaff(id));
    if (step % 100 === 99) await schedules.at(new Date(Date.now() + step * 60_000));
  }
  expect(await brokenNow()).toEqual([]);
  expect(done).toBeGreaterThan(steps / 10);
}, 1_800_000);
