import { describe, expect, it } from 'vitest';
import { maskValue } from '../../../../engine/model/documents/index.ts';
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

describe('what a pool hides', () => {
  it('is nothing to anybody but its administrators, until the customer has an owner again', async () => {
    const { ids } = company;
    const place = `省份${nextSerial()}`;
    const id = await create('sales3');
    const known = { province: place, city: '某市', remark: '只在晚上接电话', qq: '10010001' };
    await done('sales3', '/v1/customer/modify', { id, version: 1, ...known });
    await done('sales3', '/v1/customer/return', { id, reason: '无法联系' });
    const [field, value] = ['province', place];
    const seen = async (account: string, page: string, more: Body = {}) => {
      const body = { fields: Object.keys(known), where: { and: [{ field: 'id', op: 'eq', value: id }] }, ...more };
      const { data } = await company.call<{ list: readonly Body[] }>(account, '/v1/customer/query', body, {
        'x-app-page': page,
      });
      return data.list;
    };
    const byPlace = { where: { field, op: 'eq', value } };
    expect(await seen('sales', 'highsea')).toEqual([expect.objectContaining({ ...known, qq: expect.any(String) })]);
    expect(await seen('sales', 'highsea', byPlace)).toHaveLength(1);

    await limits({ hiddenFields: ['province', 'remark', 'qq'] });
    const hidden = { province: null, remark: null, qq: null, city: '某市' };
    for (const [account, page] of [
      ['sales', 'highsea'],
      ['admin', 'alllist'],
    ] as const) {
      expect(await seen(account, page)).toEqual([expect.objectContaining(hidden)]);
      expect(await seen(account, page, byPlace)).toEqual([]);
    }
    const group = await company.call<{ list: readonly { value: unknown }[] }>(
      'sales',
      '/v1/customer/group',
      { by: field },
      {
        'x-app-page': 'highsea',
      },
    );
    expect(JSON.stringify(group)).not.toContain(place);
    expect(await codeOf('admin', '/v1/customer/reveal', { id, field: 'qq', reason: '核对' })).toBe('E_NO_PERMISSION');
    const told = async () => JSON.stringify(await done('admin', '/v1/customer/history', { id, choices: true }));
    expect(await told()).not.toMatch(/某市.*只在晚上|只在晚上/);
    expect(await told()).toContain('某市');

    await limits({ adminIds: [ids.admin] });
    expect(await seen('admin', 'alllist')).toEqual([expect.objectContaining({ province: place })]);
    expect(await told()).toContain('只在晚上');
    expect(await seen('sales', 'highsea')).toEqual([expect.objectContaining(hidden)]);
    await limits({ claimDailyLimit: 1000 });
    expect(await claim(id)).toMatchObject({ code: '0' });
    expect(await seen('sales', 'alllist')).toEqual([
      expect.objectContaining({ province: place, remark: known.remark }),
    ]);
    await limits({ hiddenFields: null, adminIds: [], claimDailyLimit: 10 });
  });

  it('is chosen from what can be hidden', async () => {
    const pool = await company.records.findOne('pool', { id: company.ids.pool });
    const body = { id: company.ids.pool, version: pool?.version };
    expect(await codeOf('admin', '/v1/pool/modify', { ...body, hiddenFields: ['name'] })).toBe('E_INPUT_INVALID');
    expect(await codeOf('admin', '/v1/pool/modify', { ...body, hiddenFields: 'qq' })).toBe('E_INPUT_INVALID');
    expect(await codeOf('admin', '/v1/pool/modify', { ...body, hiddenFields: ['qq'] })).toBeUndefined();
    await limits({ hiddenFields: null });
  });
});

