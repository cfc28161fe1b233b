import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Envelope } from '../../engine/model/wire/index.ts';
import { startTestApp, type TestApp, testPasswordHash } from '../testing/test-app.ts';

let world: TestApp;
/** Ids of roles and people these tests made. */
const made: Record<string, string> = {};
const idOf = (name: string) => made[name] ?? world.ids[name] ?? '';

beforeAll(async () => {
  world = await startTestApp();
  const keeping = ['role:*', 'role:view_as', 'masking_policy:*', 'staff:query', 'customer:query', 'customer:get'];
  await addPerson('keeper', { dataScope: 'all', menus: ['alllist'], permissions: keeping });
  await addPerson('junior', {
    dataScope: 'self',
    menus: ['alllist'],
    permissions: ['customer:query', 'masking_policy:mine'],
  });
  const sought = { name: '客户1', mobile: '13800000001', channelId: idOf('channel') };
  await world.call('admin', '/v1/customer/create', { ...sought, intentionProjectIds: [idOf('project')] });
}, 60_000);

afterAll(() => world.close());

async function addPerson(account: string, role: object): Promise<void> {
  const shared = { code: account, name: account, builtIn: false, enabled: true, entityScopes: [] };
  made[`role:${account}`] = await world.records.insert('role', { ...shared, ...role });
  made[account] = await world.records.insert('staff', {
    ...{ account, name: account, passwordHash: await testPasswordHash(), status: 'active' },
    ...{ mobile: `1370000000${Object.keys(made).length}`, departmentId: idOf('group1'), projectIds: [] },
    ...{ roleIds: [idOf(`role:${account}`)], firstLogin: false, receiveLeads: false },
  });
}

type Row = { readonly id: string; readonly mobile?: string | null };
const rowsOf = async (path: string, where: object) =>
  (await world.call<{ list: readonly Row[] }>('keeper', path, { fields: ['mobile'], where })).data.list;
const numberOf = async (path: string, where: object) => (await rowsOf(path, where))[0]?.mobile ?? null;
const customers = () => numberOf('/v1/customer/query', { field: 'name', op: 'eq', value: '客户1' });
const colleagues = () => numberOf('/v1/sys/user/query', { field: 'id', op: 'eq', value: idOf('sales') });
const add = async (account: string, values: object) =>
  world.call<{ id: string }>(account, '/v1/masking/policy/create', { targetType: 'staff', mode: 'mask', ...values });
const remove = (id: string | undefined) => world.call('admin', '/v1/masking/policy/delete', { id });
const faultIn = ({ code, data }: Envelope<unknown>) => /"code":"(E_[A-Z_]+)"/.exec(JSON.stringify(data))?.[1] ?? code;
const clear = expect.stringMatching(/^\d{11}$/);
const masked = expect.stringMatching(/^\d{3}\*{4}\d{4}$/);

it('what is told of one field says nothing of others of its kind, at the next request', async () => {
  const staffId = idOf('keeper');
  expect([await customers(), await colleagues()]).toEqual([masked, masked]);
  const field = await add('admin', { staffId, field: 'staff_mobile', mode: 'plain' });
  expect([await customers(), await colleagues()]).toEqual([masked, clear]);
  const kind = await add('admin', { staffId, field: 'mobile', mode: 'hidden' });
  expect([await customers(), await colleagues()]).toEqual([null, clear]);
  await remove(field.data.id);
  expect([await customers(), await colleagues()]).toEqual([null, null]);
  await remove(kind.data.id);
  expect([await customers(), await colleagues()]).toEqual([masked, masked]);
});

it('nobody gives a clearer view of a field than he has, though he sees others of its kind in clear', async () => {
  const gives = async (field: string) => {
    const answer = await add('keeper', { staffId: idOf('junior'), field, mode: 'plain' });
    await remove(answer.data.id);
    return faultIn(answer);
  };
  const own = await add('admin', { staffId: idOf('keeper'), field: 'staff_mobile', mode: 'plain' });
  expect([await gives('mobile'), await gives('staff_mobile')]).toEqual(['E_MASK_ESCALATION', '0']);
  await remove(own.data.id);
  expect(await gives('staff_mobile')).toBe('E_MASK_ESCALATION');
});

it('a person who sees one field clearer is beyond him who does not', async () => {
  const staffId = idOf('junior');
  const stops = async () => faultIn(await world.call('keeper', '/v1/role/view/as', { staffId }));
  const before = await stops();
  const more = await add('admin', { staffId, field: 'student_mobile', mode: 'plain' });
  expect([before, await stops()]).toEqual(['0', 'E_VIEW_BEYOND']);
  await remove(more.data.id);
});

it('a role is told of one field, and follows its kind again when that is deleted', async () => {
  const id = idOf('role:junior');
  const role = await world.records.findOne('role', { id });
  const draft = { dataScope: 'self', menus: role?.menus, permissions: role?.permissions };
  const grant = async (masks: readonly object[]) => {
    const { version } = (await world.records.findOne('role', { id })) ?? {};
    return faultIn(await world.call('admin', '/v1/role/grant', { id, version, ...draft, masks }));
  };
  expect(await grant([{ field: 'student_mobil', mode: 'mask' }])).toBe('E_INPUT_INVALID');
  // As usual, but told: what is told of its kind no longer holds for it.
  expect(await grant([{ field: 'student_mobile', mode: 'mask', revealDailyLimit: 50 }])).toBe('0');
  expect(await grant([{ field: 'mobile', mode: 'hidden' }])).toBe('0');
  const told = await world.records.findOne('masking_policy', { roleId: id, field: 'student_mobile' });
  const modes = async () => {
    const { data } = await world.call<readonly { field: string; mode: string }[]>('junior', '/v1/masking/policy/mine');
    return ['mobile', 'student_mobile', 'staff_mobile'].map((field) => data.find((one) => one.field === field)?.mode);
  };
  expect(await modes()).toEqual(['hidden', 'mask', 'hidden']);
  await remove(told?.id);
  expect(await modes()).toEqual(['hidden', 'hidden', 'hidden']);
});
