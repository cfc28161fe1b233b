import { afterAll, beforeAll, expect, it } from 'vitest';
import { TcpProxy } from '../../faults/tcp-proxy.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

// How often a call waits for the database: each wait costs both of them as much as a small statement.
let company: TestApp;
let proxy: TcpProxy;

beforeAll(async () => {
  company = await startTestApp({}, async (address) => {
    const url = new URL(address);
    proxy = await TcpProxy.start(Number(url.port));
    [url.hostname, url.port] = ['127.0.0.1', String(proxy.port)];
    return url.href;
  });
}, 60_000);

afterAll(async () => {
  await company.close();
  await proxy.close();
});

/** The fewest round trips of several such calls: whatever else the server asks meanwhile stays out of it. */
async function turnsOf(path: string, body: () => Values): Promise<number> {
  const turns: number[] = [];
  for (let call = 0; call < 8; call++) {
    const before = proxy.turns;
    const { code } = await company.call('sales', path, body());
    expect(code).toBe('0');
    turns.push(proxy.turns - before);
  }
  return Math.min(...turns);
}

let made = 0;
const customer = () => ({
  ...{ name: '来回', mobile: `1360001${String(made++).padStart(4, '0')}`, level: 'b', channelId: company.ids.channel },
  intentionProjectIds: [company.ids.project],
});

it('is one for a read', async () => {
  const { data } = await company.call<{ id: string }>('sales', '/v1/customer/create', customer());
  expect(await turnsOf('/v1/customer/view', () => ({ id: data.id }))).toBe(1);
  expect(await turnsOf('/v1/customer/query', () => ({ size: 20 }))).toBe(1);
});

it('is two for a change: the session with the row that is held, what is written with its end', async () => {
  const { data } = await company.call<{ id: string }>('sales', '/v1/customer/create', customer());
  let version = 0;
  const change = () => {
    version += 1;
    return { id: data.id, version, remark: `第 ${version} 次` };
  };
  expect(await turnsOf('/v1/customer/modify', change)).toBe(2);
});

it('is five for a new customer: the session, what it refers to, its number, whose its phone may be, all its rows', async () => {
  await company.database.rows(`update masking_policy set mode = 'plain' where field = 'mobile' and target_type = 'role'
    and role_id in (select unnest(role_ids) from staff where account = 'sales')`);
  expect(await turnsOf('/v1/customer/create', customer)).toBe(5);
});
