import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { dayLength, dayOf, startOfDay } from '../../../engine/model/time/index.ts';
import type { ConditionCount } from '../../../engine/model/wire/index.ts';
import { inTransaction } from '../../db/connection/connect.ts';
import { ScheduleClock } from '../../jobs/schedule-clock.ts';
import { systemCaller } from '../../kernel/caller/caller.ts';
import type { RecordStore } from '../../kernel/operation/record-store.ts';
import { seedContext } from '../../seed/seed-context.ts';
import { killProcess, startJobProcess } from '../../testing/job-process.ts';
import { type JobWorker, smsFolder, startJobWorker, testSms } from '../../testing/job-worker.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { isSendingTime } from './sms-hours.ts';
import { checkText, isOptOut, textFor } from './sms-text.ts';

let company: TestApp;
let worker: JobWorker;
let templateId: string;
const hours = { from: 8, to: 20 };

beforeAll(async () => {
  company = await startTestApp();
  worker = newWorker();
  templateId = await company.records.insert('sms_template', {
    code: 'spring',
    name: '春季课程',
    sign: '学堂',
    content: '{name}您好，春季班开课，拒收请回复R',
    kind: 'marketing',
    status: 'approved',
  });
}, 60_000);

const newWorker = () =>
  startJobWorker(company.documents, company.database, { sms: testSms(company.database, { hours, perSecond: 1000 }) });

afterEach(() => {
  vi.useRealTimers();
});

afterAll(async () => {
  await worker.close();
  await company.close();
});

/** An hour of a day in Shanghai; the first day lies well back, so that what is counted at the real time is none of it. */
const firstDay = startOfDay(dayOf(Date.now() - 200 * dayLength));
const noon = (day: number, hour = 12) => new Date(firstDay + day * dayLength + hour * 3_600_000);

/** Moves the clock, lets it look, and waits until all it started is over. */
async function at(now: Date): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'], now });
  const { platform, schedules } = worker;
  const clock = new ScheduleClock({
    db: platform.db,
    jobs: platform.services.jobs,
    schedules: new Map([...schedules].filter(([key]) => key.startsWith('sms.'))),
    onFault: (error) => worker.faults.push(error),
    now: () => now,
  });
  await company.database.rows("update schedule_state set due_at = '2000-01-01' where key like 'sms.%'");
  // A look passes over what another holds just then.
  const overlooked = "select key from schedule_state where key like 'sms.%' and due_at = '2000-01-01'";
  do await clock.look();
  while ((await company.database.rows(overlooked)).length > 0);
  await settled();
  vi.useRealTimers();
}

async function settled(): Promise<void> {
  const open = "select kind, status from background_job where status in ('pending', 'running')";
  await expect.poll(() => company.database.rows(open), { timeout: 60_000, interval: 50 }).toEqual([]);
  expect(worker.faults).toEqual([]);
}

let lastNumber = 0;
const mobileOf = (number: number) => `138${String(number).padStart(7, '0')}5`;

/** Customers of the promoter, told apart by their city. */
async function customers(city: string, count: number, over: object = {}): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let at = 0; at < count; at += 1) {
    lastNumber += 1;
    const values = {
      ...{ customerNo: `KH${lastNumber}`, name: `客户${lastNumber}`, mobile: mobileOf(lastNumber), city },
      ...{ intentionProjectIds: [company.ids.project], channelId: company.ids.channel, level: 'b', stage: 'fresh' },
      ...{ ownState: 'owned', ownerId: company.ids.sales, ownerDeptId: company.ids.group1, locked: false },
      ...{ promoterId: company.ids.promoter, followCount: 0, callCount: 0, orderCount: 0, paidTotal: 0 },
      ...{ doNotCall: false, blacklisted: false },
    };
    ids.push(await company.records.insert('customer', { ...values, ...over }));
  }
  return ids;
}

const inCity = (city: string) => ({ and: [{ field: 'city', op: 'eq', value: city }] });
const call = <Data = Record<string, unknown>>(account: string, path: string, body: object = {}) =>
  company.call<Data>(account, `/v1/sms/${path}`, { ...body });
