import { rmSync } from 'node:fs';
import { afterAll, expect, inject, it } from 'vitest';
import { withDatabase } from './db/bootstrap/bootstrap.ts';
import { connectDatabase } from './db/connection/connect.ts';
import { temporaryFolder } from './testing/cluster.ts';
import { type ProductProcess, startServerProcess } from './testing/product-process.ts';

const folder = temporaryFolder();
let server: ProductProcess | undefined;

afterAll(() => {
  server?.child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

it('on SIGTERM ends what runs, refuses what comes, and ends with 0', { timeout: 60_000 }, async () => {
  const url = withDatabase(inject('cluster').superuserUrl, `stopping_${Date.now()}`);
  const settings = { MODE: 'production', SECRET_KEY: 'a-key-long-enough-for-stopping-tests' };
  server = await startServerProcess({ ...settings, DATABASE_URL: url, DATA_DIR: folder });
  const { address, child, output, ended } = server;
  const password = /密码\s+([^\s（]+)/.exec(output())?.[1] ?? '';
  const signIn = () =>
    fetch(`${address}/v1/sys/user/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ account: 'admin', password }),
    });

  // Whoever signs in now waits for the table of sessions, and so runs when the signal comes.
  const { pool, close } = connectDatabase({ url, max: 1 });
  const holder = await pool.connect();
  await holder.query('begin');
  await holder.query('lock table login_session in exclusive mode');
  const running = signIn();
  const waiting = () =>
    holder.query("select 1 from pg_locks where not granted and relation = 'login_session'::regclass");
  await expect.poll(async () => (await waiting()).rowCount, { timeout: 10_000 }).toBe(1);

  const begun = Date.now();
  child.kill('SIGTERM');
  // Asked of what never waits: a sign-in that comes before the signal would wait for the table as well.
  await expect.poll(async () => (await fetch(`${address}/readyz`)).status, { timeout: 5_000 }).toBe(503);
  expect((await signIn()).status).toBe(503);
  await holder.query('commit');
  holder.release();
  expect(await (await running).json()).toMatchObject({ code: '0', data: { token: expect.any(String) } });
  expect(await ended).toBe(0);
  expect(Date.now() - begun).toBeLessThan(10_000);
  await expect(signIn()).rejects.toThrow();
  await close();
});
