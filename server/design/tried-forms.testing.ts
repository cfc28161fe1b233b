import { expect, it } from 'vitest';
import { codeOf, faultsOf, target, world } from './design-company.testing.ts';

const rehearse = (path: string, body: object, account = 'admin') =>
  world.call<{ isRehearsed: boolean }>(account, '/v1/design/rehearse', { path, body });
const kept = () =>
  world.database.rows(`select (select json_agg((id, version, deleted_at) order by id) from customer) as customers,
    (select count(*) from operation_log where catalog = 'business') as logged, (select count(*) from notification) as told,
    (select coalesce(sum(value), 0) from number_sequence) as numbers, (select count(*) from job_state) as jobs,
    (select count(*) from outbox_message) as sent, (select count(*) from idempotency_key) as answers`);
const sound = () => ({
  ...{ name: '只是试试', mobile: '13977001234', level: 'b', channelId: world.ids.channel },
  intentionProjectIds: [world.ids.project],
});

/** What becomes of a form that is sent from a page that is only looked at. */
export function triesFormsOut(): void {
  it('is checked to its end by the server with the caller\u2019s rights, and leaves nothing: no row, number, log or notice', async () => {
    const made = await world.call<{ id: string }>('sales', '/v1/customer/create', {
      ...sound(),
      mobile: '13977001235',
    });
    const { id } = made.data;
    const before = await kept();
    expect(await rehearse('/v1/customer/create', sound())).toMatchObject({ code: '0', data: { isRehearsed: true } });
    const changed = { id, version: 1, name: '改名', was: { name: '只是试试' } };
    expect((await rehearse('/v1/customer/modify', changed)).data).toEqual({ isRehearsed: true });
    expect((await rehearse('/v1/customer/delete', { id })).data).toEqual({ isRehearsed: true });
    expect(await kept()).toEqual(before);
    // What it would be refused for it is refused for, at its place: also what only the tables know.
    const { name: _, ...nameless } = sound();
    expect(faultsOf(await rehearse('/v1/customer/create', nameless))).toMatchObject([{ pointer: '/name' }]);
    const twice = await rehearse('/v1/customer/create', { ...sound(), mobile: '13977001235' });
    expect(twice.code).not.toBe('0');
    expect(codeOf(await rehearse('/v1/customer/modify', { ...changed, id: world.ids.sales }))).toBe('E_NOT_FOUND');
    expect(await kept()).toEqual(before);
  });

  it('is for those who design, each with no more than his own rights', async () => {
    expect(codeOf(await rehearse('/v1/customer/create', sound(), 'sales'))).toBe('E_NO_PERMISSION');
    expect(codeOf(await rehearse('/v1/role/create', { name: '自己给' }, 'manager'))).toBe('E_NO_PERMISSION');
  });

  it('is not tried by the server where it reads, takes many rows or could not be taken back', async () => {
    const before = await kept();
    const ids = (await world.database.rows('select id from customer')).map(({ id }) => id);
    for (const [path, body] of [
      ['/v1/customer/query', {}],
      ['/v1/customer/export', { columns: [{ path: 'name' }], format: 'csv', reason: '试' }],
      ['/v1/customer/delete', { ids }],
      ['/v1/design/page/publish', { ...target, version: 1, note: '试' }],
      ['/v1/nowhere', {}],
    ] as const)
      expect([path, (await rehearse(path, body)).data]).toEqual([path, { isRehearsed: false }]);
    expect(await kept()).toEqual(before);
  });
}