const done = async (account: string, path: string, body: object = {}) => {
  const answer = await call<{ id: string }>(account, path, body);
  expect(answer, JSON.stringify(answer)).toMatchObject({ code: '0' });
  return answer.data.id;
};
const draft = (city: string, over: object = {}) =>
  done('promoter', 'batch/create', { title: city, templateId, filter: inCity(city), ...over });
async function approved(city: string, over: object = {}): Promise<string> {
  const id = await draft(city, over);
  await done('promoter', 'batch/submit', { id });
  await done('admin', 'batch/approve', { id });
  return id;
}
const batchOf = async (id: string) => (await company.database.rows('select * from sms_batch where id = $1', [id]))[0];
const recordsOf = async (id: string) => {
  const rows = await company.database.rows(
    'select status, error, count(*)::int as n from sms_record where batch_id = $1 group by 1, 2 order by 1, 2',
    [id],
  );
  return rows.map(({ status, error, n }) => [status, error, n]);
};
/** Keys of what the provider was handed: a file each. */
async function handedOver(): Promise<readonly string[]> {
  const folder = smsFolder(company.database);
  const names = await Promise.all(['sent', 'told'].map((place) => readdir(path.join(folder, place)).catch(() => [])));
  // What a killed sender had not finished writing was never handed over.
  return names
    .flat()
    .filter((name) => name.endsWith('.json'))
    .sort();
}
const carrier = async (over: object) => {
  await mkdir(smsFolder(company.database), { recursive: true });
  const usual = { delaySeconds: 0, failures: [], refused: [], down: false };
  await writeFile(path.join(smsFolder(company.database), 'carrier.json'), JSON.stringify({ ...usual, ...over }));
};
const reply = (id: string, mobile: string, text: string) =>
  writeFile(
    path.join(smsFolder(company.database), 'inbox', `${id}.json`),
    JSON.stringify({ kind: 'reply', mobile, text }),
  );

it('knows hours, variables, the way out and what asks for it', () => {
  expect([7, 8, 19, 20].map((hour) => isSendingTime(noon(0, hour).toISOString(), hours))).toEqual([
    ...[false, true, true, false],
  ]);
  expect(() => checkText({ kind: 'marketing', content: '您好' })).toThrow('拒收请回复R');
  expect(() => checkText({ kind: 'notice', content: '{nmae}您好' })).toThrow('{nmae}');
  expect(() => checkText({ kind: 'notice', content: '{name您好' })).toThrow('单独的花括号');
  expect(textFor({ sign: '学堂', content: '{name}，{city}' }, { name: '林一', city: null })).toEqual({
    missing: '城市',
  });
  expect(textFor({ sign: '学堂', content: '{name}' }, { name: '{city}' })).toEqual({ text: '【学堂】{city}' });
  expect(['R', ' r ', 'Ｒ', 'TD', '退订', '好的', 'R1'].map(isOptOut)).toEqual([
    ...[true, true, true, true, true, false, false],
  ]);
});

it('reviews templates, and anew when they are reworded', async () => {
  const text = '{name}您好，拒收请回复R';
  const values = { code: 'a', name: '甲', sign: '学堂', kind: 'marketing', content: text };
  expect(await call('manager', 'template/create', { ...values, content: '{x}，拒收请回复R' })).toMatchObject({
    data: { error: { code: 'E_SMS_VARIABLE' } },
  });
  expect(await call('manager', 'template/create', { ...values, content: '您好' })).toMatchObject({
    data: { error: { code: 'E_SMS_OPT_OUT_HINT' } },
  });
  const id = await done('manager', 'template/create', values);
  expect(await call('promoter', 'batch/create', { title: '无', templateId: id, filter: inCity('无') })).toMatchObject({
    data: { error: { code: 'E_SMS_TEMPLATE' } },
  });
  await done('manager', 'template/submit', { id });
  expect(await call('manager', 'template/approve', { id })).toMatchObject({ code: '1', message: '须由另一人审核' });
  await done('admin', 'template/approve', { id });
  await done('manager', 'template/modify', { id, version: 3, content: `新的${text}` });
  expect(await company.database.rows("select status from sms_template where code = 'a'")).toEqual([
    { status: 'draft' },
  ]);
});

