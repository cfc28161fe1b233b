import { expect } from 'vitest';
import type { NewPageOffers } from '../../contract/design/made-pages.ts';
import { faultsOf, keysOf, world } from './design-company.testing.ts';

const call = <Data = unknown>(path: string, body: object) =>
  world.call<Data>('manager', `/v1/design/made/${path}`, { ...body });

/** Nobody is offered, nor can choose, a button or a tab of what he may not do or list; and no record is deleted from itself. */
export async function offersNoMore(): Promise<void> {
  const role = await world.records.findOne('role', { code: 'manager' });
  const kept = keysOf(role?.permissions);
  const without = (...taken: readonly string[]) =>
    world.records.update('role', role?.id ?? '', { permissions: kept.filter((key) => !taken.includes(String(key))) });
  const own = async () => (await call<NewPageOffers>('offers/view', { entity: 'customer', kind: 'panorama' })).data;
  const before = await own();
  const names = (offered: readonly { readonly key: string }[]) => offered.map(({ key }) => key);
  expect(names(before.buttons)).toContain('edit');
  expect(names(before.buttons)).not.toContain('delete');
  expect(names(before.tabs)).toContain('opportunityCustomerId');
  await without('customer:edit', 'opportunity:query', 'customer:*', 'opportunity:*');
  const after = await own();
  expect(names(after.buttons)).not.toContain('edit');
  expect(names(after.tabs)).not.toContain('opportunityCustomerId');
  const one = {
    ...{ title: '越过', slug: 'beyond', entity: 'customer', kind: 'panorama', facts: ['city'], tags: [], fields: [] },
    ...{ tabs: [], buttons: [] },
  };
  const tried = async (more: object) => {
    const choices = { ...one, ...more };
    return faultsOf(await call('save', { version: 0, choices, parent: null, roles: [] }));
  };
  expect(await tried({ buttons: ['edit'] })).toMatchObject([{ pointer: '/choices/buttons/0' }]);
  expect(await tried({ tabs: ['opportunityCustomerId'] })).toMatchObject([{ pointer: '/choices/tabs/0' }]);
  await world.records.update('role', role?.id ?? '', { permissions: kept });
}
