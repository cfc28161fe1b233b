import { expect, it } from 'vitest';
import { ScheduleClock } from '../../jobs/schedule-clock.ts';
import { act, callMade, callOf, company, said, startCallCompany, wordId, worker } from './call-company.testing.ts';

startCallCompany();

const transcribed = (id: string, transcript = said) =>
  company.call('inspector', '/v1/call/record/transcribe', { id, transcript });
const hitsOf = (sourceId: string) => company.records.find('forbidden_word_hit', { sourceId });
const reviewsOf = (targetId: string) => company.records.find('qa_review', { targetId });
const points = {
  openingDeduction: 0,
  needDeduction: 0,
  promiseDeduction: 0,
  processDeduction: 8,
  wordDeduction: 20,
  recordDeduction: 0,
  redLine: false,
};
/** A call with a word in it, its hit confirmed and its review taken. */
async function underReview(): Promise<{ callId: string; reviewId: string }> {
  const callId = await callMade();
  expect(await transcribed(callId)).toMatchObject({ code: '0', data: { found: 1 } });
  const [hit] = await hitsOf(callId);
  expect((await act('inspector', '/v1/forbidden/word/hit/confirm', { id: hit?.id })).code).toBe('0');
  const [review] = await reviewsOf(callId);
  expect((await act('inspector', '/v1/qa/review/accept', { id: review?.id })).code).toBe('0');
  return { callId, reviewId: String(review?.id) };
}

it('finds the words in a transcript that arrives, and opens a review for a grave one', async () => {
  const id = await callMade();
  await transcribed(id);
  expect(await hitsOf(id)).toMatchObject([
    { wordId, matched: '包过', level: 'serious', offsetMs: 62_000, status: 'pending', staffId: company.ids.sales },
  ]);
  expect(await callOf(id)).toMatchObject({ forbiddenHitCount: 1, qaStatus: 'pending' });
  const [review] = await reviewsOf(id);
  expect(review).toMatchObject({ status: 'pending', source: 'word', staffId: company.ids.sales });
  const hours = (Date.parse(String(review?.dueAt)) - Date.now()) / 3_600_000;
  expect(hours).toBeGreaterThan(47.9);
  expect(hours).toBeLessThanOrEqual(48);
});

it('counts a place once, however many look at a time, and drops what a better transcript no longer says', async () => {
  const id = await callMade();
  const answers = await Promise.all(Array.from({ length: 8 }, () => transcribed(id)));
  expect(answers.every(({ code }) => code === '0')).toBe(true);
  expect(await hitsOf(id)).toHaveLength(1);
  expect(await reviewsOf(id)).toHaveLength(1);
  await transcribed(id, '[00:03] 坐席：您好');
  expect(await hitsOf(id)).toEqual([]);
  expect(await callOf(id)).toMatchObject({ forbiddenHitCount: 0 });
  expect(
    await company.database.rows(
      'select 1 from forbidden_word_hit where deleted_at is null group by source_id, word_id, text_offset having count(*) > 1',
    ),
  ).toEqual([]);
});

it('takes no pattern that could hold the server up', async () => {
  const made = (word: string) =>
    act('inspector', '/v1/forbidden/word/create', { word, category: 'other', level: 'warn', matchMode: 'regex' });
  expect(await made('(.{1,100}){9}b')).toMatchObject({ code: '1', data: { error: { code: 'E_WORD_PATTERN' } } });
  expect(await made('((')).toMatchObject({ code: '1', data: { error: { code: 'E_WORD_PATTERN' } } });
  const { data } = await company.call<{ id: string }>('inspector', '/v1/forbidden/word/create', {
    word: '(a+)+$b',
    category: 'other',
    level: 'warn',
    matchMode: 'regex',
  });
  const start = performance.now();
  expect((await transcribed(await callMade(), 'a'.repeat(19_000))).code).toBe('0');
  expect(performance.now() - start).toBeLessThan(5000);
  expect((await act('inspector', '/v1/forbidden/word/delete', { id: data.id })).code).toBe('0');
});

