import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { PhoneCompany } from '../testing/phone-company.ts';
import {
  callOf,
  click,
  company,
  end,
  line,
  newCustomer,
  newMobile,
  phone,
  startLineCompany,
  type,
} from './line-company.testing.ts';

startLineCompany();

it('refuses who has no seat, whom he does not reach, and what is no number', async () => {
  const { id } = await newCustomer();
  const refusal = async (answer: ReturnType<PhoneCompany['click']>) => (await answer).data.error?.code;
  expect(await refusal(click(id, 'group_leader'))).toBe('E_PHONE_NO_SEAT');
  expect(await refusal(click(id, 'sales3'))).toBe('E_PHONE_OUT_OF_SCOPE');
  expect(await refusal(click(randomUUID(), 'sales'))).toBe('E_PHONE_OUT_OF_SCOPE');
  expect(await refusal(click(id, 'sales', { field: 'name' }))).toBe('E_INPUT_INVALID');
  expect(await refusal(click(id, 'sales', { field: 'owner.sipPassword' }))).toBe('E_INPUT_INVALID');
  expect(await refusal(click(id, 'sales', { entity: 'nothing' }))).toBe('E_INPUT_INVALID');
  expect(await refusal(click(id, 'sales', { provider: 'dlsw' }))).toBe('E_PHONE_NO_SEAT');
  expect(await refusal(click(id, 'sales', { provider: 'other' }))).toBe('E_INPUT_INVALID');
  const social = await company.call<{ id: string }>('promoter', '/v1/social/lead/create', {
    platform: 'littleredbook',
    accountName: '法考君',
    nickname: '小红薯',
    platformUid: 'u1',
    comment: '想报名',
  });
  expect(social).toMatchObject({ code: '0' });
  expect(await refusal(click(social.data.id, 'admin', { entity: 'social_lead' }))).toBe('E_PHONE_NO_NUMBER');
  expect(await company.records.count('call_record', { bizId: id })).toBe(0);
});

it('refuses the blacklisted, those who asked not to be called, and the pool', async () => {
  const refusal = async (change: object, account = 'sales') => {
    const { id, mobile } = await newCustomer();
    await company.records.update('customer', id, { ...change });
    const codes = [(await click(id, account)).data.error?.code, (await type(mobile, account)).data.error?.code];
    expect(codes[0]).toBe(codes[1]);
    return codes[0];
  };
  expect(await refusal({ blacklisted: true })).toBe('E_PHONE_BLACKLISTED');
  expect(await refusal({ doNotCall: true })).toBe('E_PHONE_DO_NOT_CALL');
  const { ids } = company;
  const pooled = { ownState: 'pooled', ownerId: null, ownerDeptId: null, poolId: ids.pool };
  expect(await refusal(pooled)).toBe('E_PHONE_POOLED');
});

it('says beside a number why it is not to be called, as the call itself is refused', async () => {
  const seen = async (account: string, id: string, page?: string) => {
    const body = { fields: ['mobile'], where: { field: 'id', op: 'eq', value: id } };
    const { data } = await company.call<{ list: readonly Record<string, unknown>[] }>(
      account,
      '/v1/customer/query',
      body,
      page === undefined ? {} : { 'x-app-page': page },
    );
    return data.list[0];
  };
  const { ids, records } = company;
  const { id, mobile } = await newCustomer();
  expect(await seen('sales', id)).not.toHaveProperty('undialled');
  const pooled = { ownState: 'pooled', ownerId: null, ownerDeptId: null, poolId: ids.pool };
  for (const [change, page] of [
    [{ doNotCall: true }, undefined],
    [{ blacklisted: true }, undefined],
    [{ blacklisted: false, doNotCall: false, ...pooled }, 'highsea'],
  ] as const) {
    await records.update('customer', id, change);
    const { message } = await type(mobile);
    expect(await seen('sales', id, page)).toMatchObject({ undialled: { mobile: message } });
  }
  const phone = await records.findOne('customer_phone', { customerId: id });
  const message = '公海客户不能拨打，请先领取';
  const view = (path: string, body: object) => company.call<Record<string, unknown>>('admin', path, { ...body });
  expect(
    (await view('/v1/customer/phone/view', { id: phone?.id, fields: ['phone', 'customer.mobile'] })).data,
  ).toMatchObject({ undialled: { phone: message }, customer: { undialled: { mobile: message } } });
  // A service to somebody who bought is none of the pool's business; whoever asked to be left alone is still left alone.
  const order = await records.insert('work_order', {
    ...{ woNo: 'GDU1', type: 'service', title: '服务', content: '服务的工单', source: 'staff', priority: 'normal' },
    ...{ status: 'processing', customerId: id, creatorId: ids.sales, pausedMinutes: 0, escalationLevel: 0 },
    ...{ transferCount: 0, urgeCount: 0, reopenCount: 0, callbackAttempts: 0, assigneeId: ids.sales },
    assigneeDeptId: ids.group1,
  });
  const ofOrder = async () => (await view('/v1/work/order/view', { id: order, fields: ['customer.mobile'] })).data;
  expect(await ofOrder()).not.toHaveProperty('customer.undialled');
  await records.update('customer', id, { doNotCall: true });
  expect(await ofOrder()).toMatchObject({ customer: { undialled: { mobile: '客户要求免打扰，不能拨打' } } });
});

