import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ListeningNode, startListeningNode } from '../testing/listening-node.ts';
import { type OpenStream, readEvents } from '../testing/read-events.ts';
import { startTestApp, type TestApp, testPassword } from '../testing/test-app.ts';

let world: TestApp;
let nodes: readonly [ListeningNode, ListeningNode];

beforeAll(async () => {
  world = await startTestApp();
  const start = () => startListeningNode(world.documents, world.database);
  nodes = [await start(), await start()];
});

afterAll(async () => {
  for (const node of nodes) await node.close();
  await world.close();
});

const idOf = (name: string) => world.ids[name] ?? '';
const change = (entity: string, id: string, values: object) => world.records.update(entity, id, { ...values });

type SignedIn = { readonly token: string; readonly streams: readonly OpenStream[] };

/** Signs in at one node and listens at both. */
async function signIn(account: string): Promise<SignedIn> {
  const { data } = await nodes[0].post<{ token: string }>('/v1/sys/user/login', { account, password: testPassword });
  const streams = await Promise.all(nodes.map((node) => readEvents(node.address, data.token)));
  for (const stream of streams) await stream.until(({ event }) => event === 'begin');
  return { token: data.token, streams };
}

const codes = async (token: string, path = '/v1/sys/user/my/view', body: object = {}) =>
  Promise.all(nodes.map(async (node) => (await node.post(path, body, { 'x-app-token': token })).code));

async function untilEnded(streams: readonly OpenStream[]): Promise<readonly unknown[]> {
  await Promise.all(streams.map((stream) => stream.ended));
  return streams.map(({ messages }) => messages.at(-1)?.data);
}

async function untilTold({ streams }: SignedIn, topic: string): Promise<void> {
  for (const stream of streams) {
    await stream.until(() => stream.told().some((event) => event.topic === topic));
    stream.breakOff();
  }
}

describe('a session that ends ends everywhere', () => {
  it('signed out at one node: the other refuses the next request, streams of both close', async () => {
    const { token, streams } = await signIn('sales');
    expect(await codes(token)).toEqual(['0', '0']);
    const before = Date.now();
    await nodes[0].post('/v1/sys/user/logout', {}, { 'x-app-token': token });
    expect(await codes(token)).toEqual(['1002', '1002']);
    expect(await untilEnded(streams)).toEqual([{ code: 'E_SESSION' }, { code: 'E_SESSION' }]);
    // A second, on a machine that has nothing else to do.
    expect(Date.now() - before).toBeLessThan(10_000);
  });

  it('ended by an administrator', async () => {
    const { token, streams } = await signIn('sales2');
    const [session] = await world.records.find('login_session', { staffId: idOf('sales2') }, 1);
    await change('login_session', session?.id ?? '', { revokedAt: new Date().toISOString(), revokeReason: 'kick' });
    expect(await codes(token)).toEqual(['1003', '1003']);
    expect(await untilEnded(streams)).toEqual([{ code: 'E_STOPPED' }, { code: 'E_STOPPED' }]);
  });

  it('with the account stopped', async () => {
    const { token, streams } = await signIn('promoter');
    await change('staff', idOf('promoter'), { status: 'suspended' });
    expect(await codes(token)).toEqual(['1003', '1003']);
    expect(await untilEnded(streams)).toEqual([{ code: 'E_STOPPED' }, { code: 'E_STOPPED' }]);
    await change('staff', idOf('promoter'), { status: 'active' });
  });

  it('run out by itself, which nobody tells', async () => {
    const { token, streams } = await signIn('sales3');
    await world.database.rows("update login_session set expire_at = now() - interval '1 second' where staff_id = $1", [
      idOf('sales3'),
    ]);
    expect(await codes(token)).toEqual(['1002', '1002']);
    expect(await untilEnded(streams)).toEqual([{ code: 'E_SESSION' }, { code: 'E_SESSION' }]);
  });
});

