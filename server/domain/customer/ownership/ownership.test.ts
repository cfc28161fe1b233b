import { describe, expect, it } from 'vitest';
import { brokenInvariants } from '../invariants.testing.ts';
import {
  type Body,
  call,
  claim,
  codeOf,
  company,
  create,
  done,
  found,
  limits,
  nextSerial,
  pooled,
  startPoolCompany,
} from './pool-company.testing.ts';

startPoolCompany();

describe('what was returned', () => {
  it('is named to those who see the pool, as long as it lies there', async () => {
    const id = await create();
    await done('sales', '/v1/customer/return', { id, reason: '无法联系' });
    const subjectFor = async (account: string) => {
      const where = { field: 'subjectId', op: 'eq', value: id };
      const answer = await company.call<{ list: readonly Body[] }>(
        account,
        '/v1/owner/record/query',
        { where, fields: ['subjectId', 'subjectType'] },
        { 'x-app-page': 'RecycleLog' },
      );
      expect(answer, account).toMatchObject({ code: '0' });
      expect(answer.data.list).toHaveLength(1);
      return answer.data.list[0]?.subject;
    };
    for (const account of ['group_leader', 'manager', 'admin'])
      expect(await subjectFor(account), account).toEqual({ id, name: '归属客户' });
    await limits({ memberDepartmentIds: [company.ids.promotion] });
    expect(await subjectFor('group_leader'), 'a pool of others').toBeNull();
    await limits({ memberDepartmentIds: [company.ids.division] });
    await company.call('manager', '/v1/customer/assign', { id, staffId: company.ids.sales3 });
    expect(await subjectFor('group_leader'), 'of another group').toBeNull();
  });
});

describe('customers brought into the pool', () => {
  it('are nobody’s until somebody claims them, and only a few may make them', async () => {
    const values = {
      ...{ name: '名单客户', intentionProjectIds: [company.ids.project], channelId: company.ids.channel, level: 'c' },
      mobile: `13377${String(100_000 + nextSerial())}`,
    };
    expect(await codeOf('sales', '/v1/customer/import/pool', values)).toBe('E_NO_PERMISSION');
    const { data } = await call('manager', '/v1/customer/import/pool', values);
    expect(await found(data.id)).toMatchObject({ ownState: 'pooled', ownerId: null, poolId: company.ids.pool });
    expect((await claim(data.id)).code).toBe('0');
    expect(await brokenInvariants(company.database)).toEqual([]);
  });
});

