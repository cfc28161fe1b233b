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

/** What must hold of questions and their threads, whatever was done. */
const broken = `select q.id, q.status from student_question q where
    (q.status = 'claimed') <> (q.claim_until is not null) or (q.status = 'claimed' and q.answerer_id is null)
    or (q.status in ('pending', 'claimed', 'follow_up') and q.due_at is null)
    or (q.status in ('answered', 'closed', 'follow_up') and (q.answered_at is null or q.last_answered_at < q.answered_at))
    or q.follow_ups > 3
    or q.follow_ups <> (select count(*) from student_answer a where a.question_id = q.id and a.author_type = 'student')
    or (q.status in ('answered', 'follow_up', 'closed')) and not exists
      (select 1 from student_answer a where a.question_id = q.id and a.author_type = 'teacher')
    or (q.satisfaction is not null and q.answered_at is null)
    or (q.status = 'closed') <> (q.closed_at is not null)
    or (q.status = 'hidden' and q.hide_reason is null)`;

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
  expect(await company.database.rows(broken)).toEqual([]);
  expect(done).toBeGreaterThan(steps / 10);
}, 1_800_000);
