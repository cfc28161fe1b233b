import { expect, it } from 'vitest';
import {
  company,
  newCustomer,
  newOrder,
  orderOf,
  raised,
  startWorkOrderCompany,
} from './work-order-company.testing.ts';

startWorkOrderCompany();

let serial = 0;

/** Runs work while one rule is in force, and takes it away again. */
async function withRule(over: Record<string, unknown>, work: (ruleId: string) => Promise<void>): Promise<void> {
  const { ids, records } = company;
  const id = await records.insert('assign_rule', {
    ...{ name: `工单规则${serial++}`, priority: 1, days: 'every_day', method: 'round_robin', subject: 'service' },
    ...{ staffIds: [ids.sales2, ids.group_leader], dailyCapPerStaff: 1000, acceptTimeoutMinutes: 10, enabled: true },
    ...over,
  });
  await work(id);
  await records.update('assign_rule', id, { enabled: false });
}

const handlerOf = async (id: string) => (await orderOf(id)).assigneeId;

it('hands a new order out in turn, as if somebody had assigned it: told, logged in the server’s name, of his department', async () => {
  const { ids, records } = company;
  await withRule({}, async (ruleId) => {
    const [first, second, third] = [await raised('service'), await raised('service'), await raised('service')];
    const people = await Promise.all([first, second, third].map(handlerOf));
    expect(new Set(people)).toEqual(new Set([ids.sales2, ids.group_leader]));
    expect(people[0]).not.toBe(people[1]);
    expect(people[2]).toBe(people[0]);
    expect(await orderOf(first)).toMatchObject({ status: 'pending_accept', assigneeDeptId: ids.group1 });
    expect(await records.count('notification', { linkId: first, receiverId: people[0] })).toBe(1);
    const logged = await records.find('operation_log', { entity: 'work_order', entityId: first });
    expect(logged.map(({ action, staffId }) => [action, staffId])).toEqual([
      ['work_order.assign', null],
      ['work_order.create', ids.sales],
    ]);
    expect((await records.findOne('assign_rule', { id: ruleId }))?.lastStaffId).toBe(people[2]);
    // Rules of one type hand out no other, nor leads.
    expect(await orderOf(await raised('after_sales'))).toMatchObject({ status: 'pending_assign', assigneeId: null });
  });
});

it('keeps to the project of the order, to loads, to caps, and to whom it cannot go', async () => {
  const { ids, records } = company;
  const itemTypeId = (await records.findOne('project', { id: ids.project }))?.itemTypeId;
  const other = await records.insert('project', { code: 'other', name: '另一个项目', itemTypeId, enabled: true });
  await withRule({ subject: 'refund', projectIds: [ids.project] }, async () => {
    const customerId = await newCustomer();
    const covered = await raised('refund', { customerId, orderId: await newOrder(customerId) });
    expect((await orderOf(covered)).status).toBe('pending_accept');
    const elsewhere = await newCustomer();
    const orderId = await newOrder(elsewhere, { projectId: other });
    expect((await orderOf(await raised('refund', { customerId: elsewhere, orderId }, 'admin'))).status).toBe(
      'pending_assign',
    );
  });
  await withRule({ subject: 'after_sales', method: 'least_loaded' }, async () => {
    const busy = await handlerOf(await raised('after_sales'));
    expect(await handlerOf(await raised('after_sales'))).not.toBe(busy);
  });
  await withRule({ subject: 'call_back', staffIds: [ids.sales2], dailyCapPerStaff: 1 }, async () => {
    const kind = { callbackKind: 'service' };
    expect(await handlerOf(await raised('call_back', kind))).toBe(ids.sales2);
    expect((await orderOf(await raised('call_back', kind))).status).toBe('pending_assign');
  });
  await withRule({ subject: 'complaint', staffIds: [ids.sales, ids.sales2, ids.group_leader] }, async () => {
    for (let n = 0; n < 3; n++)
      expect(await handlerOf(await raised('complaint', { liableStaffId: ids.sales2 }))).toBe(ids.group_leader);
  });
});

it('is of two at once in turn, and a leaver gets none', async () => {
  const { ids, records } = company;
  await withRule({}, async () => {
    const people = await Promise.all(Array.from({ length: 6 }, async () => handlerOf(await raised('service'))));
    const got = (id: string | undefined) => people.filter((one) => one === id).length;
    expect([got(ids.sales2), got(ids.group_leader)]).toEqual([3, 3]);
    await records.update('staff', String(ids.sales2), { status: 'leaving' });
    for (let n = 0; n < 2; n++) expect(await handlerOf(await raised('service'))).toBe(ids.group_leader);
    await records.update('staff', String(ids.sales2), { status: 'active' });
  });
});

it('refuses conditions that only leads have', async () => {
  const { ids } = company;
  const rule = { name: '服务轮流', subject: 'service', method: 'round_robin', dailyCapPerStaff: 9, enabled: true };
  const make = (over: Record<string, unknown>) => company.call('admin', '/v1/assign/rule/create', { ...rule, ...over });
  for (const [over, pointer] of [
    [{ channelIds: [ids.channel] }, '/channelIds'],
    [{ provinces: '广东' }, '/provinces'],
  ] as const)
    expect(await make(over)).toMatchObject({ data: { error: { code: 'E_INPUT_INVALID', faults: [{ pointer }] } } });
  expect(await make({ subject: 'lead', name: '线索轮流', provinces: '广东', enabled: false })).toMatchObject({
    code: '0',
  });
});