describe('customers of a pool before they are claimed', () => {
  const view = (account: string, id: string, page?: string) =>
    company.call<Body & { error?: { code: string } }>(
      account,
      '/v1/customer/view',
      { id },
      page === undefined ? {} : { 'x-app-page': page },
    );

  it('are looked at masked by those whose pool it is, on its page alone, and no longer once they are claimed', async () => {
    const id = await pooled();
    const seen = (await view('sales', id, 'highseaDetail')).data;
    expect(seen).toMatchObject({
      mobile: maskValue('mobile', String((await found(id))?.mobile)),
      undialled: { mobile: '公海客户不能拨打，请先领取' },
    });
    for (const page of [undefined, 'panoramic', 'alllist'])
      expect((await view('sales', id, page)).data.error?.code, page).toBe('E_NOT_FOUND');
    expect(await view('promoter', id, 'highseaDetail')).toMatchObject({ data: { error: { code: 'E_NO_PAGE' } } });
    await limits({ memberDepartmentIds: [company.ids.promotion] });
    expect((await view('sales', id, 'highseaDetail')).data.error?.code).toBe('E_NOT_FOUND');
    await limits({ memberDepartmentIds: [company.ids.division], claimDailyLimit: 1000 });
    expect(await call('sales', '/v1/customer/claim', { id }, 'highseaDetail')).toMatchObject({ code: '0' });
    expect((await view('sales2', id, 'highseaDetail')).data.error?.code).toBe('E_NOT_FOUND');
    await limits({ claimDailyLimit: 10 });
  });

  it('are invalid ones nowhere', async () => {
    const id = await pooled();
    await company.records.update('customer', id, { stage: 'invalid' });
    expect((await view('sales', id, 'highseaDetail')).data.error?.code).toBe('E_NOT_FOUND');
  });
});

describe('numbers in the pool', () => {
  it('stay masked for who sees them in clear elsewhere, and are revealed to those alone who administer it', async () => {
    const id = await create('sales3');
    const whom = { targetType: 'staff', targetId: company.ids.admin, staffId: company.ids.admin };
    const plain = { ...whom, field: 'mobile', mode: 'plain', revealDailyLimit: 50, callOnly: false, enabled: true };
    const policy = await company.records.insert('masking_policy', plain);
    const clear = String((await found(id))?.mobile);
    const masked = maskValue('mobile', clear);
    const seen = async () => {
      const where = { field: 'id', op: 'eq', value: id };
      const { data } = await company.call<{ list: readonly Body[] }>('admin', '/v1/customer/query', {
        fields: ['mobile'],
        where,
      });
      const view = await company.call<Body>('admin', '/v1/customer/view', { id });
      return [data.list[0]?.mobile, view.data.mobile];
    };
    // Why nobody has the number revealed, of the customer and of what relates to him.
    const message = '客户在公海中，领取后才能查看号码';
    const highsea = { 'x-app-page': 'highsea' };
    const listed = async (account: string) => {
      const body = { fields: ['mobile'], where: { field: 'id', op: 'eq', value: id } };
      const answer = await company.call<{ list: readonly Body[] }>(account, '/v1/customer/query', body, highsea);
      return answer.data.list[0];
    };
    const other = { customerId: id, kind: 'backup', phone: '13366990011', verified: false, invalid: false };
    const phone = await company.records.insert('customer_phone', other);
    const reveal = { id, field: 'mobile', reason: '核对号码' };
    expect(await seen()).toEqual([clear, clear]);
    expect((await company.call<Body>('admin', '/v1/customer/view', { id })).data).not.toHaveProperty('unrevealed');
    await done('sales3', '/v1/customer/return', { id, reason: '无法联系' });
    expect(await seen()).toEqual([masked, masked]);
    for (const account of ['admin', 'group_leader'])
      expect(await listed(account)).toMatchObject({ mobile: masked, unrevealed: { mobile: message } });
    // Who reveals nothing anyhow is told nothing more.
    expect(await listed('sales')).not.toHaveProperty('unrevealed');
    const related = { id: phone, fields: ['phone', 'customer.mobile'] };
    expect((await company.call<Body>('admin', '/v1/customer/phone/view', related)).data).toMatchObject({
      unrevealed: { phone: message },
      customer: { mobile: masked, unrevealed: { mobile: message } },
    });
    expect(await codeOf('admin', '/v1/customer/reveal', reveal)).toBe('E_REVEAL_ROW');
    const conflict = await call('admin', '/v1/customer/modify', { id, version: 1, mobile: '13900001234' });
    expect(conflict).toMatchObject({ data: { error: { code: 'E_VERSION' } } });
    expect(JSON.stringify(conflict)).not.toContain(clear);
    await limits({ adminIds: [company.ids.admin] });
    expect(await seen()).toEqual([clear, clear]);
    expect(await done('admin', '/v1/customer/reveal', reveal)).toMatchObject({ value: clear });
    await limits({ adminIds: [] });
    expect(await claim(id)).toMatchObject({ code: '0' });
    expect(await seen()).toEqual([clear, clear]);
    await company.records.update('masking_policy', policy, { enabled: false });
  });
});
