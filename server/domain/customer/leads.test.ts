import { expect, it } from 'vitest';
import {
  company,
  create,
  customer,
  lead,
  leadOf,
  newNumber,
  nextSerial,
  ownersAndNumbersAreWhole,
  register,
  startLeadCompany,
  withRule,
} from './lead-company.testing.ts';

startLeadCompany();

const duplicateOf = (leadId: string) => company.records.findOne('lead_duplicate', { leadId });
const check = (mobile: string, account = 'promoter') =>
  company.call<{ free: boolean; message?: string }>(account, '/v1/lead/check', { field: 'mobile', value: mobile });
function proofFile() {
  return {
    name: '截图.png',
    kind: 'image',
    mime: 'image/png',
    size: 10,
    sha256: 'a'.repeat(64),
    storageKey: `proof-${nextSerial()}`,
    private: true,
    createdBy: company.ids.sales,
  };
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

it('takes an assignment back: who was made with it goes, who lay in a pool goes back, who was the receiver’s stays', async () => {
  const { ids, records, database } = company;
  const step = (account: string, key: string, id: string, input: object = {}) =>
    company.call(account, `/v1/lead/${key}`, { id, ...input });
  const assign = (id: string) => step('admin', 'assign', id, { staffId: ids.sales });
  const refused = { data: { error: { code: 'E_CUSTOMER_TAKE_BACK' } } };
  const told = (customerId: unknown) => records.count('notification', { receiverId: ids.sales, linkId: customerId });

  const id = await create();
  const mobile = String((await lead(id))?.mobile);
  await assign(id);
  const made = (await lead(id))?.customerId;
  expect(await told(made)).toBe(1);
  expect(await step('sales', 'unassign', id)).toMatchObject({ code: '1001' });
  expect(await step('manager', 'unassign', id)).toMatchObject(refused);
  expect(await step('admin', 'unassign', id)).toMatchObject({ code: '0' });
  expect(await lead(id)).toMatchObject({
    ...{ status: 'valid', customerId: null, assigneeId: null, assignedAt: null, acceptDeadline: null },
  });
  expect(await customer(made)).toBeUndefined();
  expect(await told(made)).toBe(0);
  expect(await records.count('customer_phone', { phone: mobile })).toBe(0);
  expect(await step('admin', 'unassign', id)).toMatchObject({ data: { error: { code: 'E_STATE' } } });

  // Assigned again he is made anew; once he was followed up the assignment stands.
  await assign(id);
  const anew = (await lead(id))?.customerId;
  expect(anew).not.toBe(made);
  const followUp = { bizType: 'customer', bizId: anew, customerId: anew, method: 'wechat', result: 'connected' };
  const written = await company.call('sales', '/v1/follow/up/create', { ...followUp, content: '已联系客户' });
  expect(written).toMatchObject({ code: '0' });
  expect(await step('admin', 'unassign', id)).toMatchObject({ data: { error: { code: 'E_STATE' } } });
  await database.rows("update lead set status = 'assigned' where id = $1", [id]);
  expect(await step('admin', 'unassign', id)).toMatchObject(refused);

  // The customer of a lead that was none lies in the pool, invalid, and is so again.
  await records.update('lead', id, { status: 'invalid_pending' });
  await step('admin', 'approve/invalid', id);
  const pooled = await customer(anew);
  expect(pooled).toMatchObject({ ownState: 'pooled', stage: 'invalid' });
  await database.rows("update follow_up set created_at = created_at - interval '1 hour' where biz_id = $1", [anew]);
  const second = await create({ mobile });
  expect(await lead(second)).toMatchObject({ status: 'valid', customerId: anew });
  await assign(second);
  expect(await customer(anew)).toMatchObject({ ownState: 'owned', stage: 'fresh' });
  expect(await step('admin', 'unassign', second)).toMatchObject({ code: '0' });
  const again = await customer(anew);
  for (const key of ['ownState', 'stage', 'poolId', 'ownerId', 'assignedAt'])
    expect(again?.[key], key).toEqual(pooled?.[key]);
  expect(await lead(second)).toMatchObject({ status: 'valid', customerId: anew });

  // Whose he was already keeps him.
  await assign(second);
  await database.rows('delete from owner_record where subject_id = $1 and ended_at is not null', [anew]);
  await database.rows("update owner_record set started_at = started_at - interval '1 hour' where subject_id = $1", [
    anew,
  ]);
  expect(await step('admin', 'unassign', second)).toMatchObject({ code: '0' });
  expect(await customer(anew)).toMatchObject({ ownState: 'owned', ownerId: ids.sales });

  // Too late.
  const late = await create();
  await assign(late);
  await database.rows("update lead set assigned_at = assigned_at - interval '2 minutes' where id = $1", [late]);
  expect(await step('admin', 'unassign', late)).toMatchObject(refused);
});

it('keeps owners and numbers whole through all of it', ownersAndNumbersAreWhole);
