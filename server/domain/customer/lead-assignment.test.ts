import { describe, expect, it } from 'vitest';
import {
  company,
  create,
  customer,
  lead,
  ownersAndNumbersAreWhole,
  startLeadCompany,
  withRule,
} from './lead-company.testing.ts';
import {
  goesBackToWhereItWas,
  staysWhereItIsLate,
  staysWhereSomethingCameOfIt,
  waitsForWhoHasTheCustomer,
} from './lead-taken-back.testing.ts';

startLeadCompany();

it('hands a new lead out in turn with its customer, its owner record, its notice and its line; following it up answers it', async () => {
  await withRule({}, async () => {
    const id = await create();
    const second = await create();
    const found = await lead(id);
    expect(found).toMatchObject({ status: 'assigned', promoterId: company.ids.promoter });
    expect((await lead(second))?.assigneeId).not.toBe(found?.assigneeId);
    expect(await customer(found?.customerId)).toMatchObject({ ownState: 'owned', ownerId: found?.assigneeId });
    expect(Date.parse(String(found?.acceptDeadline)) - Date.parse(String(found?.assignedAt))).toBe(600_000);
    const mine = found?.assigneeId === company.ids.sales ? 'sales' : 'sales2';
    const other = mine === 'sales' ? 'sales2' : 'sales';
    expect(
      await company.records.count('notification', { receiverId: company.ids[mine], linkId: found?.customerId }),
    ).toBe(1);
    expect(await company.records.find('owner_record', { subjectId: found?.customerId })).toMatchObject([
      { action: 'assign', toStaffId: found?.assigneeId, endedAt: null },
    ]);
    const lines = async (account: string) =>
      (await company.call<readonly string[]>(account, '/v1/work/order/ten/minute/query')).data.length;
    expect([await lines(mine), await lines(other)]).toEqual([1, 1]);
    expect(await company.call(mine, '/v1/lead/first/follow', { id })).toMatchObject({
      data: { error: { code: 'E_LEAD_NO_FOLLOW_UP' } },
    });
    const followUp = { bizType: 'lead', bizId: id, method: 'call', result: 'interested', content: '想了解报名条件' };
    expect(await company.call(mine, '/v1/follow/up/create', followUp)).toMatchObject({ code: '0' });
    expect(await lead(id)).toMatchObject({ status: 'following', firstFollowBy: company.ids[mine] });
    expect(await customer(found?.customerId)).toMatchObject({ stage: 'following', followCount: 1 });
    expect([await lines(mine), await lines(other)]).toEqual([0, 1]);
    const logged = await company.records.find('operation_log', { entity: 'lead', entityId: id });
    expect(logged.map(({ action }) => action)).toEqual(['lead.firstFollow', 'lead.autoAssign', 'lead.create']);
    expect(await company.call(mine, '/v1/lead/convert', { id, amount: 980_000 })).toMatchObject({ code: '0' });
    const converted = await lead(id);
    expect(converted).toMatchObject({ status: 'converted' });
    expect(await company.records.findOne('opportunity', { id: converted?.opportunityId })).toMatchObject({
      amount: 980_000,
      customerId: found?.customerId,
    });
    expect(await customer(found?.customerId)).toMatchObject({ stage: 'interested' });
  });
});