it('sells nothing by night', async () => {
  const { id } = await newCustomer();
  const now = (new Date().getUTCHours() + 8) % 24;
  phone.state.hours = now < 12 ? { from: 12, until: 24 } : { from: 0, until: 12 };
  try {
    expect(await click(id)).toMatchObject({ data: { error: { code: 'E_PHONE_NIGHT' } } });
    expect(await type(newMobile())).toMatchObject({ data: { error: { code: 'E_PHONE_NIGHT' } } });
    const own = await type('600');
    expect(own).toMatchObject({ code: '0', data: { target: '600', name: '', customerId: null } });
    await end(own.data.callId);
  } finally {
    phone.state.hours = { from: 0, until: 24 };
  }
});

it('calls a number in vain three times a day, whoever calls', async () => {
  const { id, mobile } = await newCustomer();
  for (const code of [486, 480, 487]) {
    const { callId } = (await click(id)).data;
    await line({ callId, kind: 'rejected', code });
  }
  expect(await click(id)).toMatchObject({
    message: expect.stringContaining('3 次'),
    data: { error: { code: 'E_PHONE_TRIED' } },
  });
  expect((await type(mobile, 'manager')).data.error?.code).toBe('E_PHONE_TRIED');
  await company.database.rows(
    `update call_record set started_at = started_at - interval '1 day' where customer_id = '${id}'`,
  );
  const again = await click(id);
  expect(again.code).toBe('0');
  await end(again.data.callId);
});

it('knows whose a typed number is, and leaves those of others alone', async () => {
  const { id, mobile } = await newCustomer();
  expect((await type(mobile, 'sales3')).data.error?.code).toBe('E_PHONE_OUT_OF_SCOPE');
  const own = await type(`+86 ${mobile}`);
  expect(own.data).toMatchObject({ name: '被叫客户', customerId: id });
  expect(await callOf(own.data.callId)).toMatchObject({ bizType: 'customer', bizId: id });
  await end(own.data.callId);
  for (const number of ['12', 'abc', '1'.repeat(21)])
    expect((await type(number)).data.error?.code).toBe('E_INPUT_INVALID');
});

it('never has two open calls of one person, however many are asked for at once', async () => {
  const customers = await Promise.all(Array.from({ length: 20 }, () => newCustomer()));
  const answers = await Promise.all(customers.map(({ id }) => click(id)));
  const made = answers.filter(({ code }) => code === '0');
  expect(made).toHaveLength(1);
  for (const { code, data } of answers) if (code !== '0') expect(data.error?.code).toBe('E_PHONE_IN_CALL');
  expect(await company.records.count('call_record', { staffId: company.ids.sales, endedAt: null })).toBe(1);
  await end(made[0]?.data.callId ?? '');
});

it('guards the one open call in the database too', async () => {
  const call = (callNo: string) =>
    company.records.insert('call_record', {
      callNo,
      provider: 'webphone',
      direction: 'out',
      staffId: company.ids.sales2,
      departmentId: company.ids.group1,
      startedAt: new Date().toISOString(),
      talkSeconds: 0,
      status: 'dialing',
      forbiddenHitCount: 0,
      qaStatus: 'none',
    });
  const id = await call('TH-guard-1');
  await expect(call('TH-guard-2')).rejects.toThrow();
  await company.records.update('call_record', id, { status: 'failed', endedAt: new Date().toISOString() });
});