describe('a change of hands that is taken back', () => {
  const undo = (account: string, path: string, body: Body, page?: string) => codeOf(account, path, body, page);

  it('puts a claim back into its pool from the page it was made on, without a cool-down; it stays counted for the day', async () => {
    const id = await pooled();
    const before = await found(id);
    const used = async () => Number(Reflect.get(await done('sales', '/v1/customer/claim/room'), 'used'));
    const first = await used();
    expect((await claim(id)).code).toBe('0');
    expect(await undo('sales2', '/v1/customer/unclaim', { id })).toBe('E_NOT_FOUND');
    expect(await undo('sales', '/v1/customer/unclaim', { id }, 'highsea')).toBeUndefined();
    const after = await found(id);
    for (const key of ['ownState', 'ownerId', 'poolId', 'assignedAt', 'claimedAt', 'protectUntil'])
      expect(after?.[key], key).toEqual(before?.[key]);
    expect(await used()).toBe(first + 1);
    expect((await claim(id)).code).toBe('0');
    expect(await brokenInvariants(company.database)).toEqual([]);
  });

  it('is only one’s own, the last, young, and without anything that came of it', async () => {
    const id = await pooled();
    await claim(id);
    await done('sales', '/v1/follow/up/create', {
      ...{
        bizType: 'customer',
        bizId: id,
        customerId: id,
        method: 'wechat',
        result: 'connected',
        content: '已联系客户',
      },
    });
    expect(await undo('sales', '/v1/customer/unclaim', { id })).toBe('E_CUSTOMER_TAKE_BACK');
    const old = await pooled();
    await claim(old);
    await company.database.rows('delete from owner_record where subject_id = $1 and ended_at is not null', [old]);
    const move = (by: string) =>
      company.database.rows(`update owner_record set started_at = started_at + $2::interval where subject_id = $1`, [
        old,
        by,
      ]);
    await move('-2 minutes');
    expect(await undo('sales', '/v1/customer/unclaim', { id: old })).toBe('E_CUSTOMER_TAKE_BACK');
    await move('2 minutes');
    expect(await undo('sales', '/v1/customer/unassign', { id: old })).toBe('E_NO_PERMISSION');
    expect(await undo('manager', '/v1/customer/unassign', { id: old })).toBe('E_CUSTOMER_TAKE_BACK');
  });

  it('takes an assignment back with the notice nobody read, and a transfer to whom it was taken from', async () => {
    const { ids, records } = company;
    const id = await pooled();
    const told = () => records.count('notification', { receiverId: ids.sales3, linkId: id });
    await done('manager', '/v1/customer/assign', { id, staffId: ids.sales3 });
    expect(await told()).toBe(1);
    expect(await undo('manager', '/v1/customer/unassign', { id }, 'highsea')).toBeUndefined();
    expect(await told()).toBe(0);
    expect(await found(id)).toMatchObject({ ownState: 'pooled', ownerId: null, poolId: ids.pool });
    const own = await create();
    const before = await found(own);
    await done('manager', '/v1/customer/transfer', { id: own, staffId: ids.sales3 });
    expect(await undo('group_leader', '/v1/customer/untransfer', { id: own })).toBeDefined();
    expect(await undo('manager', '/v1/customer/untransfer', { id: own }, 'alllist')).toBeUndefined();
    expect(await found(own)).toMatchObject({
      ...{ ownerId: before?.ownerId, ownerDeptId: before?.ownerDeptId, assignedAt: before?.assignedAt },
    });
    expect(await undo('manager', '/v1/customer/untransfer', { id: own })).toBe('E_CUSTOMER_TAKE_BACK');
    expect(await brokenInvariants(company.database)).toEqual([]);
  });
});

