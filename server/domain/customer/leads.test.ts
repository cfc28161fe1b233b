import { afterAll, beforeAll, expect, it } from 'vitest';
import { SqlRecordStore } from '../../records/store/sql-record-store.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let company: TestApp;
let serial = 0;

beforeAll(async () => {
  company = await startTestApp();
}, 60_000);

afterAll(() => company.close());

const newNumber = () => `137${String(10_000_000 + serial++).padStart(8, '0')}`;
const leadOf = (over: Record<string, unknown> = {}) => ({
  name: '李想',
  mobile: newNumber(),
  projectId: company.ids.project,
  channelId: company.ids.channel,
  ...over,
});
const register = (body: Record<string, unknown>, account = 'promoter') =>
  company.call<{ id: string; error?: { code: string } }>(account, '/v1/lead/create', body, {
    'idempotency-key': crypto.randomUUID(),
  });
const create = async (over: Record<string, unknown> = {}, account = 'promoter') => {
  // What asks again does so a while after: within seconds it would be the same registration.
  if (over.mobile !== undefined)
    await company.database.rows("update lead set created_at = created_at - interval '1 minute'");
  const answer = await register(leadOf(over), account);
  expect(answer).toMatchObject({ code: '0' });
  return answer.data.id;
};
const lead = (id: string) => company.records.findOne('lead', { id });
const customer = (id: unknown) => company.records.findOne('customer', { id });
const duplicateOf = (leadId: string) => company.records.findOne('lead_duplicate', { leadId });
const check = (mobile: string, account = 'promoter') =>
  company.call<{ free: boolean; message?: string }>(account, '/v1/lead/check', { field: 'mobile', value: mobile });

/** Runs work while one rule is in force, and takes it away again. */
async function withRule(over: Record<string, unknown>, work: () => Promise<void>): Promise<void> {
  const values = {
    name: `规则${serial++}`,
    priority: 1,
    days: 'every_day',
    method: 'round_robin',
    staffIds: [company.ids.sales, company.ids.sales2],
    dailyCapPerStaff: 1000,
    acceptTimeoutMinutes: 10,
    enabled: true,
    ...over,
  };
  const id = await company.records.insert('assign_rule', values);
  await work();
  await company.records.update('assign_rule', id, { enabled: false });
}

it('says while a number is typed whether it is known, in every way people write it, and to nobody who he is', async () => {
  expect(await check('+86 138-1234 5678')).toMatchObject({ data: { free: true, message: '未找到，可以登记' } });
  const own = await create({ mobile: '+86 138-1234 5678' });
  expect(await lead(own)).toMatchObject({ mobile: '13812345678', status: 'valid' });
  expect(await check('008613812345678')).toMatchObject({ data: { free: false, message: '您已登记过：待分配' } });
  await company.call('sales', '/v1/customer/create', {
    name: '王保密',
    mobile: '13812340000',
    intentionProjectIds: [company.ids.project],
    channelId: company.ids.channel,
    level: 'b',
  });
  // Whose it is hears who may see him; the promoter hears that it is known.
  const known = await check('１３８１２３４００００');
  expect(known.data).toEqual({ free: false, message: '号码已有记录，登记后按重复线索处理' });
  expect(await check('123')).toMatchObject({ data: { free: false, faults: [{ code: 'E_INPUT_FORMAT' }] } });
});

it('refuses what is disabled, and an account of WeChat that is full for today', async () => {
  const channelId = await company.records.insert('channel', {
    code: 'old',
    name: '旧渠道',
    kind: 'sem',
    enabled: false,
  });
  const refused = await register(leadOf({ channelId }));
  expect(refused).toMatchObject({ message: '来源渠道已停用', data: { error: { code: 'E_LEAD_SOURCE' } } });
  const promoteWechatId = await company.records.insert('promote_wechat', {
    wechatNo: 'law_2026',
    nickname: '法考小助手',
    holderId: company.ids.promoter,
    departmentId: company.ids.promotion,
    dailyLimit: 1,
    status: 'on',
  });
  await create({ promoteWechatId });
  const full = await register(leadOf({ promoteWechatId }));
  expect(full).toMatchObject({ data: { error: { code: 'E_WECHAT_FULL' } } });
  const account = await company.call('admin', '/v1/promote/wechat/view', { id: promoteWechatId });
  expect(account.data).toMatchObject({ addedToday: 1, totalAdded: 1 });
});

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

