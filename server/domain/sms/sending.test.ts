import { readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { dayOf } from '../../../engine/model/time/index.ts';
import { inTransaction } from '../../db/connection/connect.ts';
import { systemCaller } from '../../kernel/caller/caller.ts';
import type { RecordStore } from '../../kernel/operation/record-store.ts';
import { seedContext } from '../../seed/seed-context.ts';
import { killProcess, startJobProcess } from '../../testing/job-process.ts';
import { smsFolder, startJobWorker } from '../../testing/job-worker.ts';
import {
  approved,
  at,
  batchOf,
  carrier,
  company,
  customers,
  done,
  draft,
  handedOver,
  lastNumber,
  mobileOf,
  newWorker,
  noon,
  recordsOf,
  renewWorker,
  settled,
  startSmsCompany,
  worker,
} from './sms-company.testing.ts';

startSmsCompany();

const reply = (id: string, mobile: string, text: string) =>
  writeFile(
    path.join(smsFolder(company.database), 'inbox', `${id}.json`),
    JSON.stringify({ kind: 'reply', mobile, text }),
  );

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
  renewWorker();
});
