import { afterAll, beforeAll, expect, it } from 'vitest';
import { cleanFiles } from '../../files/clean-files.ts';
import { createFileStore } from '../../files/store/file-store.ts';
import { emptyWav } from '../../files/wav.ts';
import { ScheduleClock } from '../../jobs/schedule-clock.ts';
import { hashPassword } from '../../kernel/crypto/password.ts';
import { importDriver } from '../../testing/import-driver.ts';
import { type JobWorker, startJobWorker } from '../../testing/job-worker.ts';
import { uploadAs } from '../../testing/multipart.ts';
import { startTestApp, type TestApp, testPassword } from '../../testing/test-app.ts';
import { filesOf } from '../../testing/test-database.ts';

const said = '[00:03] 坐席：您好\n[01:02] 坐席：我们包过的，放心';
const minute = 60_000;

let company: TestApp;
let worker: JobWorker;
let wordId: string;
let calls = 0;

beforeAll(async () => {
  company = await startTestApp();
  worker = startJobWorker(company.documents, company.database);
  const passwordHash = await hashPassword(testPassword);
  for (const [index, account] of ['inspector', 'inspector2'].entries())
    company.records
      .insert('staff', {
        account,
        name: account,
        passwordHash,
        mobile: `1390000010${index}`,
        departmentId: company.ids.promotion,
        roleIds: [company.ids['role:quality_inspector']],
        projectIds: [company.ids.project],
        firstLogin: false,
        receiveLeads: false,
        status: 'active',
      })
      .catch((error: unknown) => expect(error).toBeUndefined());
  await company.records.update('staff', String(company.ids.sales), { leaderId: company.ids.group_leader });
  const answer = await company.call<{ id: string }>('admin', '/v1/forbidden/word/create', {
    word: '包过',
    category: 'promise',
    level: 'serious',
    matchMode: 'contain',
  });
  wordId = answer.data.id;
}, 60_000);

afterAll(async () => {
  await worker.close();
  await company.close();
});

/** An answered call of `sales` of 95 seconds. */
async function callMade(over: Record<string, unknown> = {}): Promise<string> {
  calls += 1;
  const startedAt = new Date(Date.now() - 10 * minute).toISOString();
  return company.records.insert('call_record', {
    callNo: `TH${calls}`,
    provider: 'hl',
    providerCallId: `own-${calls}`,
    direction: 'out',
    staffId: company.ids.sales,
    departmentId: company.ids.group1,
    callee: '13812345678',
    startedAt,
    answeredAt: startedAt,
    endedAt: new Date(Date.now() - 8 * minute).toISOString(),
    talkSeconds: 95,
    status: 'answered',
    confirmation: 'line',
    forbiddenHitCount: 0,
    qaStatus: 'none',
    ...over,
  });
}

const transcribed = (id: string, transcript = said) =>
  company.call('inspector', '/v1/call/record/transcribe', { id, transcript });
const hitsOf = (sourceId: string) => company.records.find('forbidden_word_hit', { sourceId });
const callOf = (id: string) => company.records.findOne('call_record', { id });
const reviewsOf = (targetId: string) => company.records.find('qa_review', { targetId });
const act = (account: string, path: string, body: Record<string, unknown>) => company.call(account, path, body);
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

