import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { withFollowing } from './following-pages.ts';

let world: TestApp;
beforeAll(async () => {
  world = await startTestApp();
});
afterAll(() => world.close());

type Changed = { readonly id: string; readonly version: number };
const create = (code: string, values: object) =>
  world.call<Changed>('admin', '/v1/role/create', { code, name: code, dataScope: 'self', ...values });
const grant = async (id: string, values: object) => {
  const version = (await world.records.findOne('role', { id }))?.version;
  const answer = await world.call('admin', '/v1/role/grant', { id, version, dataScope: 'self', masks: [], ...values });
  expect(answer.code).toBe('0');
};

describe('pages and buttons are granted together', () => {
  const stored = async (id: string) => {
    const role = await world.records.findOne('role', { id });
    return { menus: role?.menus, permissions: role?.permissions };
  };

  it('hidden pages follow from those that open them, and go with the last of them', async () => {
    const menus = ['alllist', 'job', 'versionUpdateDetail'];
    const held = ['customer:query', 'customer:get', 'job:query', 'job:get', 'job:add'];
    const permissions = [...held, 'points_grant:approve', 'update_message:query'];
    const { id } = (await create('together', { menus, permissions })).data;
    // A page nothing opens is not kept, nor one that would show him nothing, nor a button on no page of the role.
    expect(await stored(id)).toEqual({
      menus: ['alllist', 'job', 'allpromotepanoramic', 'detailsJob', 'createJob'],
      permissions: held,
    });
    await grant(id, { menus: ['job', 'chancelist', 'allpromotepanoramic'], permissions });
    expect((await stored(id)).menus).toContain('allpromotepanoramic');
    await grant(id, { menus: ['job', 'allpromotepanoramic'], permissions });
    expect(await stored(id)).toEqual({
      menus: ['job', 'detailsJob', 'createJob'],
      permissions: ['job:query', 'job:get', 'job:add'],
    });
  });

  it('so it is in every role that is shipped', () => {
    for (const role of world.documents.roles.values())
      expect([...withFollowing(role, world.documents)].sort(), role.code).toEqual([...role.menus].sort());
  });
});