it('keeps to caps, loads, weights, projects, hours and who takes leads', async () => {
  const { ids, records } = company;
  await withRule({ method: 'fixed', staffIds: [ids.sales3, ids.sales], dailyCapPerStaff: 1 }, async () => {
    const got = [await create(), await create(), await create()];
    const people = await Promise.all(got.map(async (id) => (await lead(id))?.assigneeId));
    expect(people.slice(0, 1)).toEqual([ids.sales3]);
    expect(people[2]).toBeNull();
    expect((await lead(got[2] ?? ''))?.status).toBe('valid');
  });
  await withRule({ method: 'fixed', staffIds: [ids.sales] }, async () => {
    for (let load = 0; load < 2; load += 1) await create();
  });
  await withRule({ method: 'least_loaded', staffIds: [ids.sales3, ids.sales] }, async () => {
    expect((await lead(await create()))?.assigneeId).toBe(ids.sales3);
  });
  await records.update('staff', ids.sales3 ?? '', { leadWeight: 50 });
  await withRule({ method: 'weight', staffIds: [ids.sales3, ids.sales] }, async () => {
    expect((await lead(await create()))?.assigneeId).toBe(ids.sales3);
  });
  await records.update('staff', ids.sales3 ?? '', { receiveLeads: false });
  await withRule({ staffIds: [ids.sales3] }, async () => {
    expect(await lead(await create())).toMatchObject({ status: 'valid', assigneeId: null });
  });
  await records.update('staff', ids.sales3 ?? '', { receiveLeads: true });
  await withRule({ provinces: '广东、浙江' }, async () => {
    expect(await lead(await create({ province: '湖南' }))).toMatchObject({ status: 'valid' });
    expect(await lead(await create({ province: '浙江' }))).toMatchObject({ status: 'assigned' });
  });
});

it('assigns selected leads by rule, and passes on what nobody answered to each of the others once', async () => {
  const { ids, records } = company;
  const waiting = [await create(), await create()];
  const assign = (account: string, body: object) => company.call(account, '/v1/lead/auto/assign', { ...body });
  expect(await assign('admin', { id: waiting[0] })).toMatchObject({ data: { error: { code: 'E_LEAD_NOBODY' } } });
  await withRule({}, async () => {
    expect(await assign('promoter', { ids: waiting })).toMatchObject({ code: '1001' });
    expect(await assign('admin', { ids: waiting })).toMatchObject({ data: { done: 2 } });
    const id = String(waiting[0]);
    const first = await lead(id);
    const firstAccount = first?.assigneeId === ids.sales ? 'sales' : 'sales2';
    const pass = () => company.call('admin', '/v1/lead/auto/reassign', { id });
    expect(await pass()).toMatchObject({ data: { error: { code: 'E_GUARD' } } });
    const late = () => records.update('lead', id, { acceptDeadline: new Date(Date.now() - 1000).toISOString() });
    await late();
    expect(await pass()).toMatchObject({ code: '0' });
    const second = await lead(id);
    expect(second).toMatchObject({ status: 'assigned', reassignCount: 1, promoterId: ids.promoter });
    expect(second?.assigneeId).not.toBe(first?.assigneeId);
    expect(await customer(first?.customerId)).toMatchObject({ ownerId: second?.assigneeId });
    expect(await company.call(firstAccount, '/v1/customer/view', { id: first?.customerId })).toMatchObject({
      data: { error: { code: 'E_NOT_FOUND' } },
    });
    const history = await records.find('owner_record', { subjectId: first?.customerId });
    expect(history.map(({ action }) => action).toSorted()).toEqual(['assign', 'transfer']);
    expect(history.filter(({ endedAt }) => endedAt === null)).toHaveLength(1);
    await late();
    // Both had it: it stays with the second.
    expect(await pass()).toMatchObject({ data: { error: { code: 'E_LEAD_NOBODY' } } });
  });
});

it('keeps owners and numbers whole through all of it', ownersAndNumbersAreWhole);