it('takes invalid leads with proof, after calls, judged by another', async () => {
  const { ids, records } = company;
  const id = await create();
  expect(await company.call('admin', '/v1/lead/assign', { id, staffId: ids.sales })).toMatchObject({ code: '0' });
  const apply = (reason: string, proof: unknown) =>
    company.call('sales', '/v1/lead/apply/invalid', { id, invalidReason: reason, invalidProof: proof });
  expect(await apply('peer', [])).toMatchObject({ data: { error: { code: 'E_INPUT_INVALID' } } });
  const file = await records.insert('file_object', proofFile());
  expect(await apply('empty', [file])).toMatchObject({ data: { error: { code: 'E_LEAD_CALLS' } } });
  expect(await apply('peer', [file])).toMatchObject({ code: '0' });
  expect(await company.call('admin', '/v1/lead/approve/invalid', { id })).toMatchObject({ code: '0' });
  const found = await lead(id);
  expect(found).toMatchObject({ status: 'invalid', invalidReviewerId: ids.admin });
  expect(await customer(found?.customerId)).toMatchObject({ ownState: 'pooled', stage: 'invalid', ownerId: null });
});

function proofFile() {
  return {
    name: '截图.png',
    kind: 'image',
    mime: 'image/png',
    size: 10,
    sha256: 'a'.repeat(64),
    storageKey: `proof-${serial++}`,
    private: true,
    createdBy: company.ids.sales,
  };
}

it('decides on duplicates: kept, waiting, worked on again', async () => {
  const { ids, records } = company;
  const id = await create();
  await company.call('admin', '/v1/lead/assign', { id, staffId: ids.sales });
  const found = await lead(id);
  const mobile = String(found?.mobile);
  const owned = String(found?.customerId);
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

  await records.update('customer', owned, { lastFollowAt: hoursAgo(24), nextFollowAt: null });
  const again = await create({ mobile: `0086 ${mobile}` });
  expect(await lead(again)).toMatchObject({ status: 'duplicate', customerId: owned });
  expect(await duplicateOf(again)).toMatchObject({ status: 'kept', currentOwnerId: ids.sales });
  expect(await records.count('notification', { receiverId: ids.sales, title: '客户再次咨询' })).toBe(1);
  const due = Date.parse(String((await customer(owned))?.nextFollowAt)) - Date.now();
  expect(due).toBeGreaterThan(7_000_000);
  expect(due).toBeLessThan(7_200_001);

  await records.update('customer', owned, { lastFollowAt: hoursAgo(96), assignedAt: hoursAgo(96) });
  const silent = await create({ mobile });
  const row = await duplicateOf(silent);
  expect(row).toMatchObject({ status: 'pending' });
  const decide = (verb: string, input: object, account = 'admin') =>
    company.call(account, `/v1/lead/duplicate/${verb}`, { id: row?.id, ...input });
  expect(await decide('transfer', { staffId: ids.sales2 }, 'group_leader')).toMatchObject({ code: '1001' });
  expect(await decide('reactivate', {})).toMatchObject({ data: { error: { code: 'E_GUARD' } } });
  expect(await decide('transfer', { staffId: ids.sales2 })).toMatchObject({ code: '0' });
  expect(await customer(owned)).toMatchObject({ ownerId: ids.sales2 });
  expect(await duplicateOf(silent)).toMatchObject({ status: 'transferred', handlerId: ids.admin });

  const fresh = await create({ mobile });
  const freshRow = await duplicateOf(fresh);
  expect(
    await company.call('admin', '/v1/lead/duplicate/transfer', { id: freshRow?.id, staffId: ids.sales }),
  ).toMatchObject({ data: { error: { code: 'E_GUARD' } } });

  await company.call('admin', '/v1/customer/return', { id: owned, reason: '联系不上' });
  await withRule({}, async () => {
    const back = await create({ mobile });
    expect(await duplicateOf(back)).toMatchObject({ status: 'reactivated' });
    expect(await lead(back)).toMatchObject({ status: 'assigned', customerId: owned });
    expect(await customer(owned)).toMatchObject({ ownState: 'owned', poolId: null });
  });
  const live = await records.find('owner_record', { subjectId: owned, endedAt: null });
  expect(live).toMatchObject([{ toStaffId: (await customer(owned))?.ownerId }]);
});