it('plays a recording to the agent, his leader and inspectors, notes each play, and gives the file by no other way', async () => {
  const recordingId = await uploaded('sales');
  const id = await callMade({ recordingId });
  const play = (account: string) => company.call<{ address: string }>(account, '/v1/call/record/play', { id });
  for (const account of ['sales', 'group_leader', 'manager', 'inspector'])
    expect((await play(account)).code, account).toBe('0');
  for (const account of ['sales2', 'sales3', 'promoter']) expect((await play(account)).code, account).not.toBe('0');
  const plays = await company.records.find('operation_log', { entityId: id, action: 'call_record.play' });
  expect(plays.map(({ staffId }) => staffId)).toHaveLength(4);
  for (const path of ['download', 'preview', 'mp3'])
    expect(await company.call('sales', `/v1/file/${path}`, { id: recordingId })).toMatchObject({
      data: { error: { code: 'E_FILE_GUARDED' } },
    });
  expect((await company.call('sales', '/v1/call/record/download', { id })).code).not.toBe('0');
  const asked = await company.app.inject({
    ...{ method: 'POST', url: '/v1/call/record/play', payload: { id } },
    headers: { 'x-app-token': await company.token('sales') },
  });
  const { address } = asked.json().data;
  // The browser that asked sends back what it was given with the address.
  const cookie = String(asked.headers['set-cookie']).split(';', 1)[0];
  const headers = { range: 'bytes=44-143', cookie };
  const part = await company.app.inject({ method: 'GET', url: address, headers });
  expect([part.statusCode, part.rawPayload.length]).toEqual([206, 100]);
  expect(part.headers['content-type']).toMatch(/^audio\//);
  const changed = await company.app.inject({ method: 'GET', url: address.replace('use=play', 'use=save'), headers });
  expect(changed.statusCode).not.toBe(200);
});

it('takes recordings away after two years, keeps what was said, and notes it in the log', async () => {
  const day = 86_400_000;
  const begun = (days: number) => {
    const startedAt = new Date(Date.now() - days * day).toISOString();
    return { startedAt, answeredAt: startedAt, endedAt: startedAt, transcript: '坐席：您好' };
  };
  const old = await callMade({ recordingId: await uploaded('sales'), ...begun(731) });
  const newer = await callMade({ recordingId: await uploaded('sales'), ...begun(720) });
  const fileOf = async (id: string) => String((await callOf(id))?.recordingId);
  const [oldFile, newerFile] = [await fileOf(old), await fileOf(newer)];
  const keyOf = async (id: string) =>
    String((await company.database.rows('select storage_key as key from file_object where id = $1', [id]))[0]?.key);
  const files = createFileStore(filesOf(company.database));
  const oldKey = await keyOf(oldFile);
  const clock = new ScheduleClock({
    db: worker.platform.db,
    jobs: worker.platform.services.jobs,
    schedules: new Map([...worker.schedules].filter(([key]) => key === 'call.keptRecordings')),
    onFault: (error: unknown) => worker.faults.push(error),
    // Whenever it was due last, it is again.
    now: () => new Date(Date.now() + 2 * day),
  });
  await clock.look();
  await expect
    .poll(() => callOf(old), { timeout: 20_000 })
    .toMatchObject({ recordingId: null, transcript: '坐席：您好' });
  expect(await callOf(newer)).toMatchObject({ recordingId: newerFile });
  expect(await act('sales', '/v1/call/record/play', { id: old })).toMatchObject({
    data: { error: { code: 'E_CALL_NO_RECORDING' } },
  });
  expect(await act('sales', '/v1/call/record/play', { id: newer })).toMatchObject({ code: '0' });
  expect(
    await company.records.find('operation_log', { entityId: old, action: 'call_record.forgetRecording' }),
  ).toMatchObject([{ staffId: null, value: '系统 · 通话记录：录音满两年，已删除' }]);
  // The content itself goes with the next cleaning.
  await files.read(oldKey).then((stream) => stream.destroy());
  await cleanFiles(worker.platform, new Date(Date.now() + 3 * day));
  await expect(files.read(oldKey)).rejects.toThrow();
  await files.read(await keyOf(newerFile)).then((stream) => stream.destroy());
});

/** The file of a line: what stands above its columns, and the fields they fill. */
const fileHeads = '线路,线路通话编号,方向,坐席,被叫,发起时间,通话时长,转写';
const fileKeys = [
  'provider',
  'providerCallId',
  'direction',
  'staffId',
  'callee',
  'startedAt',
  'talkSeconds',
  'transcript',
];
const mapping = Object.fromEntries(fileKeys.map((key, column) => [key, column]));

it('imports the file of a line once, however often it comes, and knows whose calls they are', async () => {
  await company.records.update('staff', String(company.ids.sales2), { hlAgentId: 'hl-77' });
  const customer = await company.call<{ id: string }>('sales', '/v1/customer/create', {
    name: '话单客户',
    mobile: '13700001111',
    intentionProjectIds: [company.ids.project],
    channelId: company.ids.channel,
    level: 'b',
  });
  const lines = [
    fileHeads,
    'hl 坐席,a-1,呼出,hl-77,+86 137-0000-1111,2026-03-02 10:00:00,95,坐席：我们包过',
    'hl 坐席,a-2,呼出,hl-77,13700001111,2026-03-02 11:00:00,0,',
    'hl 坐席,,呼出,hl-77,13700001111,2026-03-02 12:00:00,10,',
  ];
  const driver = importDriver(company);
  for (const again of [false, true]) {
    const fileId = await driver.upload('manager', '话单.csv', Buffer.from(lines.join('\n')));
    const ended = await driver.done(await driver.run('manager', 'call_record', { fileId, mapping, again }));
    const refused = ended.fileId === null ? [] : await driver.table('manager', ended.fileId);
    expect(refused.flat().join(), JSON.stringify(refused)).toContain('导入的通话须有线路通话编号');
  }
  const made = await company.records.find('call_record', { staffId: company.ids.sales2 });
  expect(made).toHaveLength(2);
  const answered = made.find(({ providerCallId }) => providerCallId === 'a-1');
  expect(answered).toMatchObject({
    callee: '13700001111',
    customerId: customer.data.id,
    departmentId: company.ids.group1,
    status: 'answered',
    talkSeconds: 95,
    forbiddenHitCount: 1,
    qaStatus: 'pending',
  });
  expect(made.find(({ providerCallId }) => providerCallId === 'a-2')).toMatchObject({ status: 'no_answer' });
  expect(await company.records.findOne('customer', { id: customer.data.id })).toMatchObject({ callCount: 2 });
});

it('takes the good lines of a hostile file, and says of each other what is wrong with it', async () => {
  await company.records.update('staff', String(company.ids.sales3), { hlAgentId: 'hl-99' });
  const before = await company.records.count('call_record', { staffId: company.ids.sales3 });
  const line = (
    id: string,
    over: Partial<Record<'direction' | 'agent' | 'callee' | 'at' | 'talk' | 'said', string>> = {},
  ) => {
    const usual = {
      direction: '呼出',
      agent: 'hl-99',
      callee: '13700002222',
      at: '2026-03-03 10:00:00',
      talk: '30',
      said: '',
    };
    const { direction, agent, callee, at, talk, said } = { ...usual, ...over };
    return ['hl 坐席', id, direction, agent, callee, at, talk, said]
      .map((cell) => `"${cell.replaceAll('"', '""')}"`)
      .join(',');
  };
  const bad: readonly (readonly [string, string])[] = [
    [line('x-agent', { agent: 'hl-nobody' }), '坐席员工'],
    [line('x-direction', { direction: "out'; drop table call_record; --" }), '方向'],
    [line('x-day', { at: '2026-02-30 10:00:00' }), '发起时间'],
    [line('x-word', { at: '=NOW()' }), '发起时间'],
    [line('x-minus', { talk: '-5' }), '通话时长'],
    [line('x-huge', { talk: '1e308' }), '通话时长'],
    [line('x-text', { talk: '=1+1' }), '通话时长'],
    [line('x-long', { said: '长'.repeat(20_001) }), '转写文本'],
    [line('x-number', { callee: '1'.repeat(400) }), '被叫'],
    [line(`x-${'i'.repeat(300)}`), '线路通话编号'],
    [line('x-good', { talk: '31' }), '重复'],
  ];
  const good = [
    line('x-good', { said: '坐席：=HYPERLINK("http://evil.example")\n客户：<script>alert(1)</script>' }),
    line('x-after', { callee: '１３７ ００００ ２２２２' }),
  ];
  const driver = importDriver(company);
  const text = [fileHeads, good[0], ...bad.map(([row]) => row), good[1]].join('\n');
  const fileId = await driver.upload('manager', '恶意话单.csv', Buffer.from(text));
  const ended = await driver.done(await driver.run('manager', 'call_record', { fileId, mapping }));
  const refused = (await driver.table('manager', String(ended.fileId))).slice(1);
  const reasons = refused.map((row) => row.join(' '));
  for (const [index, [, reason]] of bad.entries()) expect(reasons[index], JSON.stringify(reasons)).toContain(reason);
  expect(refused).toHaveLength(bad.length);
  const made = await company.records.find('call_record', { staffId: company.ids.sales3 });
  expect(made).toHaveLength(before + good.length);
  for (const id of ['x-good', 'x-after'])
    expect(made.find(({ providerCallId }) => providerCallId === id)).toMatchObject({
      callee: '13700002222',
      talkSeconds: 30,
    });
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

async function uploaded(account: string): Promise<string> {
  return uploadAs(company, account, '录音.wav', emptyWav(8000, 8000, 1));
}
