import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { withDatabase } from '../db/bootstrap/bootstrap.ts';
import { connectDatabase } from '../db/connection/connect.ts';
import { newCall, send } from '../faults/client.ts';
import { temporaryFolder } from '../testing/cluster.ts';
import { type ProductProcess, startServerProcess } from '../testing/product-process.ts';

const folder = temporaryFolder();
const name = `readyz_${Date.now()}`;
const url = withDatabase(inject('cluster').superuserUrl, name);
let server: ProductProcess;

beforeAll(async () => {
  const settings = { DATABASE_URL: url, DATA_DIR: folder, DEMO_PASSWORD: 'demo-Pass1', JOB_WORKERS: '0' };
  server = await startServerProcess({ ...settings, SCHEMAS_DIR: 'e2e/fixtures/library' });
}, 120_000);

afterAll(async () => {
  server?.child.kill('SIGTERM');
  await server?.ended;
  rmSync(folder, { recursive: true, force: true });
});

const readyz = () => fetch(`${server.address}/readyz`).then((answer) => answer.status);

it('answers a thousand at once while calls of the product go on', { timeout: 120_000 }, async () => {
  const { data } = await signedIn();
  const asked = Array.from({ length: 1000 }, readyz);
  const calls = Array.from({ length: 30 }, () =>
    send(server.address, String(data.token), newCall('/v1/book/query', { size: 5 })),
  );
  expect((await Promise.all(calls)).map((outcome) => outcome.kind)).toEqual(calls.map(() => 'answered'));
  expect(new Set(await Promise.all(asked))).toEqual(new Set([200]));
});

it('asks the database nothing for it, and notices all the same that it is away', { timeout: 60_000 }, async () => {
  const { pool, close } = connectDatabase({ url, max: 1 });
  const begun = async () => {
    const { rows } = await pool.query<{ n: number }>(
      'select xact_commit + xact_rollback as n from pg_stat_database where datname = current_database()',
    );
    return Number(rows[0]?.n);
  };
  // Statistics are told with a delay of up to a second or so.
  const settled = () => new Promise((resolve) => setTimeout(resolve, 2500));
  await settled();
  const before = await begun();
  await settled();
  const idle = (await begun()) - before;
  await Promise.all(Array.from({ length: 500 }, readyz));
  await settled();
  expect((await begun()) - before).toBeLessThan(idle * 4 + 100);
  await pool.query(`alter database ${name} with allow_connections false`).catch(() => undefined);
  await close();
  const outside = connectDatabase({ url: inject('cluster').superuserUrl, max: 1 });
  await outside.pool.query(`alter database ${name} with allow_connections false`);
  await outside.pool.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  await expect.poll(readyz, { timeout: 10_000 }).toBe(503);
  await outside.pool.query(`alter database ${name} with allow_connections true`);
  await expect.poll(readyz, { timeout: 10_000 }).toBe(200);
  await outside.close();
});

async function signedIn() {
  const account = /([a-z_]+) {2,}/.exec(server.output().split('密码  ')[1] ?? '')?.[1] ?? '';
  const outcome = await send(server.address, '', newCall('/v1/sys/user/login', { account, password: 'demo-Pass1' }));
  if (outcome.kind !== 'answered' || outcome.code !== '0') throw new Error(JSON.stringify(outcome));
  return outcome;
}
