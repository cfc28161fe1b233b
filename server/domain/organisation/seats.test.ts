import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type PhoneCompany, startPhoneCompany } from '../../testing/phone-company.ts';
import { testPasswordHash } from '../../testing/test-app.ts';

let phone: PhoneCompany;
const password = 'Seat-pass:9 ü';
const ids2: Record<string, string> = {};

beforeAll(async () => {
  phone = await startPhoneCompany();
  const { records, ids } = phone.app;
  for (const [n, account] of ['hr', 'hr2'].entries())
    ids2[account] = await records.insert('staff', {
      ...{ account, name: account, passwordHash: await testPasswordHash(), mobile: `1390000009${n}` },
      ...{ departmentId: ids.division, roleIds: [ids['role:hr']], projectIds: [ids.project], firstLogin: false },
      ...{ receiveLeads: false, status: 'active' },
    });
}, 60_000);
afterAll(() => phone.app.close());

type Answer = { readonly id: string; readonly error?: { readonly code: string; readonly faults?: readonly object[] } };
const call = (account: string, path: string, body: object) =>
  phone.app.call<Answer>(account, `/v1/sys/user/${path}`, { ...body });
const setSeat = (account: string, of: string, body: object) =>
  call(account, 'set/seat', { id: phone.app.ids[of], ...body });
const personOf = (account: string) => phone.app.records.findOne('staff', { id: phone.app.ids[account] });
async function modify(account: string, of: string, changes: object) {
  const version = (await personOf(of))?.version;
  return call(account, 'modify', { id: phone.app.ids[of], version, ...changes });
}

it('gives a real seat its password, with which the seat registers, and shows it nowhere', async () => {
  const { app } = phone;
  expect(await modify('admin', 'promoter', { seatCode: '8010' })).toMatchObject({ code: '0' });
  expect(await app.call('promoter', '/v1/phone/registration/create')).toMatchObject({
    data: { error: { code: 'E_PHONE_NO_SEAT' } },
  });
  expect(await setSeat('admin', 'promoter', { password })).toMatchObject({ code: '0' });
  const registered = await app.call<{ ha1: string }>('promoter', '/v1/phone/registration/create');
  expect(registered.data.ha1).toBe(createHash('md5').update(`8010:pbx.test:${password}`).digest('hex'));

  const told = [
    await setSeat('admin', 'promoter', { password }),
    await call('admin', 'view', { id: app.ids.promoter, fields: ['name', 'seatCode'] }),
    await call('admin', 'history', { id: app.ids.promoter }),
    await app.call('admin', '/v1/web/operation/log/query', { size: 100 }),
    await app.database.rows(`select * from staff where account = 'promoter'`),
    await app.database.rows(`select * from operation_log where entity_id = '${app.ids.promoter}'`),
    await app.database.rows('select * from idempotency_key'),
  ];
  expect(JSON.stringify(told)).not.toContain('Seat-pass');
  for (const fields of [['sipPassword'], ['name', 'sipPassword']])
    expect((await call('admin', 'view', { id: app.ids.promoter, fields })).code).not.toBe('0');
  expect((await call('admin', 'query', { where: { field: 'sipPassword', op: 'notNull' } })).code).not.toBe('0');
  // Neither form nor file writes it past its own operation.
  for (const path of ['modify', 'create'])
    expect(await call('admin', path, { id: app.ids.promoter, version: 1, sipPassword: 'x' })).toMatchObject({
      data: { error: { code: 'E_INPUT_INVALID' } },
    });
});

it('is the matter of who may, and of nobody who may less than the person', async () => {
  const { ids } = phone.app;
  const role = await phone.app.records.findOne('role', { id: ids['role:hr'] });
  const codeOf = async (answer: Promise<{ readonly data: Answer }>) => (await answer).data.error?.code;
  expect(await call('hr', 'modify', { id: ids2.hr2, version: 1, seatCode: '8020' })).toMatchObject({ code: '0' });
  expect(await call('hr', 'set/seat', { id: ids2.hr2, password })).toMatchObject({ code: '0' });
  expect(await codeOf(setSeat('hr', 'admin', { password }))).toBe('E_GRANT_PERSON');
  expect(await codeOf(modify('hr', 'admin', { seatCode: '8099' }))).toBe('E_GRANT_PERSON');
  expect(await codeOf(setSeat('manager', 'sales', { password }))).toBe('E_NO_PERMISSION');
  await phone.app.records.update('role', String(role?.id), {
    permissions: (Array.isArray(role?.permissions) ? role.permissions : []).filter((key) => key !== 'staff:set_seat'),
  });
  expect(await codeOf(call('hr', 'set/seat', { id: ids2.hr2, password }))).toBe('E_NO_PERMISSION');
  for (const key of ['seatCode', 'hlAgentId', 'dlswAgentId', 'xzjAgentId'])
    expect(await codeOf(call('hr', 'modify', { id: ids2.hr2, version: 3, [key]: 'other-1' }))).toBe('E_STAFF_SEAT');
  expect(await modify('hr', 'sales', { gender: 'male' })).toMatchObject({ code: '0' });
  await phone.app.records.update('role', String(role?.id), { permissions: role?.permissions });
});

it('refuses a seat that another has, one that is no address, and a password without a seat', async () => {
  const codeOf = async (answer: Promise<{ readonly code: string; readonly data: Answer }>) =>
    (await answer).data.error?.code;
  expect((await modify('admin', 'sales2', { seatCode: '8001' })).code).toBe('1');
  expect(await personOf('sales2')).toMatchObject({ seatCode: '8002', sipPassword: 'word-8002' });
  for (const seatCode of ['80:01', '8001@pbx', '80 01', '坐席'])
    expect(await codeOf(modify('admin', 'sales2', { seatCode }))).toBe('E_STAFF_SEAT_FORM');
  expect(await codeOf(setSeat('admin', 'group_leader', { password }))).toBe('E_STAFF_NO_SEAT');
  expect(await codeOf(setSeat('admin', 'sales2', {}))).toBe('E_STAFF_SEAT_PASSWORD');
});

it('takes the password away, also with the seat it was for, and tells the open pages of the person', async () => {
  const { app } = phone;
  expect(await setSeat('admin', 'sales3', { clear: true })).toMatchObject({ code: '0' });
  expect(await app.call('sales3', '/v1/phone/registration/create')).toMatchObject({
    data: { error: { code: 'E_PHONE_NO_SEAT' } },
  });
  await setSeat('admin', 'sales3', { password });
  expect((await app.call('sales3', '/v1/phone/registration/create')).code).toBe('0');
  expect(await modify('admin', 'sales3', { seatCode: '8033' })).toMatchObject({ code: '0' });
  expect(await personOf('sales3')).toMatchObject({ seatCode: '8033', sipPassword: null });
  const told = await app.database.rows(
    `select data from server_event where topic = 'phone' and staff_id = '${app.ids.sales3}'`,
  );
  expect(told.map(({ data }) => data)).toEqual(Array.from({ length: 3 }, () => ({ kind: 'seats' })));
});