describe('what a person may do changes with the next request on every node, and his pages hear of it', () => {
  const query = '/v1/customer/query';
  const seen = async (token: string) =>
    Promise.all(
      nodes.map(async (node) => {
        const { data } = await node.post<{ list: unknown[] }>(query, {}, { 'x-app-token': token });
        return data.list?.length;
      }),
    );

  it('a role that loses a permission', async () => {
    const person = await signIn('sales');
    const role = await world.records.findOne('role', { code: 'sales' });
    expect(await codes(person.token, query)).toEqual(['0', '0']);
    await change('role', role?.id ?? '', { permissions: ['follow_up:query'] });
    expect(await codes(person.token, query)).toEqual(['1001', '1001']);
    await untilTold(person, 'access');
    await change('role', role?.id ?? '', { permissions: role?.permissions });
    expect(await codes(person.token, query)).toEqual(['0', '0']);
  });

  it('a person who gets another role, another reach, another department', async () => {
    const admin = await signIn('admin');
    const customer = {
      name: '王小明',
      mobile: '13812345678',
      intentionProjectIds: [idOf('project')],
      channelId: idOf('channel'),
      level: 'b',
    };
    const made = await nodes[0].post('/v1/customer/create', customer, { 'x-app-token': admin.token });
    expect(made.message).toBe('操作成功');
    for (const stream of admin.streams) stream.breakOff();
    const byScope = await signIn('sales2');
    expect(await seen(byScope.token)).toEqual([0, 0]);
    await change('staff', idOf('sales2'), { dataScope: 'all' });
    expect(await seen(byScope.token)).toEqual([1, 1]);
    await untilTold(byScope, 'access');
    await change('staff', idOf('sales2'), { dataScope: null });
    expect(await seen(byScope.token)).toEqual([0, 0]);
    const byRole = await signIn('sales3');
    await change('staff', idOf('sales3'), { roleIds: [idOf('role:admin')] });
    expect(await seen(byRole.token)).toEqual([1, 1]);
    await untilTold(byRole, 'access');
  });

  it('a department that moves: the manager above it gains and loses what lies below', async () => {
    const manager = await signIn('manager');
    await change('department', idOf('group2'), { parentId: null, path: '/group2/' });
    await untilTold(manager, 'access');
  });

  it('a holiday, told at one node: working days are counted by it at the other, and pages hear of it', async () => {
    const admin = await signIn('admin');
    const headers = { 'x-app-token': admin.token };
    // A Wednesday.
    const day = '2026-01-14';
    const [customer] = await world.records.find('customer', {}, 1);
    const since = '2026-01-12T02:00:00.000Z';
    await change('customer', customer?.id ?? '', { lastFollowAt: since, assignedAt: since });
    const idle = async () =>
      Promise.all(
        nodes.map(async (node) => {
          const body = { id: customer?.id, fields: ['idleWorkDays'] };
          return Number(
            (await node.post<{ idleWorkDays: number }>('/v1/customer/view', body, headers)).data.idleWorkDays,
          );
        }),
      );
    const pages = async () =>
      Promise.all(
        nodes.map(async (node) => {
          const page = await node.post<{ calendar?: { days: readonly number[] } }>(
            '/v1/sys/page/view',
            { name: 'alllist' },
            headers,
          );
          return page.data.calendar?.days;
        }),
      );
    const [before = 0] = await idle();
    expect(before).toBeGreaterThan(200);
    expect(await pages()).toEqual([[], []]);
    const made = await nodes[0].post<{ id: string }>(
      '/v1/holiday/create',
      { day, kind: 'holiday', name: '停电' },
      headers,
    );
    expect(made).toMatchObject({ code: '0' });
    expect(await idle()).toEqual([before - 1, before - 1]);
    expect(await pages()).toEqual([[Date.parse(day) / 86_400_000], [Date.parse(day) / 86_400_000]]);
    await untilTold(admin, 'holiday');
    expect(await nodes[1].post('/v1/holiday/delete', { id: made.data.id }, headers)).toMatchObject({ code: '0' });
    expect(await idle()).toEqual([before, before]);
    expect(await nodes[0].post('/v1/holiday/restore', { id: made.data.id }, headers)).toMatchObject({ code: '0' });
    expect(await idle()).toEqual([before - 1, before - 1]);
  });

  it('a mask on his role, and a node of the menu', async () => {
    const admin = await signIn('admin');
    for (const stream of admin.streams) stream.breakOff();
    const call = (path: string, body: object) => nodes[0].post(path, body, { 'x-app-token': admin.token });
    const masked = await signIn('promoter');
    const policy = { targetType: 'role', roleId: idOf('role:promoter'), field: 'address', mode: 'hidden' };
    const [stored] = await world.records.find('masking_policy', { roleId: idOf('role:promoter'), field: 'address' }, 1);
    await call('/v1/masking/policy/delete', { id: stored?.id });
    expect(await call('/v1/masking/policy/create', policy)).toMatchObject({ code: '0' });
    await untilTold(masked, 'access');
    const modes = await Promise.all(
      nodes.map(async (node) => {
        const headers = { 'x-app-token': masked.token };
        const { data } = await node.post<readonly { field: string; mode: string }[]>(
          '/v1/masking/policy/mine',
          {},
          headers,
        );
        return data.find(({ field }) => field === 'address')?.mode;
      }),
    );
    expect(modes).toEqual(['hidden', 'hidden']);
    const person = await signIn('sales');
    const hasHighsea = async () =>
      Promise.all(
        nodes.map(async (node) =>
          JSON.stringify(await node.post('/v1/sys/menu/item/my/query', {}, { 'x-app-token': person.token })).includes(
            '"highsea"',
          ),
        ),
      );
    expect(await hasHighsea()).toEqual([true, true]);
    await call('/v1/menu/arrange', { nodes: [{ name: 'highsea', enabled: false }] });
    expect(await hasHighsea()).toEqual([false, false]);
    await untilTold(person, 'access');
    await call('/v1/menu/reset', { name: 'highsea' });
    expect(await hasHighsea()).toEqual([true, true]);
  });

  it('says nothing of changes that change nobody’s reach', async () => {
    const person = await signIn('sales');
    await change('staff', idOf('sales'), { name: '新名字' });
    await change('staff', idOf('sales2'), { dataScope: 'self' });
    await change('staff', idOf('sales'), { dataScope: 'self' });
    for (const stream of person.streams) {
      await stream.until(() => stream.told().length > 0);
      expect(stream.told()).toMatchObject([{ topic: 'access', data: { entity: 'staff' } }]);
      stream.breakOff();
    }
  });
});
