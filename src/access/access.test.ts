import { expect, it } from 'vitest';
import { createApiClient, type Transport } from '../../engine/client/index.ts';
import { group, libraryMenu } from '../routes/menu.testing.ts';
import { fetchAccess } from './access.ts';

const user = { id: 'u1', account: 'lilei', name: '李雷', mobile: '138****0001', departmentId: 'd1', idNames: [] };
const whole = {
  '/v1/sys/user/my/view': user,
  '/v1/sys/menu/item/my/query': libraryMenu,
  '/v1/sys/menu/button/my/query': [{ name: 'book:add' }],
};

/** A client whose server gives these answers; what is sent is noted. */
function clientAnswering(answers: Readonly<Record<string, unknown>>) {
  const bodies = new Map<string, unknown>();
  const transport: Transport = async ({ url: path, body: sent }) => {
    bodies.set(path, JSON.parse(String(sent)));
    const body =
      path in answers ? { code: '0', message: '', data: answers[path] } : { code: '1', message: '拒绝', data: null };
    return { body, header: () => null };
  };
  return {
    client: createApiClient({ baseUrl: '', token: () => 'secret', onRefusal: () => undefined, transport }),
    bodies,
  };
}

it('fetches user, menu and buttons with the payloads of the specification', async () => {
  const { client, bodies } = clientAnswering(whole);

  const outcome = await fetchAccess(client, 'secret');

  expect(Object.fromEntries(bodies)).toEqual({
    '/v1/sys/user/my/view': {},
    '/v1/sys/menu/item/my/query': { params: 'secret' },
    '/v1/sys/menu/button/my/query': { params: 'secret' },
  });
  expect(outcome).toMatchObject({ kind: 'whole', access: { user: { id: 'u1' }, buttons: new Set(['book:add']) } });
});

it.each([
  ['perm.noMenus', { ...whole, '/v1/sys/menu/item/my/query': null }],
  ['perm.noRole', { ...whole, '/v1/sys/menu/item/my/query': group('crm', '/', 'CRM', []) }],
  ['perm.noButtons', { ...whole, '/v1/sys/menu/button/my/query': [] }],
])('names what an administrator has not assigned: %s', async (gap, answers) => {
  expect(await fetchAccess(clientAnswering(answers).client, 'secret')).toEqual({ kind: 'gap', gap });
});

it('throws the refusal when one of the calls is refused', async () => {
  const { '/v1/sys/user/my/view': _, ...rest } = whole;

  await expect(fetchAccess(clientAnswering(rest).client, 'secret')).rejects.toMatchObject({
    code: '1',
    message: '拒绝',
  });
});
