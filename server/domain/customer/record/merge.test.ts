import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { brokenInvariants } from '../invariants.testing.ts';

let company: TestApp;
let serial = 0;

beforeAll(async () => {
  company = await startTestApp();
}, 60_000);

afterAll(() => company.close());

type Id = { readonly id: string };

async function customerOf(account: string): Promise<string> {
  serial += 1;
  const made = await company.call<Id>(account, '/v1/customer/create', {
    name: `客户${serial}`,
    mobile: `1366000${String(serial).padStart(4, '0')}`,
    intentionProjectIds: [company.ids.project],
    channelId: company.ids.channel,
    level: 'b',
  });
  return made.data.id;
}

/** Something of every kind about a customer. */
async function fill(id: string, account: string): Promise<void> {
  const { ids, records } = company;
  const followUp = { bizType: 'customer', bizId: id, method: 'wechat', result: 'interested', content: '问了报名条件' };
  for (const _ of [1, 2])
    expect(await company.call(account, '/v1/follow/up/create', followUp)).toMatchObject({ code: '0' });
  expect(await company.call(account, '/v1/user/explain/create', { userId: id, content: '晚上联系' })).toMatchObject({
    code: '0',
  });
  serial += 1;
  await records.insert('call_record', {
    callNo: `TH${serial}`,
    provider: 'manual',
    direction: 'out',
    staffId: ids[account],
    departmentId: ids.group1,
    customerId: id,
    bizType: 'customer',
    bizId: id,
    startedAt: new Date().toISOString(),
    talkSeconds: 0,
    status: 'no_answer',
    confirmation: 'manual',
    forbiddenHitCount: 0,
    qaStatus: 'none',
  });
}

const tables = [
  'follow_up',
  'call_record',
  'user_explain',
  'opportunity',
  'sales_order',
  'work_order',
  'lead',
  'customer_phone',
];

/** How many rows of each kind are about some customers. */
async function about(ids: readonly string[]): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const key = table === 'user_explain' ? 'userId' : 'customerId';
    counts[table] = 0;
    for (const id of ids) counts[table] += await company.records.count(table, { [key]: id });
  }
  return counts;
}

it('makes one customer of two: all history with the older, the other read-only and pointing to him', async () => {
  const { records } = company;
  const [older, younger] = [await customerOf('sales'), await customerOf('sales2')];
  await fill(older, 'sales');
  await fill(younger, 'sales2');
  await records.update('customer', younger, { orderCount: 1, paidTotal: 5000, city: '长沙' });
  const before = await about([older, younger]);
  expect(before).toMatchObject({ follow_up: 4, call_record: 2, user_explain: 2, customer_phone: 2 });

  expect(await company.call('manager', '/v1/customer/merge', { id: younger, otherId: older })).toMatchObject({
    code: '1001',
  });
  expect(await company.call('admin', '/v1/customer/merge', { id: younger, otherId: younger })).toMatchObject({
    data: { error: { code: 'E_CUSTOMER_MERGE' } },
  });
  const merged = await company.call('admin', '/v1/customer/merge', { id: younger, otherId: older });
  expect(merged).toMatchObject({ code: '0', data: { id: older, mergedId: younger } });

  expect(await about([older])).toEqual(before);
  expect(await about([younger])).toEqual(Object.fromEntries(tables.map((table) => [table, 0])));
  expect(await records.findOne('customer', { id: older })).toMatchObject({
    ownState: 'owned',
    ownerId: company.ids.sales,
    followCount: 4,
    callCount: 2,
    orderCount: 1,
    paidTotal: 5000,
    city: '长沙',
    stage: 'following',
  });
  expect(await records.findOne('customer', { id: younger })).toMatchObject({ mergedIntoId: older, ownerId: null });
  const phones = await records.find('customer_phone', { customerId: older });
  expect(phones.map(({ kind }) => kind).toSorted()).toEqual(['backup', 'main']);
  expect(await records.find('owner_record', { subjectId: older, endedAt: null })).toMatchObject([
    { action: 'merge', toStaffId: company.ids.sales },
  ]);
  expect(await records.count('owner_record', { subjectId: younger, endedAt: null })).toBe(0);

  const refused = { data: { error: { code: 'E_CUSTOMER_MERGED' } } };
  const one = await records.findOne('customer', { id: younger });
  expect(
    await company.call('admin', '/v1/customer/modify', { id: younger, version: one?.version, city: '武汉' }),
  ).toMatchObject(refused);
  expect(await company.call('admin', '/v1/customer/merge', { id: younger, otherId: older })).toMatchObject(refused);
  const followUp = { bizType: 'customer', bizId: younger, method: 'call', result: 'refused', content: '不该写在这里' };
  const named = { data: { error: { faults: [{ code: 'E_INPUT_RULE' }] } } };
  expect(await company.call('admin', '/v1/follow/up/create', followUp)).toMatchObject(named);
  expect(await company.call('admin', '/v1/user/explain/create', { userId: younger, content: '无' })).toMatchObject(
    named,
  );
  for (const verb of ['claim', 'assign', 'transfer', 'return']) {
    const input = { id: younger, staffId: company.ids.sales, reason: '无' };
    const body =
      verb === 'claim'
        ? { id: younger }
        : verb === 'return'
          ? { id: younger, reason: '无' }
          : { id: younger, staffId: input.staffId };
    const answer = await company.call('admin', `/v1/customer/${verb}`, body, {
      'idempotency-key': crypto.randomUUID(),
    });
    expect(answer, verb).toMatchObject({ code: '1' });
  }
  expect(await brokenInvariants(company.database)).toEqual([]);
  // His number is still known, as one of the survivor's.
  const again = {
    name: '又来',
    mobile: String(one?.mobile),
    intentionProjectIds: [company.ids.project],
    channelId: company.ids.channel,
    level: 'b',
  };
  expect(await company.call('sales3', '/v1/customer/create', again)).toMatchObject({
    message: '该手机号已存在，当前归属：其他同事',
  });
});

it('merges through the decision on a duplicate, once, whoever asks at the same time', async () => {
  const [one, other] = [await customerOf('sales'), await customerOf('sales2')];
  const mobile = String((await company.records.findOne('customer', { id: one }))?.mobile);
  const source = { projectId: company.ids.project, channelId: company.ids.channel };
  const lead = await company.call<Id>(
    'promoter',
    '/v1/lead/create',
    { name: '重复', mobile, ...source },
    { 'idempotency-key': crypto.randomUUID() },
  );
  const row = await company.records.findOne('lead_duplicate', { leadId: lead.data.id });
  expect(row).toMatchObject({ status: 'pending', matchedCustomerId: one });
  const answers = await Promise.all([
    company.call('admin', '/v1/lead/duplicate/merge', { id: row?.id, otherCustomerId: other }),
    company.call('admin', '/v1/customer/merge', { id: other, otherId: one }),
    company.call('admin', '/v1/customer/merge', { id: one, otherId: other }),
  ]);
  expect(answers.filter(({ code }) => code === '0')).toHaveLength(1);
  expect(await company.records.findOne('customer', { id: other })).toMatchObject({ mergedIntoId: one });
});