describe('study services', () => {
  it('are claimed, assigned, returned and contacted by the rules of their pool', async () => {
    const { ids, records } = company;
    const first = await records.findOne('staff', { id: ids.sales });
    const person = (account: string, role: string, mobile: string) =>
      records.insert('staff', {
        ...{ account, name: account, mobile, passwordHash: first?.passwordHash, departmentId: ids.group2 },
        ...{ roleIds: [ids[`role:${role}`]], projectIds: [ids.project] },
        ...{ firstLogin: false, receiveLeads: true, status: 'active' },
      });
    const one = await person('supervisor', 'supervisor', '13900000101');
    await person('supervisor2', 'supervisor', '13900000102');
    await person('supervisor_leader', 'supervisor_leader', '13900000103');
    const customerId = await create();
    const business = await records.findOne('pool', { id: ids.pool });
    const { id: _, version: __, createdAt: ___, ...rest } = business ?? { id: '', version: 1, createdAt: '' };
    const poolId = await records.insert('pool', { ...rest, name: '督学公海', kind: 'supervisor', holdLimit: 2 });
    const service = async () => {
      const order = await records.insert('sales_order', {
        ...{ orderNo: `DDX${nextSerial()}`, kind: 'new', customerId, projectId: ids.project, sellerId: ids.sales },
        ...{ sellerDeptId: ids.group1, listTotal: 0, discountTotal: 0, payableTotal: 0, paidTotal: 0 },
        ...{ refundedTotal: 0, payMode: 'full', status: 'in_service', refundFlag: 'none' },
      });
      return records.insert('study_service', {
        ...{ serviceNo: `DXX${nextSerial()}`, orderId: order, customerId, studentName: '学员', projectId: ids.project },
        ...{ poolId, ownState: 'pooled', status: 'pending', pauseCount: 0, riskLevel: 'none' },
      });
    };
    const services = await Promise.all([service(), service(), service(), service()]);
    const [a = '', b = '', c = '', d = ''] = services;
    const take = (id: string, account = 'supervisor') =>
      call(account, '/v1/study/service/claim', { id }, 'teacherhighsea');
    expect((await take(a)).code).toBe('0');
    expect(await take(a, 'supervisor2')).toMatchObject({ message: '该客户已被领取，当前归属：supervisor' });
    expect((await call('sales', '/v1/study/service/claim', { id: b })).code).toBe('1001');
    expect((await take(b)).code).toBe('0');
    expect((await take(c)).data.error.code).toBe('E_CUSTOMER_HOLD_LIMIT');
    await done('supervisor_leader', '/v1/study/service/assign', {
      id: d,
      staffId: (await records.findOne('staff', { account: 'supervisor2' }))?.id,
    });
    expect(await codeOf('supervisor', '/v1/study/service/first/contact', { id: a })).toBe('E_SERVICE_NO_CONTACT');
    await done('supervisor', '/v1/follow/up/create', {
      ...{ bizType: 'study_service', bizId: a, method: 'wechat', result: 'connected', content: '已与学员联系' },
    });
    await done('supervisor', '/v1/study/service/first/contact', { id: a });
    await done('supervisor', '/v1/study/service/return', { id: b, reason: '排班冲突' });
    expect((await take(b)).data.error.code).toBe('E_CUSTOMER_COOLDOWN');
    expect((await take(b, 'supervisor2')).code).toBe('0');
    expect(await records.findOne('study_service', { id: a })).toMatchObject({ status: 'serving', supervisorId: one });

    // What was done a moment ago is taken back by who did it, with all the service said before.
    const stored = (id: string) => records.findOne('study_service', { id });
    const said = async (id: string) =>
      Object.entries((await stored(id)) ?? {}).filter(([key]) => !['version', 'updatedAt', 'updatedBy'].includes(key));
    const back = (account: string, key: string, id: string, page?: string) =>
      codeOf(account, `/v1/study/service/${key}`, { id }, page);
    const two = (await records.findOne('staff', { account: 'supervisor2' }))?.id;
    expect(await back('supervisor', 'unclaim', b)).toBe('E_NOT_FOUND');
    expect(await back('supervisor_leader', 'unassign', b)).toBe('E_CUSTOMER_TAKE_BACK');
    expect(await back('supervisor2', 'unclaim', b, 'teacherhighsea')).toBeUndefined();
    expect(await stored(b)).toMatchObject({ ownState: 'pooled', poolId, supervisorId: null, returnReason: '排班冲突' });
    const pooledBefore = await said(c);
    await done('supervisor_leader', '/v1/study/service/assign', { id: c, staffId: two });
    const told = () => records.count('notification', { receiverId: two, linkId: c });
    expect(await told()).toBe(1);
    expect(await back('supervisor2', 'unassign', c)).toBe('E_NO_PERMISSION');
    expect(await back('supervisor_leader', 'unassign', c)).toBeUndefined();
    expect(await told()).toBe(0);
    expect(await said(c)).toEqual(pooledBefore);
    const before = await said(d);
    const to = { id: d, staffId: one, handoverNote: '排班调整' };
    await done('supervisor_leader', '/v1/study/service/transfer', to);
    expect(await stored(d)).toMatchObject({ supervisorId: one, handoverNote: '排班调整' });
    expect(await back('supervisor_leader', 'untransfer', d)).toBeUndefined();
    expect(await said(d)).toEqual(before);
    await done('supervisor_leader', '/v1/study/service/transfer', to);
    await done('supervisor', '/v1/follow/up/create', {
      ...{ bizType: 'study_service', bizId: d, method: 'wechat', result: 'connected', content: '已与学员联系' },
    });
    expect(await back('supervisor_leader', 'untransfer', d)).toBe('E_CUSTOMER_TAKE_BACK');
    expect(await brokenInvariants(company.database)).toEqual([]);
  });
});