it('counts who would get it within the reach of whoever asks, and says who is left out', async () => {
  await customers('苏州', 3);
  await customers('苏州', 2, { blacklisted: true });
  await customers('苏州', 1, { doNotCall: true });
  const [, out] = await customers('苏州', 2);
  const mobile = (await company.records.findOne('customer', { id: out }))?.mobile;
  await done('promoter', 'opt/out/create', { mobile });
  await customers('苏州', 4, { promoterId: null });
  const ask = async (account: string, filter: object) => {
    const answer = await call<ConditionCount>(account, 'batch/preview', { filter });
    return answer.code === '0' ? answer.data : answer;
  };
  const left = (blacklisted: number, doNotCall: number, optedOut: number) => [
    ...[
      { title: '黑名单', count: blacklisted },
      { title: '免打扰', count: doNotCall },
      { title: '已退订', count: optedOut },
    ],
    ...[
      { title: '今日已发过', count: 0 },
      { title: '30 天内已发 3 次', count: 0 },
    ],
  ];
  expect(await ask('promoter', inCity('苏州'))).toEqual({ count: 4, without: left(2, 1, 1) });
  expect(await ask('manager', inCity('苏州'))).toEqual({ count: 8, without: left(2, 1, 1) });
  // What the field does not offer is refused, whoever asks: masked fields, fields behind relations, nothing at all.
  for (const where of [
    { and: [{ field: 'mobile', op: 'eq', value: mobileOf(1) }] },
    { and: [{ field: 'owner.name', op: 'eq', value: '李' }] },
    { or: [{ and: [] }] },
    { search: '客户' },
    'city',
  ])
    expect(await ask('manager', where as object), JSON.stringify(where)).toMatchObject({ code: '1' });
  expect(await call('manager', 'batch/create', { title: '错', templateId, filter: { and: [] } })).toMatchObject({
    data: { error: { code: 'E_INPUT_INVALID' } },
  });
  expect(await ask('sales', inCity('苏州'))).toMatchObject({ code: '1001' });
});

it('goes from draft to done: another approves, the plan and the hours are waited for, receipts close it', async () => {
  await carrier({ delaySeconds: 60, failures: [{ endsWith: mobileOf(lastNumber + 1).slice(-5), error: '空号' }] });
  await customers('杭州', 5);
  await customers('杭州', 1, { blacklisted: true });
  const id = await draft('杭州', { planAt: new Date(Date.now() + dayLength).toISOString() });
  const empty = await draft('空城');
  expect(await call('promoter', 'batch/submit', { id: empty })).toMatchObject({
    data: { error: { code: 'E_SMS_NO_RECIPIENTS' } },
  });
  expect(await call('admin', 'batch/submit', { id })).toMatchObject({ data: { error: { code: 'E_SMS_AUTHOR' } } });
  expect(await call('admin', 'batch/approve', { id })).toMatchObject({ code: '1' });
  await done('promoter', 'batch/submit', { id });
  expect(await call('promoter', 'batch/modify', { id, version: 2, title: '改' })).toMatchObject({
    data: { error: { code: 'E_NOT_EDITABLE' } },
  });
  expect(await call('promoter', 'batch/approve', { id })).toMatchObject({ code: '1001' });
  await done('admin', 'batch/reject', { id, comment: '标题不清' });
  await done('promoter', 'batch/submit', { id });
  await done('admin', 'batch/approve', { id });
  expect(await call('admin', 'batch/cancel', { id })).toMatchObject({ code: '1' });
  expect(await call('admin', 'batch/send', { id }), 'by hand no sooner').toMatchObject({ code: '1' });

  await at(noon(1, 9));
  expect(await batchOf(id), 'not before its time').toMatchObject({ status: 'approved' });
  await company.database.rows('update sms_batch set plan_at = $2 where id = $1', [id, noon(0, 22).toISOString()]);
  await at(noon(0, 23));
  await at(noon(1, 7));
  expect(await batchOf(id)).toMatchObject({ status: 'approved' });
  await at(noon(1, 10));
  expect(await batchOf(id)).toMatchObject({ status: 'sending', total: 6, sent: 5, skipped: 1 });
  expect(await recordsOf(id)).toEqual([
    ['sent', null, 5],
    ['skipped', '黑名单', 1],
  ]);
  const texts = (await handedOver()).map((name) => path.join(smsFolder(company.database), 'sent', name));
  expect(JSON.parse(await readFile(texts[0] ?? '', 'utf8')).text).toMatch(
    /^【学堂】客户\d+您好，春季班开课，拒收请回复R$/,
  );
  await at(noon(1, 11));
  expect(await batchOf(id)).toMatchObject({ status: 'done', sent: 5, success: 4, failed: 1, skipped: 1 });
  expect(await recordsOf(id)).toContainEqual(['failed', '空号', 1]);
  // The number is nowhere in clear but with the provider.
  const stored = await company.database.rows('select mobile from sms_record where batch_id = $1', [id]);
  expect(stored.some(({ mobile }) => /^1\d{10}$/.test(String(mobile)))).toBe(false);
}, 60_000);

