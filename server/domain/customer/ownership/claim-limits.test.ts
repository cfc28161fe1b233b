import { describe, expect, it } from 'vitest';
import { brokenInvariants } from '../invariants.testing.ts';
import {
  call,
  claim,
  codeOf,
  company,
  create,
  done,
  found,
  limits,
  pooled,
  startPoolCompany,
} from './pool-company.testing.ts';

startPoolCompany();

describe('limits of the pool', () => {
  it('hold for claims side by side: a day, a call, and what one holds', async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, pooled));
    await limits({ claimDailyLimit: 3, claimBatchLimit: 2, protectHours: 48 });
    expect(await done('sales', '/v1/customer/claim/room')).toEqual({ used: 0, limit: 3, room: 2 });
    const many = await company.call<{ results: { ok: boolean; code?: string }[] }>(
      'sales',
      '/v1/customer/claim',
      { ids: ids.slice(0, 4) },
      { 'x-app-page': 'highsea', 'idempotency-key': crypto.randomUUID() },
    );
    expect(many.data.results.map(({ ok, code }) => (ok ? 'ok' : code))).toEqual([
      'ok',
      'ok',
      'E_CUSTOMER_CLAIM_BATCH',
      'E_CUSTOMER_CLAIM_BATCH',
    ]);
    const claimed = await found(String(ids[0]));
    expect(Date.parse(String(claimed?.protectUntil)) - Date.parse(String(claimed?.claimedAt))).toBe(48 * 3_600_000);
    expect(await done('sales', '/v1/customer/claim/room')).toEqual({ used: 2, limit: 3, room: 1 });
    const racing = await Promise.all(ids.slice(4, 9).map((id) => claim(id)));
    expect(racing.filter(({ code }) => code === '0')).toHaveLength(1);
    expect(racing.filter(({ data }) => data.error?.code === 'E_CUSTOMER_CLAIM_DAILY')).toHaveLength(4);
    const held = await company.records.count('customer', { ownerId: company.ids.sales2, ownState: 'owned' });
    await limits({ claimDailyLimit: 100, claimBatchLimit: 100, holdLimit: held + 2 });
    const left = (await company.records.find('customer', { ownState: 'pooled' })).map(({ id }) => id);
    const byTwo = await Promise.all([
      ...left.slice(0, 4).map((id) => claim(id, 'sales2')),
      ...left.slice(4, 6).map((id) => call('manager', '/v1/customer/assign', { id, staffId: company.ids.sales2 })),
    ]);
    expect(byTwo.filter(({ code }) => code === '0')).toHaveLength(2);
    await limits({ claimDailyLimit: 10, claimBatchLimit: 5, holdLimit: 200, protectHours: 24 });
    expect(await brokenInvariants(company.database)).toEqual([]);
  });

  it('count claims by the day of Shanghai: those before midnight there are of yesterday', async () => {
    const { ids, database, records } = company;
    const id = await pooled();
    await limits({ claimDailyLimit: 2, claimBatchLimit: 100 });
    const [today] = await database.rows(
      "select date_trunc('day', now() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai' as midnight",
    );
    const midnight = new Date(String(today?.midnight)).getTime();
    const person = (await records.findOne('staff', { id: ids.sales })) ?? { passwordHash: null };
    const claimer = await records.insert('staff', {
      ...{ account: 'claimer', name: 'claimer', mobile: '13900000201', passwordHash: person.passwordHash },
      ...{ departmentId: ids.group1, roleIds: [ids['role:sales']], projectIds: [ids.project] },
      ...{ firstLogin: false, receiveLeads: true, status: 'active' },
    });
    const others = [crypto.randomUUID(), crypto.randomUUID()];
    for (const subjectId of others)
      await records.insert('owner_record', {
        ...{ subjectType: 'customer', subjectId, action: 'claim', toStaffId: claimer },
        ...{ startedAt: new Date(midnight).toISOString(), endedAt: new Date(midnight).toISOString() },
      });
    expect((await claim(id, 'claimer')).data.error?.code).toBe('E_CUSTOMER_CLAIM_DAILY');
    await database.rows(
      "update owner_record set started_at = started_at - interval '1 millisecond' where to_staff_id = $1",
      [claimer],
    );
    expect((await claim(id, 'claimer')).code).toBe('0');
    await database.rows('delete from owner_record where subject_id = any($1::uuid[])', [others]);
    await limits({ claimDailyLimit: 10, claimBatchLimit: 5 });
  });

  it('let the owner before take him again once the days of cooling down are over, and not a moment sooner', async () => {
    const { ids, database } = company;
    await limits({ claimDailyLimit: 1000, prevOwnerCooldownDays: 3 });
    const id = await pooled();
    const returnedAgo = async (ms: number) => {
      const at = new Date(Date.now() - ms).toISOString();
      await database.rows(
        `update owner_record set started_at = $1::timestamptz - interval '1 day', ended_at = $1::timestamptz
         where subject_id = $2 and action = 'assign'`,
        [at, id],
      );
      await database.rows("update owner_record set started_at = $1 where subject_id = $2 and action = 'return'", [
        at,
        id,
      ]);
    };
    const days = 3 * 86_400_000;
    await returnedAgo(days - 60_000);
    expect((await claim(id, 'sales3')).data.error?.code).toBe('E_CUSTOMER_COOLDOWN');
    await returnedAgo(days + 1000);
    expect((await claim(id, 'sales3')).code).toBe('0');
    expect(await found(id)).toMatchObject({ ownerId: ids.sales3 });
    await limits({ claimDailyLimit: 10 });
    expect(await brokenInvariants(database)).toEqual([]);
  });

  it('keep who was locked, who has open business, and what another department pools', async () => {
    const id = await create();
    expect(await codeOf('sales', '/v1/customer/lock', { id })).toBe('E_NO_PERMISSION');
    await done('group_leader', '/v1/customer/lock', { id });
    expect(await codeOf('group_leader', '/v1/customer/lock', { id })).toBe('E_GUARD');
    await done('group_leader', '/v1/customer/unlock', { id });
    const order = await company.records.insert('work_order', {
      woNo: 'GDX',
      type: 'service',
      title: '未结',
      content: '未结的工单',
      source: 'staff',
      priority: 'normal',
      status: 'processing',
      customerId: id,
      creatorId: company.ids.sales,
      assigneeId: company.ids.sales2,
      assigneeDeptId: company.ids.group1,
      pausedMinutes: 0,
      escalationLevel: 0,
      transferCount: 0,
      urgeCount: 0,
      reopenCount: 0,
      callbackAttempts: 0,
    });
    expect(await codeOf('sales', '/v1/customer/return', { id, reason: '不想要了' })).toBe('E_CUSTOMER_OPEN_BUSINESS');
    await company.records.update('work_order', order, { status: 'closed', closedAt: new Date().toISOString() });
    await done('sales', '/v1/customer/return', { id, reason: '不想要了' });
    await limits({ memberDepartmentIds: [company.ids.promotion] });
    expect((await claim(id, 'sales2')).data.error.code).toBe('E_NOT_FOUND');
    await limits({ memberDepartmentIds: [company.ids.division] });
    expect((await claim(id, 'sales2')).code).toBe('0');
  });
});
