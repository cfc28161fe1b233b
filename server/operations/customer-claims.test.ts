import { expect, it } from 'vitest';
import { company, create, newCustomer, onPool, startCustomerCompany } from './customer-company.testing.ts';

startCustomerCompany();

const pooled = async () => {
  const id = await create('sales3');
  expect(await company.call('sales3', '/v1/customer/return', { id, reason: '无法联系' })).toMatchObject({ code: '0' });
  return id;
};
/** A claim made anew: each carries a number of its own. */
const claiming = () => ({ ...onPool, 'idempotency-key': crypto.randomUUID() });

it('claims from the pool and keeps the owner history without gaps', async () => {
  const id = await pooled();
  expect(await company.call('sales', '/v1/customer/view', { id })).toMatchObject({
    data: { error: { code: 'E_NOT_FOUND' } },
  });
  expect(await company.call('sales', '/v1/customer/claim', { id }, claiming())).toMatchObject({ code: '0' });
  expect(await company.records.findOne('customer', { id })).toMatchObject({
    ownState: 'owned',
    ownerId: company.ids.sales,
    ownerDeptId: company.ids.group1,
    poolId: null,
  });
  const history = [...(await company.records.find('owner_record', { subjectId: id }))].sort((a, b) =>
    String(a.startedAt).localeCompare(String(b.startedAt)),
  );
  expect(history.map((row) => row.action)).toEqual(['assign', 'return', 'claim']);
  expect(history.map((row) => row.endedAt)).toEqual([history[1]?.startedAt, history[2]?.startedAt, null]);
});

it('lets exactly one of ten claim a customer and tells the others who won', async () => {
  const id = await pooled();
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      company.call(index % 2 === 0 ? 'sales' : 'sales2', '/v1/customer/claim', { id }, claiming()),
    ),
  );
  expect(answers.filter((answer) => answer.code === '0')).toHaveLength(1);
  const winner = await company.records.findOne('staff', {
    id: (await company.records.findOne('customer', { id }))?.ownerId,
  });
  for (const answer of answers.filter((item) => item.code !== '0'))
    expect(answer.message).toBe(`该客户已被领取，当前归属：${winner?.name}`);
  expect(await company.records.count('owner_record', { subjectId: id, endedAt: null })).toBe(1);
});

it('refuses the previous owner within the cool-down', async () => {
  const id = await pooled();
  expect(await company.call('sales3', '/v1/customer/claim', { id }, claiming())).toMatchObject({
    code: '1',
    message: '您是该客户的前负责人，3天后才能再次领取',
  });
});

it('refuses a claim without a number of its own, and gives a repeated one its first answer', async () => {
  const id = await pooled();
  expect(await company.call('sales', '/v1/customer/claim', { id }, onPool)).toMatchObject({
    code: '1',
    data: { error: { code: 'E_KEY_REQUIRED' } },
  });
  expect(await company.records.findOne('customer', { id })).toMatchObject({ ownState: 'pooled' });
  const headers = claiming();
  const first = await company.call('sales', '/v1/customer/claim', { id }, headers);
  expect(first.code).toBe('0');
  expect(await company.call('sales', '/v1/customer/claim', { id }, headers)).toEqual(first);
});

it('refuses a claim without permission and changes nothing', async () => {
  const id = await pooled();
  const before = await company.records.findOne('customer', { id });
  expect(await company.call('promoter', '/v1/customer/claim', { id })).toMatchObject({
    code: '1001',
    data: { error: { code: 'E_NO_PERMISSION' } },
  });
  expect(await company.call('promoter', '/v1/customer/claim', { id }, onPool)).toMatchObject({
    code: '1001',
    data: { error: { code: 'E_NO_PAGE' } },
  });
  expect(await company.records.findOne('customer', { id })).toEqual(before);
});

it('assigns many at once with an answer per row', async () => {
  const ids = [await pooled(), await pooled(), await create('sales')];
  const answer = await company.call('group_leader', '/v1/customer/assign', { ids, staffId: company.ids.sales2 });
  expect(answer).toMatchObject({
    code: '0',
    data: { done: 2, failed: 1, results: [{ ok: true }, { ok: true }, { ok: false, code: 'E_STATE' }] },
  });
  expect(await company.records.findOne('customer', { id: ids[0] ?? '' })).toMatchObject({
    ownerId: company.ids.sales2,
    ownerDeptId: company.ids.group1,
  });
  expect(await company.call('sales', '/v1/customer/assign', { ids, staffId: company.ids.sales2 })).toMatchObject({
    code: '1001',
  });
});

it('writes a follow-up that moves the customer on', async () => {
  const id = await create('sales');
  const nextFollowAt = new Date(Date.now() + 86_400_000).toISOString();
  const body = {
    bizType: 'customer',
    bizId: id,
    method: 'wechat',
    result: 'interested',
    content: '加了微信，介绍了课程',
    nextFollowAt,
  };
  expect(await company.call('sales', '/v1/follow/up/create', body)).toMatchObject({ code: '0' });
  expect(await company.records.findOne('customer', { id })).toMatchObject({
    stage: 'following',
    followCount: 1,
    nextFollowAt,
  });
  expect(await company.call('sales2', '/v1/follow/up/create', body)).toMatchObject({
    code: '1',
    data: { error: { faults: [{ code: 'E_INPUT_REFERENCE' }] } },
  });
  expect(
    await company.call('sales', '/v1/follow/up/create', { ...body, nextFollowAt: '2020-01-01T00:00:00Z' }),
  ).toMatchObject({ data: { error: { faults: [{ code: 'E_INPUT_FUTURE' }] } } });
});

it('gives the same answer to the same idempotency key and refuses it for another body', async () => {
  const body = newCustomer();
  const key = { 'idempotency-key': 'once-and-only-once' };
  const [first, second] = await Promise.all([
    company.call('sales', '/v1/customer/create', body, key),
    company.call('sales', '/v1/customer/create', body, key),
  ]);
  expect(first.code).toBe('0');
  expect(second).toEqual(first);
  expect(await company.call('sales', '/v1/customer/create', { ...body, name: '李四' }, key)).toMatchObject({
    code: '1',
    data: { error: { code: 'E_IDEMPOTENCY' } },
  });
});
