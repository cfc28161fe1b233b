import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { brokenInvariants } from './invariants.testing.ts';

let company: TestApp;

beforeAll(async () => {
  company = await startTestApp();
}, 60_000);

afterAll(() => company.close());

type Refusal = {
  readonly code: string;
  readonly faults?: readonly { readonly code: string; readonly pointer: string }[];
};
const call = (account: string, path: string, body: object) =>
  company.call<{ id: string; version: number; error?: Refusal }>(
    account,
    path,
    { ...body },
    { 'idempotency-key': crypto.randomUUID() },
  );
const refusal = async (account: string, path: string, body: object) => {
  const { data } = await call(account, path, body);
  return [data.error?.code, data.error?.faults?.[0]?.pointer];
};
const person = (mobile: string) => ({
  ...{ name: '号码客户', mobile, level: 'b', channelId: company.ids.channel },
  intentionProjectIds: [company.ids.project],
});

/** One number as people write it. */
const spellings = (digits: string) => {
  const wide = [...digits].map((digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)).join('');
  const [a, b, c] = [digits.slice(0, 3), digits.slice(3, 7), digits.slice(7)];
  return [
    `+86 ${a}-${b} ${c}`,
    `0086${digits}`,
    `86${digits}`,
    wide,
    `（${a}）${b}—${c}`,
    `\u202d${a} ${b} ${c}\u202c`,
  ];
};

it('is the same number in every spelling, wherever it comes in', async () => {
  const own = await call('sales', '/v1/customer/create', person(' +86 136-6000 0001 '));
  expect(own.code).toBe('0');
  const other = await call('sales', '/v1/customer/create', person('13660000002'));
  const { id } = other.data;
  const further = await call('sales', '/v1/customer/phone/create', {
    customerId: own.data.id,
    phone: '１３６－６０００－０００３',
  });
  expect(further.code).toBe('0');
  expect(await company.records.findOne('customer_phone', { id: further.data.id })).toMatchObject({
    ...{ phone: '13660000003', kind: 'backup', verified: false },
  });
  for (const digits of ['13660000001', '13660000003'])
    for (const mobile of spellings(digits)) {
      const at = (pointer: string) => ['E_CUSTOMER_EXISTS', pointer];
      expect(await refusal('sales2', '/v1/customer/create', person(mobile)), mobile).toEqual(at('/mobile'));
      expect(await refusal('manager', '/v1/customer/import/pool', person(mobile)), mobile).toEqual(at('/mobile'));
      expect(await refusal('sales', '/v1/customer/modify', { id, version: 1, mobile }), mobile).toEqual(at('/mobile'));
      expect(await refusal('sales', '/v1/customer/phone/create', { customerId: id, phone: mobile }), mobile).toEqual(
        at('/phone'),
      );
      const checked = await company.call<{ free: boolean }>('promoter', '/v1/lead/check', {
        field: 'mobile',
        value: mobile,
      });
      expect(checked.data, mobile).toMatchObject({ free: false });
      const lead = await call('promoter', '/v1/lead/create', {
        ...{ name: '又来', mobile, projectId: company.ids.project, channelId: company.ids.channel },
      });
      expect(await company.records.findOne('lead', { id: lead.data.id }), mobile).toMatchObject({
        ...{ mobile: digits, status: 'duplicate', customerId: own.data.id },
      });
      // The next way of writing it is another day's lead.
      await company.database.rows("update lead set created_at = created_at - interval '1 day'");
    }
  const moved = await call('sales', '/v1/customer/modify', { id, version: 1, mobile: '（136）6000·0004' });
  expect(moved.code).toBe('0');
  expect(await company.records.findOne('customer_phone', { customerId: id })).toMatchObject({
    ...{ phone: '13660000004', kind: 'main' },
  });
  expect(await brokenInvariants(company.database)).toEqual([]);
}, 60_000);