it('rests at night in the middle of a batch and goes on in the morning', async () => {
  await carrier({});
  await customers('宁波', 120);
  const id = await approved('宁波');
  // The list is made by day; while it is handed over the evening comes.
  await at(noon(3, 19));
  const [first] = await company.database.rows('select sent from sms_batch where id = $1', [id]);
  expect(first).toEqual({ sent: 120 });
  await customers('温州', 60);
  const late = await approved('温州');
  await at(noon(3, 21));
  expect(await batchOf(late)).toMatchObject({ status: 'approved' });
  await company.database.rows("update sms_batch set status = 'sending' where id = $1", [late]);
  await worker.platform.services.jobs.start(
    'sms',
    { batchId: late },
    {
      db: worker.platform.db,
      caller: systemCaller,
      page: undefined,
      now: noon(3, 21).toISOString(),
      requestId: 'test',
    },
    { once: late },
  );
  vi.useFakeTimers({ toFake: ['Date'], now: noon(3, 21) });
  await settled();
  expect(await batchOf(late)).toMatchObject({ status: 'sending', sent: 0, waiting: '不在发送时段（8:00–20:00）' });
  await at(noon(4, 8));
  expect(await batchOf(late)).toMatchObject({ sent: 60, waiting: null });
}, 60_000);

it('sends a number one promotion a day and three in thirty days, over batches and parallel senders', async () => {
  await carrier({});
  await customers('无锡', 80);
  const second = newWorker();
  const batches = [await approved('无锡'), await approved('无锡'), await approved('无锡')];
  await at(noon(10));
  await second.close();
  const sent =
    'select count(*)::int as n, count(distinct mobile_hash)::int as numbers from sms_record where batch_id = any($1) and sent_at is not null';
  expect(await company.database.rows(sent, [batches])).toEqual([{ n: 80, numbers: 80 }]);
  for (const day of [11, 12, 13]) {
    batches.push(await approved('无锡'));
    await at(noon(day));
  }
  const each = `select n, count(*)::int as numbers from (select mobile_hash, count(*)::int as n from sms_record
    where batch_id = any($1) and sent_at is not null group by 1) counted group by 1`;
  expect(await company.database.rows(each, [batches])).toEqual([{ n: 3, numbers: 80 }]);
  expect(await recordsOf(batches.at(-1) ?? '')).toEqual([['skipped', '30 天内已发 3 次', 80]]);
  const later = await approved('无锡').catch(() => undefined);
  expect(later).toBeDefined();
  await at(noon(42));
  expect(await batchOf(later ?? '')).toMatchObject({ sent: 80 });
}, 120_000);

it('takes replies: whoever answers R gets no more, whatever else he answers', async () => {
  await carrier({});
  const [one, other] = await customers('常州', 2);
  const id = await approved('常州');
  await at(noon(50));
  const number = async (customer: string | undefined) =>
    String((await company.records.findOne('customer', { id: customer }))?.mobile);
  await reply('a', await number(one), ' ｒ ');
  await reply('b', await number(other), '请问几点上课');
  await reply('c', await number(one), 'R');
  await at(noon(50, 13));
  const outs = await company.database.rows('select source, batch_id from sms_opt_out where source = $1', ['reply']);
  expect(outs).toEqual([{ source: 'reply', batch_id: id }]);
  expect(await readdir(path.join(smsFolder(company.database), 'inbox'))).toEqual([]);
  const next = await approved('常州');
  await at(noon(51));
  expect(await recordsOf(next)).toContainEqual(['skipped', '已退订', 1]);
  expect(await batchOf(next)).toMatchObject({ sent: 1, skipped: 1 });
}, 60_000);