it('judges a lead that never was one: it costs nothing, and its customer stays with whose he is', async () => {
  const { ids, records } = company;
  const id = await create();
  await company.call('admin', '/v1/lead/assign', { id, staffId: ids.sales });
  const first = await lead(id);
  const customerId = String(first?.customerId);
  const daysAgo = new Date(Date.now() - 4 * 86_400_000).toISOString();
  await records.update('customer', customerId, { lastFollowAt: daysAgo, assignedAt: daysAgo });
  const again = await create({ mobile: first?.mobile });
  await records.update('lead', again, { cost: 12_000 });
  const reject = async (input: object, account = 'admin') =>
    company.call(account, '/v1/lead/duplicate/reject', { id: (await duplicateOf(again))?.id, ...input });
  expect(await reject({ handleRemark: '同行试探' }, 'promoter')).toMatchObject({ code: '1001' });
  expect(await reject({})).toMatchObject({
    data: { error: { code: 'E_INPUT_INVALID', faults: [{ code: 'E_INPUT_REQUIRED', pointer: '/handleRemark' }] } },
  });
  expect(await lead(again)).toMatchObject({ cost: 12_000 });
  expect(await reject({ handleRemark: '同行试探' })).toMatchObject({ code: '0' });
  expect(await duplicateOf(again)).toMatchObject({
    status: 'rejected',
    handlerId: ids.admin,
    handleRemark: '同行试探',
  });
  expect(await lead(again)).toMatchObject({ cost: 0 });
  expect(await customer(customerId)).toMatchObject({ ownState: 'owned', ownerId: ids.sales });
  expect(await reject({ handleRemark: '再来一次' })).toMatchObject({ data: { error: { code: 'E_STATE' } } });
});

it('turns a social lead into a lead of its channel, looked up like any other', async () => {
  const { ids, records } = company;
  const made = await company.call<{ id: string }>('promoter', '/v1/social/lead/create', {
    platform: 'littleredbook',
    accountName: '法考君',
    nickname: '小红薯',
    platformUid: 'u1',
    comment: '想报名',
  });
  const { id } = made.data;
  const step = (verb: string, input: object = {}) =>
    company.call('promoter', `/v1/social/lead/${verb}`, { id, ...input });
  expect(await step('follow', { content: '私信问了报名时间' })).toMatchObject({ code: '0' });
  expect(await records.count('follow_up', { bizType: 'social_lead', bizId: id })).toBe(1);
  expect(await step('got/contact')).toMatchObject({ data: { error: { code: 'E_SOCIAL_CONTACT' } } });
  const mobile = newNumber();
  await create({ mobile });
  await company.database.rows("update lead set created_at = created_at - interval '1 minute'");
  expect(await step('got/contact', { mobile })).toMatchObject({ code: '0' });
  expect(await step('convert', { projectId: ids.project })).toMatchObject({
    data: { error: { code: 'E_SOCIAL_CHANNEL' } },
  });
  await records.insert('channel', { code: 'red', name: '小红书', kind: 'littleredbook', enabled: true });
  expect(await step('convert', { projectId: ids.project })).toMatchObject({ code: '0' });
  const social = await records.findOne('social_lead', { id });
  expect(await lead(String(social?.leadId))).toMatchObject({ name: '小红薯', mobile, status: 'duplicate' });
  expect(await duplicateOf(String(social?.leadId))).toMatchObject({ status: 'pending' });
});

/** Twenty promoters, by account. */
async function promoters(): Promise<readonly string[]> {
  const accounts = Array.from({ length: 20 }, (_, place) => `promoter${place + 100}`);
  const like = await company.records.findOne('staff', { id: company.ids.promoter });
  if (like === undefined) throw new TypeError('no promoter');
  const { departmentId, roleIds, projectIds, passwordHash } = like;
  if ((await company.records.count('staff', { account: accounts[0] })) === 0)
    for (const [place, account] of accounts.entries())
      await company.records.insert('staff', {
        ...{ account, name: account, mobile: `1350000${String(place).padStart(4, '0')}`, departmentId, roleIds },
        ...{ projectIds, passwordHash, firstLogin: false, receiveLeads: false, status: 'active' },
      });
  for (const account of accounts) await company.token(account);
  return accounts;
}

