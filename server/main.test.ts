import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, inject, it } from 'vitest';
import { withDatabase } from './db/bootstrap/bootstrap.ts';
import { builtProgram } from './testing/built/built-server.ts';
import { temporaryFolder } from './testing/cluster.ts';

const folder = temporaryFolder();
const root = path.resolve(import.meta.dirname, '..');
/** A product with few tables: where it is the same what is served, it starts in a fraction of the time. */
const library = path.join(root, 'e2e/fixtures/library');
const running = new Set<ChildProcess>();

afterAll(() => {
  for (const child of running) child.kill('SIGINT');
  rmSync(folder, { recursive: true, force: true });
});

type Started = { readonly child: ChildProcess; readonly address: string; readonly output: () => string };

/** Starts the server as a person would and waits until it tells its address. */
function start(extra: Record<string, string> = {}): Promise<Started> {
  const { DATABASE_URL: _, MODE: __, ...rest } = process.env;
  const size = extra.MODE === 'production' ? {} : { DEMO_SIZE: 'small' };
  const env = { ...rest, PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'warn', ...size, ...extra };
  const child = spawn(process.execPath, ['--disable-proto=delete', '--enable-source-maps', builtProgram('main')], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  let text = '';
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer) => {
      text += chunk.toString();
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0];
      if (address !== undefined && text.includes('密码')) resolve({ child, address, output: () => text });
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => reject(new TypeError(`ended with ${code}: ${text}`)));
  });
}

const ended = (child: ChildProcess) => new Promise<number | null>((resolve) => child.once('exit', resolve));

type SignedIn = { readonly code: string; readonly data: { readonly token: string } };

const post = async (url: string, body: object): Promise<SignedIn> => {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(body), headers });
  return (await response.json()) as SignedIn;
};

it('starts on nothing, prints accounts that work, refuses a second start, ends cleanly and starts again', {
  timeout: 300_000,
}, async () => {
  const first = await start();
  expect((await fetch(`${first.address}/livez`)).status).toBe(200);
  expect((await fetch(`${first.address}/readyz`)).status).toBe(200);
  const password = /密码\s+(\S+)/.exec(first.output())?.[1] ?? '';
  for (const account of ['admin', 'manager', 'group_leader', 'sales', 'sales2', 'promoter']) {
    expect(first.output()).toContain(account);
    expect(await post(`${first.address}/v1/sys/user/login`, { account, password })).toMatchObject({
      code: '0',
      data: { firstLogin: '1' },
    });
  }

  await expect(start()).rejects.toThrow(/E_DATA_HELD/);

  const end = ended(first.child);
  first.child.kill('SIGINT');
  expect(await end).toBe(0);

  const begun = Date.now();
  const second = await start();
  expect(Date.now() - begun).toBeLessThan(20_000);
  expect(/密码\s+(\S+)/.exec(second.output())?.[1]).toBe(password);

  // Killed without a chance to clean up: the next start ends what it left.
  const killed = ended(second.child);
  second.child.kill('SIGKILL');
  await killed;
  const third = await start();
  expect(await post(`${third.address}/v1/sys/user/login`, { account: 'sales', password })).toMatchObject({ code: '0' });
  const last = ended(third.child);
  third.child.kill('SIGTERM');
  expect(await last).toBe(0);
});

it('refuses wrong and unknown settings by name, all at once', async () => {
  await expect(start({ PORT: 'eighty', DEMO_SIZ: 'small', MODE: 'test' })).rejects.toThrow(
    /PORT[\s\S]*MODE|MODE[\s\S]*PORT/,
  );
  await expect(start({ DEMO_SIZ: 'small' })).rejects.toThrow(/DEMO_SIZE/);
});

it('begins production with one administrator who must change the password', { timeout: 300_000 }, async () => {
  const elsewhere = temporaryFolder();
  const production = { MODE: 'production', SECRET_KEY: 'a-key-long-enough-for-production-tests', DATA_DIR: elsewhere };
  const { child, address, output } = await start(production);
  const password = /一次性密码\s+(\S+?)（/.exec(output())?.[1] ?? '';
  expect(await post(`${address}/v1/sys/user/login`, { account: 'admin', password })).toMatchObject({
    code: '0',
    data: { firstLogin: '0' },
  });
  expect(await post(`${address}/v1/sys/user/login`, { account: 'sales', password })).toMatchObject({ code: '1' });
  const end = ended(child);
  child.kill('SIGINT');
  expect(await end).toBe(0);
  rmSync(elsewhere, { recursive: true, force: true });
});

it.each([
  ['demo', {}, 'librarian', '1'],
  ['production', { MODE: 'production', SECRET_KEY: 'a-key-long-enough-for-production-tests' }, 'admin', '0'],
])('runs another product from other documents: %s', { timeout: 300_000 }, async (_, mode, account, firstLogin) => {
  const elsewhere = temporaryFolder();
  const settings = { ...mode, DATA_DIR: elsewhere, SCHEMAS_DIR: library };
  const { child, address, output } = await start(settings);
  expect(output()).toContain('公共图书馆管理系统');
  const password = /密码\s+([^\s（]+)/.exec(output())?.[1] ?? '';
  const answer = await post(`${address}/v1/sys/user/login`, { account, password });
  expect(answer).toMatchObject({ code: '0', data: { firstLogin } });
  // Projects and seats are another product's.
  expect(Object.keys(answer.data).sort()).toEqual(['firstLogin', 'id', 'mobile', 'name', 'token']);
  const end = ended(child);
  child.kill('SIGINT');
  expect(await end).toBe(0);
  rmSync(elsewhere, { recursive: true, force: true });
});

it('works on an outside PostgreSQL as on its own', { timeout: 300_000 }, async () => {
  const elsewhere = temporaryFolder();
  const url = withDatabase(inject('cluster').superuserUrl, `outside_${Date.now()}`);
  const { child, address, output } = await start({ DATABASE_URL: url, DATA_DIR: elsewhere, SCHEMAS_DIR: library });
  const password = /密码\s+(\S+)/.exec(output())?.[1] ?? '';
  const { data } = await post(`${address}/v1/sys/user/login`, { account: 'librarian', password });
  const headers = { 'content-type': 'application/json', 'x-app-token': data.token };
  const answer = await fetch(`${address}/v1/book/query`, { method: 'POST', body: '{"size":1}', headers });
  expect(await answer.json()).toMatchObject({ code: '0', data: { list: [{ id: expect.any(String) }] } });
  expect(existsSync(path.join(elsewhere, 'postgres'))).toBe(false);
  const end = ended(child);
  child.kill('SIGINT');
  expect(await end).toBe(0);
  rmSync(elsewhere, { recursive: true, force: true });
});