it('keeps what the provider does not take, and goes on when it answers again; what it refuses has failed', async () => {
  await customers('扬州', 3);
  const refused = mobileOf(lastNumber);
  await carrier({ down: true, refused: [refused] });
  const id = await approved('扬州');
  await at(noon(60));
  expect(await batchOf(id)).toMatchObject({ status: 'sending', sent: 0, waiting: '短信服务商没有应答，稍后重试' });
  expect(await recordsOf(id)).toEqual([
    ['queued', '短信服务商没有应答', 1],
    ['queued', null, 2],
  ]);
  await carrier({ refused: [refused] });
  await at(noon(60));
  expect(await batchOf(id), 'not before its time').toMatchObject({ sent: 0 });
  await at(noon(60, 13));
  expect(await batchOf(id)).toMatchObject({ sent: 2, failed: 1, waiting: null });
  expect(await recordsOf(id)).toContainEqual(['failed', '号码不存在', 1]);
}, 60_000);

it('sends what was taken and left neither at night nor to who has had enough or wants no more since', async () => {
  const [out, barred, twice, fine] = await customers('盐城', 4);
  await carrier({ down: true });
  const id = await approved('盐城');
  await at(noon(62, 19));
  const taken = 'select count(*)::int as n from sms_record where batch_id = $1 and taken_at is not null';
  expect(await company.database.rows(taken, [id])).toEqual([{ n: 4 }]);
  await done('promoter', 'opt/out/create', {
    mobile: (await company.records.findOne('customer', { id: out }))?.mobile,
  });
  await company.records.update('customer', String(barred), { blacklisted: true });
  await carrier({});
  // A node that comes back at night goes on with what it was at.
  vi.useFakeTimers({ toFake: ['Date'], now: noon(62, 22) });
  await worker.platform.services.jobs.start(
    'sms',
    { batchId: id },
    {
      db: worker.platform.db,
      caller: systemCaller,
      page: undefined,
      now: noon(62, 22).toISOString(),
      requestId: 'test',
    },
    { once: id },
  );
  await settled();
  expect(await batchOf(id)).toMatchObject({ sent: 0, waiting: '不在发送时段（8:00–20:00）' });
  vi.useRealTimers();
  // Another batch was first in the morning.
  await company.database.rows(
    `insert into sms_record (id, batch_id, customer_id, mobile, mobile_hash, status, attempts, taken_at, sent_at, created_at, updated_at, version)
      select gen_random_uuid(), $1, id, mobile, mobile_hash, 'sent', 1, $3, $3, $3, $3, 1 from customer where id = $2`,
    [await draft('盐城'), twice, noon(63, 8).toISOString()],
  );
  await at(noon(63, 9));
  expect(await batchOf(id)).toMatchObject({ sent: 1, skipped: 3 });
  expect(await recordsOf(id)).toEqual(
    expect.arrayContaining([
      ['skipped', '今日已发过', 1],
      ['skipped', '已退订', 1],
      ['skipped', '黑名单', 1],
    ]),
  );
  const [row] = await company.database.rows(
    'select taken_at from sms_record where batch_id = $1 and customer_id = $2',
    [id, fine],
  );
  expect(dayOf(new Date(String(row?.taken_at)).toISOString()), 'counts for the day it was sent').toBe(
    dayOf(noon(63).toISOString()),
  );
}, 60_000);

it('passes over a batch that its last receipt is closing just then', async () => {
  await carrier({ delaySeconds: 3600 });
  await customers('泰州', 1);
  const id = await approved('泰州');
  await at(noon(65));
  expect(await batchOf(id)).toMatchObject({ status: 'sending', sent: 1 });
  let looked: Promise<void> | undefined;
  await inTransaction(worker.platform.db, async (db) => {
    await seedContext({ ...company, ...worker.platform, db, now: noon(69).toISOString() }).records.update(
      'sms_batch',
      id,
      {
        status: 'done',
      },
    );
    // By then no receipt is waited for any more, so that it would be closed as well.
    looked = at(noon(69));
    const waiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await expect.poll(async () => (await company.database.rows(waiting)).length).toBeGreaterThan(0);
  });
  await looked;
  expect(await company.database.rows("select message from background_job where status = 'failed'")).toEqual([]);
}, 60_000);