it('keeps further numbers of a customer: landlines with area code, mobiles, no second main one', async () => {
  const made = await call('sales', '/v1/customer/create', person('13660000010'));
  const customerId = made.data.id;
  const path = '/v1/customer/phone/create';
  const add = (phone: string, kind: string, account = 'sales') => call(account, path, { customerId, phone, kind });
  const noMain = { faults: [{ code: 'E_INPUT_CHOICE', pointer: '/kind' }] };
  expect((await add('13660000011', 'main')).data.error).toMatchObject(noMain);
  for (const [phone, kind] of [
    ['62345678', 'landline'],
    ['13660000011', 'landline'],
    ['010-62345678', 'backup'],
    ['123', 'parent'],
  ] as const)
    expect((await add(phone, kind)).data.error, phone).toMatchObject({
      faults: [{ code: 'E_INPUT_FORMAT', pointer: '/phone' }],
    });
  const landline = await add('+86 (10) 6234-5678', 'landline');
  expect(await company.records.findOne('customer_phone', { id: landline.data.id })).toMatchObject({
    phone: '01062345678',
  });
  expect((await add('01062345678', 'landline')).data.error).toMatchObject({ code: 'E_INPUT_INVALID' });
  expect((await add('13660000012', 'backup', 'sales3')).data.error).toMatchObject({
    faults: [{ code: 'E_INPUT_REFERENCE', pointer: '/customerId' }],
  });

  // A number that waits as a lead is no customer's yet; that it is a lead hears who may see it.
  await call('promoter', '/v1/lead/create', {
    ...{ name: '等待', mobile: '13660000013', projectId: company.ids.project, channelId: company.ids.channel },
  });
  expect((await add('136 6000 0013', 'parent')).data.error?.code).toBe('E_CUSTOMER_EXISTS');
  expect((await add('136 6000 0013', 'parent', 'admin')).data.error?.code).toBe('E_CUSTOMER_LEAD_WAITING');

  const parent = await add('13660000014', 'parent');
  const { id } = parent.data;
  await company.records.update('customer_phone', id, { verified: true });
  const version = async () => (await company.records.findOne('customer_phone', { id }))?.version;
  const modify = async (change: object) =>
    call('sales', '/v1/customer/phone/modify', { id, version: await version(), ...change });
  expect((await modify({ phone: '0086 13660000015' })).code).toBe('0');
  expect(await company.records.findOne('customer_phone', { id })).toMatchObject({
    phone: '13660000015',
    verified: false,
  });
  expect((await modify({ kind: 'main' })).data.error).toMatchObject(noMain);
  const elsewhere = await call('sales', '/v1/customer/create', person('13660000016'));
  expect((await modify({ customerId: elsewhere.data.id })).data.error).toMatchObject({
    faults: [{ code: 'E_INPUT_READONLY', pointer: '/customerId' }],
  });
  const main = await company.records.findOne('customer_phone', { customerId, kind: 'main' });
  const ofMain = { id: main?.id, version: main?.version };
  expect((await call('sales', '/v1/customer/phone/modify', { ...ofMain, phone: '13660000017' })).data.error?.code).toBe(
    'E_CUSTOMER_MAIN_PHONE',
  );
  expect((await call('sales', '/v1/customer/phone/modify', { ...ofMain, invalid: true })).code).toBe('0');
  expect((await call('sales', '/v1/customer/phone/delete', { id: main?.id })).data.error?.code).toBe(
    'E_CUSTOMER_MAIN_PHONE',
  );
  expect((await call('sales', '/v1/customer/phone/delete', { id })).code).toBe('0');
  expect((await call('sales2', '/v1/customer/create', person('13660000015'))).code).toBe('0');
  expect(await brokenInvariants(company.database)).toEqual([]);
});

it('gives one number to one customer, however many add it at once', async () => {
  const ids: string[] = [];
  for (const place of [20, 21, 22, 23]) {
    const made = await call('sales', '/v1/customer/create', person(`136600000${place}`));
    ids.push(made.data.id);
  }
  const answers = await Promise.all(
    ids.map((customerId) => call('sales', '/v1/customer/phone/create', { customerId, phone: '13660000099' })),
  );
  expect(answers.filter(({ code }) => code === '0')).toHaveLength(1);
  expect(answers.filter(({ data }) => data.error?.code === 'E_CUSTOMER_EXISTS')).toHaveLength(3);
});