it('gives a lead that was reassigned back to whom it was taken from, with its customer, by whoever took it', async () => {
  const { ids, records, database } = company;
  const step = (account: string, key: string, id: string, input: object = {}) =>
    company.call(account, `/v1/lead/${key}`, { id, ...input });
  const refused = { data: { error: { code: 'E_CUSTOMER_TAKE_BACK' } } };
  const unanswered = async () => {
    const id = await create();
    expect(await step('admin', 'assign', id, { staffId: ids.sales })).toMatchObject({ code: '0' });
    const ofLead = '(select customer_id from lead where id = $1)';
    const earlier = "- interval '11 minutes'";
    for (const statement of [
      `update lead set accept_deadline = accept_deadline ${earlier}, assigned_at = assigned_at ${earlier} where id = $1`,
      `update customer set assigned_at = assigned_at ${earlier} where id = ${ofLead}`,
      `update owner_record set started_at = started_at ${earlier} where subject_id = ${ofLead}`,
    ])
      await database.rows(statement, [id]);
    return id;
  };
  const given = (id: string) => step('manager', 'reassign', id, { staffId: ids.sales2 });
  const told = (customerId: unknown) => records.count('notification', { receiverId: ids.sales2, linkId: customerId });
  const keys = [
    'assigneeId',
    'assigneeDeptId',
    'assignRuleId',
    'assignedAt',
    'acceptDeadline',
    'reassignCount',
    'status',
  ];

  const id = await unanswered();
  const before = await lead(id);
  const owned = await customer(before?.customerId);
  expect(await given(id)).toMatchObject({ code: '0' });
  expect(await lead(id)).toMatchObject({ assigneeId: ids.sales2, reassignCount: 1 });
  expect(await customer(before?.customerId)).toMatchObject({ ownerId: ids.sales2 });
  expect(await told(before?.customerId)).toBe(1);
  expect(await step('sales2', 'unreassign', id)).toMatchObject({ code: '1001' });
  expect(await step('admin', 'unreassign', id)).toMatchObject(refused);
  expect(await step('manager', 'unreassign', id)).toMatchObject({ code: '0' });
  const after = await lead(id);
  for (const key of keys) expect(after?.[key], key).toEqual(before?.[key]);
  const back = await customer(before?.customerId);
  for (const key of ['ownState', 'ownerId', 'ownerDeptId', 'stage', 'assignedAt', 'claimedAt', 'poolId'])
    expect(back?.[key], key).toEqual(owned?.[key]);
  expect(await told(before?.customerId)).toBe(0);
  const live = await records.find('owner_record', { subjectId: before?.customerId, endedAt: null });
  expect(live).toMatchObject([{ action: 'undo', fromStaffId: ids.sales2, toStaffId: ids.sales }]);
  // There is nothing more to take back.
  expect(await step('manager', 'unreassign', id)).toMatchObject(refused);

  // Once the receiver wrote to him it stands, and is given to nobody else either.
  const followed = await unanswered();
  await given(followed);
  const customerId = (await lead(followed))?.customerId;
  const note = { bizType: 'customer', bizId: customerId, method: 'wechat', result: 'connected', content: '已联系客户' };
  expect(await company.call('sales2', '/v1/follow/up/create', note)).toMatchObject({ code: '0' });
  const open = "update lead set status = 'assigned', accept_deadline = now() - interval '1 minute' where id = $1";
  await database.rows(open, [followed]);
  expect(await step('manager', 'unreassign', followed)).toMatchObject(refused);
  const unguarded = { data: { error: { code: 'E_GUARD' } } };
  expect(await given(followed)).toMatchObject(unguarded);

  // An assignment is no reassignment, which there is none of in time; a minute later it is too late.
  const first = await create();
  await step('manager', 'assign', first, { staffId: ids.sales });
  expect(await step('manager', 'unreassign', first)).toMatchObject(refused);
  expect(await given(first)).toMatchObject(unguarded);
  const late = await unanswered();
  await given(late);
  await database.rows("update lead set assigned_at = assigned_at - interval '2 minutes' where id = $1", [late]);
  expect(await step('manager', 'unreassign', late)).toMatchObject(refused);
});

describe('whoever takes a reassignment back', staysWhereSomethingCameOfIt);
describe('whoever takes a reassignment back later', staysWhereItIsLate);
describe('taking a reassignment back', waitsForWhoHasTheCustomer);
describe('a reassignment that is taken back', goesBackToWhereItWas);

it('keeps owners whole through all that was taken back too', ownersAndNumbersAreWhole);