it('stops what is left when it is cancelled, and when its author left', async () => {
  await carrier({ down: true });
  await customers('镇江', 120);
  const id = await approved('镇江');
  await at(noon(70));
  await done('promoter', 'batch/cancel', { id });
  expect(await recordsOf(id), 'none waits for ever').toEqual([['skipped', '批次已取消', 120]]);
  // The sender had died with one that had gone out: what the provider tells of it counts.
  const [arrived] = await company.database.rows(
    'select id from sms_record where batch_id = $1 and taken_at is not null limit 1',
    [id],
  );
  await carrier({});
  await writeFile(
    path.join(smsFolder(company.database), 'inbox', 'late.json'),
    JSON.stringify({ kind: 'receipt', key: arrived?.id, delivered: true }),
  );
  await at(noon(70, 13));
  expect(await batchOf(id)).toMatchObject({ status: 'cancelled', sent: 1, success: 1, skipped: 119 });
  expect(await recordsOf(id)).toContainEqual(['delivered', null, 1]);
  const gone = await approved('镇江');
  await company.database.rows("update staff set status = 'resigned' where account = 'promoter'");
  await at(noon(71));
  expect(await batchOf(gone)).toMatchObject({ status: 'cancelled', sent: 0 });
  expect(await recordsOf(gone)).toEqual([]);
  await company.database.rows("update staff set status = 'active' where account = 'promoter'");
}, 60_000);

it('neither loses nor doubles a message when senders are killed', { timeout: 300_000 }, async () => {
  await worker.close();
  await rm(path.join(smsFolder(company.database), 'sent'), { recursive: true, force: true });
  await rm(path.join(smsFolder(company.database), 'told'), { recursive: true, force: true });
  await carrier({ delaySeconds: 3600 });
  const count = process.env.TEST_DEPTH === 'deep' ? 200 : 70;
  await customers('南通', count);
  const id = await approved('南通');
  await company.database.rows("update sms_batch set status = 'sending', total = 0 where id = $1", [id]);
  const queue = startJobWorker(company.documents, company.database, { workers: 0 });
  await queue.platform.services.jobs.start(
    'sms',
    { batchId: id },
    { db: queue.platform.db, caller: systemCaller, page: undefined, now: new Date().toISOString(), requestId: 'kill' },
    { once: id },
  );
  // Each sender comes to a lock and is killed on its way there or before it: none can be through.
  const killedBefore = (hold: (records: RecordStore) => Promise<unknown>) =>
    inTransaction(queue.platform.db, async (db) => {
      await hold(seedContext({ ...company, ...queue.platform, db, now: new Date().toISOString() }).records);
      const waiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
      const handed = (await handedOver()).length;
      const node = await startJobProcess(company.database);
      const isOnItsWay = async () =>
        (await handedOver()).length > handed || (await company.database.rows(waiting)).length > 0;
      await expect.poll(isOnItsWay, { timeout: 60_000, interval: 5 }).toBe(true);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 50));
      await killProcess(node);
      expect((await batchOf(id))?.sent).not.toBe(count);
    });
  await killedBefore((records) => records.update('sms_batch', id, { waiting: null }));
  await killedBefore((records) => records.hold('sms provider'));
  const kills = process.env.TEST_DEPTH === 'deep' ? 30 : 2;
  for (let kill = 0; kill < kills; kill += 1)
    await killedBefore(async (records) => {
      const queued = await records.find('sms_record', { batchId: id, status: 'queued' }, count);
      const one = queued[Math.floor(Math.random() * queued.length)];
      await records.update('sms_record', String(one?.id), { error: null });
    });
  const last = await startJobProcess(company.database);
  await expect.poll(async () => (await batchOf(id))?.sent, { timeout: 60_000 }).toBe(count);
  await killProcess(last);
  expect(await recordsOf(id)).toEqual([['sent', null, count]]);
  const ids = await company.database.rows('select id from sms_record where batch_id = $1', [id]);
  expect(await handedOver()).toEqual(ids.map((row) => `${String(row.id)}.json`).sort());
  await queue.close();
  worker = newWorker();
});
