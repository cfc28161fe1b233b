import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { formatMessage } from '../../../engine/model/texts/index.ts';
import { dayLength } from '../../../engine/model/time/index.ts';
import type { ConditionCount } from '../../../engine/model/wire/index.ts';
import { inTransaction } from '../../db/connection/connect.ts';
import { seedContext } from '../../seed/seed-context.ts';
import { smsFolder } from '../../testing/job-worker.ts';
import {
  approved,
  at,
  batchOf,
  call,
  carrier,
  company,
  customers,
  done,
  draft,
  handedOver,
  hours,
  inCity,
  lastNumber,
  mobileOf,
  noon,
  recordsOf,
  startSmsCompany,
  templateId,
  worker,
} from './sms-company.testing.ts';
import { isSendingTime } from './sms-hours.ts';
import { checkText, isOptOut, textFor } from './sms-text.ts';

startSmsCompany();

it('knows hours, variables, the way out and what asks for it', () => {
  expect([7, 8, 19, 20].map((hour) => isSendingTime(noon(0, hour).toISOString(), hours))).toEqual([
    ...[false, true, true, false],
  ]);
  expect(() => checkText({ kind: 'marketing', content: '您好' })).toThrow('拒收请回复R');
  expect(() => checkText({ kind: 'notice', content: '{nmae}您好' })).toThrow('{nmae}');
  expect(() => checkText({ kind: 'notice', content: '{name您好' })).toThrow('单独的花括号');
  const lacking = textFor({ sign: '学堂', content: '{name}，{city}' }, { name: '林一', city: null });
  expect('missing' in lacking && formatMessage(lacking.missing)).toBe('城市');
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