it('reviews: all hits handled, 72 fails with a reason, the inspected appeals once, another judges', async () => {
  const callId = await callMade();
  await transcribed(callId);
  const [hit] = await hitsOf(callId);
  const [review] = await reviewsOf(callId);
  const id = review?.id;
  const review_ = (account: string, verb: string, input: Record<string, unknown> = {}) =>
    act(account, `/v1/qa/review/${verb}`, { id, ...input });
  expect((await review_('inspector', 'accept')).code).toBe('0');
  expect(await review_('inspector', 'submit', points)).toMatchObject({ data: { error: { code: 'E_QA_HITS_WAIT' } } });
  expect((await act('inspector', '/v1/forbidden/word/hit/confirm', { id: hit?.id })).code).toBe('0');
  const told = await company.records.find('notification', { linkId: callId });
  expect(told.map(({ receiverId }) => receiverId).sort()).toEqual([company.ids.sales, company.ids.group_leader].sort());
  expect(await review_('inspector', 'submit', { ...points, wordDeduction: 10 })).toMatchObject({
    data: { error: { code: 'E_QA_WORD_DEDUCTION' } },
  });
  expect(await review_('inspector', 'submit', points)).toMatchObject({ data: { error: { code: 'E_QA_PROBLEM' } } });
  expect(
    (await review_('inspector', 'submit', { ...points, problem: undefined, openingDeduction: undefined })).code,
  ).toBe('1');
  expect((await review_('inspector2', 'submit', { ...points, problem: '承诺包过' })).code).toBe('1');
  expect((await review_('inspector', 'submit', { ...points, problem: '承诺包过' })).code).toBe('0');
  expect((await reviewsOf(callId))[0]).toMatchObject({ status: 'done', score: 72, result: 'fail' });
  // Told to who might ask for another: as long as it is not final there is none.
  const open = () =>
    company
      .call<{ openReviews: number }>('inspector', '/v1/call/record/view', { id: callId, fields: ['openReviews'] })
      .then(({ data }) => data.openReviews);
  expect(await open()).toBe(1);
  const another = await act('inspector', '/v1/call/record/inspect', { id: callId });
  expect(another).toMatchObject({ data: { error: { code: 'E_QA_OPEN' } } });
  expect(await callOf(callId)).toMatchObject({ qaStatus: 'failed' });
  expect((await review_('sales2', 'appeal', { appealReason: '不是我' })).code).toBe('1');
  expect((await review_('sales', 'appeal', { appealReason: '只是转述客户的话' })).code).toBe('0');
  expect((await review_('inspector', 'judge', { score: 90, redLine: false, judgeRemark: '维持' })).code).toBe('1');
  expect((await review_('inspector2', 'judge', { score: 85, redLine: false, judgeRemark: '确为转述' })).code).toBe('0');
  expect((await reviewsOf(callId))[0]).toMatchObject({ status: 'final', score: 85, result: 'pass' });
  expect(await open()).toBe(0);
  expect(await callOf(callId)).toMatchObject({ qaStatus: 'passed' });
  expect((await review_('sales', 'appeal', { appealReason: '再来' })).code).toBe('1');
});

it('makes a red line nothing, and a verdict final after three days without appeal', async () => {
  const { reviewId } = await underReview();
  const submitted = await act('inspector', '/v1/qa/review/submit', {
    id: reviewId,
    ...points,
    redLine: true,
    problem: '私下收款',
  });
  expect(submitted.code).toBe('0');
  expect(await company.records.findOne('qa_review', { id: reviewId })).toMatchObject({ score: 0, result: 'fail' });
  const clock = new ScheduleClock({
    db: worker.platform.db,
    jobs: worker.platform.services.jobs,
    schedules: worker.schedules,
    onFault: (error: unknown) => worker.faults.push(error),
    now: () => new Date(),
  });
  const statusOf = async () => (await company.records.findOne('qa_review', { id: reviewId }))?.status;
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  await company.records.update('qa_review', reviewId, { submittedAt: ago(2.9) });
  const open = "select 1 from background_job where status in ('pending', 'running')";
  const idle = () => expect.poll(() => company.database.rows(open), { timeout: 30_000 }).toEqual([]);
  await clock.look();
  await idle();
  expect(await statusOf()).toBe('done');
  await company.records.update('qa_review', reviewId, { submittedAt: ago(3.1) });
  expect((await act('sales', '/v1/qa/review/appeal', { id: reviewId, appealReason: '晚了' })).code).toBe('1');
  await new ScheduleClock({
    db: worker.platform.db,
    jobs: worker.platform.services.jobs,
    schedules: worker.schedules,
    onFault: (error: unknown) => worker.faults.push(error),
    now: () => new Date(Date.now() + 2 * 3_600_000),
  }).look();
  await idle();
  expect(await statusOf()).toBe('final');
});

it('lets nobody review himself', async () => {
  const inspector = await company.records.findOne('staff', { account: 'inspector' });
  const id = await callMade({ staffId: inspector?.id, departmentId: company.ids.promotion });
  await act('inspector2', '/v1/call/record/transcribe', { id, transcript: said });
  const [hit] = await hitsOf(id);
  const [review] = await reviewsOf(id);
  expect((await act('inspector', '/v1/qa/review/accept', { id: review?.id })).message).toBe('不能质检自己');
  expect((await act('inspector', '/v1/forbidden/word/hit/ignore', { id: hit?.id, handleRemark: '误报' })).code).toBe(
    '1',
  );
  expect((await act('inspector2', '/v1/forbidden/word/hit/ignore', { id: hit?.id, handleRemark: '误报' })).code).toBe(
    '0',
  );
  expect(await callOf(id)).toMatchObject({ forbiddenHitCount: 0 });
});

it('looks again through a period when asked, and only then', async () => {
  const id = await callMade({ transcript: '坐席：加我微信私下付款' });
  await act('inspector', '/v1/forbidden/word/create', {
    word: '私下付款',
    category: 'private_pay',
    level: 'forbidden',
    matchMode: 'contain',
  });
  expect(await hitsOf(id)).toEqual([]);
  const day = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
  const before = new Date(Date.now() - 16 * 3_600_000).toISOString().slice(0, 10);
  expect(
    await act('inspector', '/v1/forbidden/word/rescan', { from: day, to: '2020-01-01', opensReviews: true }),
  ).toMatchObject({ data: { error: { code: 'E_WORD_RESCAN_PERIOD' } } });
  const { data } = await company.call<{ jobId: string }>('inspector', '/v1/forbidden/word/rescan', {
    from: before,
    to: day,
    opensReviews: true,
  });
  await expect
    .poll(
      async () =>
        (await company.call<{ state: string }>('inspector', '/v1/background/job/view', { id: data.jobId })).data,
      {
        timeout: 20_000,
      },
    )
    .toMatchObject({ status: 'done' });
  expect(await hitsOf(id)).toMatchObject([{ matched: '私下付款', level: 'forbidden' }]);
  expect(await reviewsOf(id)).toHaveLength(1);
});