it('makes one lead and one customer of twenty at once, and one of a form sent twice', async () => {
  const accounts = await promoters();
  await withRule({}, async () => {
    const mobile = newNumber();
    const answers = await Promise.all(accounts.map((account) => register(leadOf({ mobile }), account)));
    expect(answers.filter(({ code }) => code !== '0')).toEqual([]);
    expect(await company.records.count('lead', { mobile, status: 'duplicate' })).toBe(19);
    expect(await company.records.count('lead', { mobile, status: 'assigned' })).toBe(1);
    expect(await company.records.count('customer', { mobile })).toBe(1);
    const body = leadOf();
    const key = { 'idempotency-key': crypto.randomUUID() };
    const twice = await Promise.all([1, 2].map(() => company.call('promoter', '/v1/lead/create', body, key)));
    expect(twice[0]).toEqual(twice[1]);
    expect(await company.records.count('lead', { mobile: body.mobile })).toBe(1);
  });
}, 30_000);

it('takes a number once of one promoter within seconds, by every door, and again when it is really asked again', async () => {
  const { records, database, ids } = company;
  const bare = await company.call('promoter', '/v1/lead/create', leadOf());
  expect(bare).toMatchObject({ data: { error: { code: 'E_KEY_REQUIRED' } } });
  const mobile = newNumber();
  const answers = await Promise.all(Array.from({ length: 8 }, () => register(leadOf({ mobile }))));
  expect(answers.filter(({ code }) => code === '0')).toHaveLength(1);
  expect(new Set(answers.flatMap(({ data }) => data?.error?.code ?? []))).toEqual(new Set(['E_LEAD_TWICE']));
  expect(await records.count('lead', { mobile })).toBe(1);
  const social = await company.call<{ id: string }>('promoter', '/v1/social/lead/create', {
    ...{
      platform: 'littleredbook',
      accountName: '法考君',
      nickname: '同一个人',
      platformUid: 'u2',
      comment: '想了解',
      mobile,
    },
  });
  expect(social).toMatchObject({ code: '0' });
  const step = (key: string, body: object = {}) =>
    company.call('promoter', `/v1/social/lead/${key}`, { id: social.data.id, ...body });
  await step('follow', { content: '私信问了报名时间' });
  await step('got/contact', { mobile });
  if ((await records.count('channel', { kind: 'littleredbook' })) === 0)
    await records.insert('channel', { code: 'red', name: '小红书', kind: 'littleredbook', enabled: true });
  const converted = await step('convert', { projectId: ids.project });
  expect(converted).toMatchObject({ data: { error: { code: 'E_LEAD_TWICE' } } });
  await database.rows("update lead set created_at = created_at - interval '11 seconds' where mobile_hash is not null");
  expect(await register(leadOf({ mobile }))).toMatchObject({ code: '0' });
});

it('would make several valid leads of them without holding the number', async () => {
  const mobile = newNumber();
  const hold = SqlRecordStore.prototype.holdValues;
  SqlRecordStore.prototype.holdValues = async () => undefined;
  try {
    await Promise.all((await promoters()).map((account) => register(leadOf({ mobile }), account)));
  } finally {
    SqlRecordStore.prototype.holdValues = hold;
  }
  expect(await company.records.count('lead', { mobile, status: 'valid' })).toBeGreaterThan(1);
}, 30_000);

it('never gives one more than his cap when leads come in at once', async () => {
  const { ids, records } = company;
  const before = await records.count('lead', { assigneeId: ids.sales3, status: ['assigned', 'following'] });
  await withRule({ staffIds: [ids.sales3], dailyCapPerStaff: before + 3 }, async () => {
    await withRule({ priority: 2, staffIds: [ids.sales3], dailyCapPerStaff: before + 3 }, async () => {
      await Promise.all(Array.from({ length: 20 }, () => create()));
    });
  });
  expect(await records.count('lead', { assigneeId: ids.sales3, status: ['assigned', 'following'] })).toBe(before + 3);
}, 30_000);

it('keeps owners and numbers whole through all of it', async () => {
  const { database } = company;
  const wrong = async (query: string) => expect(await database.rows(query), query).toEqual([]);
  await wrong(`select id from customer where (own_state = 'owned') <> (owner_id is not null and pool_id is null)`);
  await wrong(`select c.id from customer c left join owner_record r on r.subject_id = c.id and r.ended_at is null
    where c.own_state = 'owned' and r.to_staff_id is distinct from c.owner_id`);
  await wrong(`select a.id from owner_record a join owner_record b on a.subject_id = b.subject_id and a.id < b.id
    where tstzrange(a.started_at, a.ended_at) && tstzrange(b.started_at, b.ended_at)`);
  await wrong(`select c.id from customer c where not exists (select 1 from customer_phone p
    where p.phone_hash = c.mobile_hash and p.deleted_at is null)`);
  await wrong(`select phone_hash from customer_phone where deleted_at is null group by 1 having count(*) > 1`);
});
