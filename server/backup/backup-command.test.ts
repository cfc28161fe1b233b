import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/cluster.ts';
import { type ProductProcess, runServerCommand, startServerProcess } from '../testing/product-process.ts';

const folder = temporaryFolder();
// Which tables there are is the same to the commands: a product with few starts in a fraction of the time. Nothing goes on by
// itself between the two looks.
const settings = {
  DATA_DIR: folder,
  DEMO_PASSWORD: 'demo-Pass1',
  JOB_WORKERS: '0',
  SCHEMAS_DIR: path.resolve(import.meta.dirname, '../../e2e/fixtures/library'),
};
const servers: ProductProcess[] = [];

afterAll(() => {
  for (const { child } of servers) child.kill('SIGINT');
  rmSync(folder, { recursive: true, force: true });
});

const start = async () => {
  const server = await startServerProcess(settings);
  servers.push(server);
  return server;
};

type Answer = { readonly data: { readonly token: string; readonly total?: number } };

/** The readers, with their numbers in clear: what is sealed under the key comes back with the rest. */
const readers = async ({ address }: ProductProcess) => {
  const post = async (path: string, body: object, token = ''): Promise<Answer> => {
    const headers = { 'content-type': 'application/json', 'x-app-token': token };
    const answer = await fetch(`${address}${path}`, { method: 'POST', body: JSON.stringify(body), headers });
    return (await answer.json()) as Answer;
  };
  const { data } = await post('/v1/sys/user/login', { account: 'admin', password: settings.DEMO_PASSWORD });
  const answer = await post('/v1/reader/query', { size: 100, count: 'exact' }, data.token);
  return answer.data;
};

const stop = async ({ child, ended }: ProductProcess) => {
  child.kill('SIGINT');
  expect(await ended).toBe(0);
};

it('backs up a running server on its own database, and brings all back after the data are lost', {
  timeout: 300_000,
}, async () => {
  const before = await start();
  const seen = await readers(before);
  expect(seen.total).toBeGreaterThan(3);
  const taken = await runServerCommand('backup', [], settings);
  expect(taken).toMatchObject({ code: 0, output: expect.stringMatching(/已备份 \d+ 张表/) });
  expect(await runServerCommand('audit-verify', [], settings)).toMatchObject({
    code: 0,
    output: expect.stringMatching(/核对 0 个封印、0 条日志，没有改动/),
  });
  const cut = await runServerCommand('audit-verify', ['--head', `7:${'0f'.repeat(32)}`], settings);
  expect(cut).toMatchObject({ code: 1, output: expect.stringContaining('第 7 号封印：末尾被截去') });
  const unread = await runServerCommand('audit-verify', ['--head', '7'], settings);
  expect(unread).toMatchObject({ code: 1, output: expect.stringContaining('E_AUDIT_HEAD') });
  const [name = ''] = readdirSync(path.join(folder, 'backups'));
  const backup = path.join(folder, 'backups', name);

  const early = await runServerCommand('restore', [backup], settings);
  expect(early).toMatchObject({ code: 1, output: expect.stringContaining('E_RESTORE_RUNNING') });
  await stop(before);

  rmSync(path.join(folder, 'postgres'), { recursive: true });
  // With another key, or none, nothing is begun: a database begun with it would refuse the right one afterwards.
  const otherKey = { ...settings, SECRET_KEY: 'another-key-that-is-long-enough-000000' };
  const wrong = await runServerCommand('restore', [backup], otherKey);
  expect(wrong).toMatchObject({ code: 1, output: expect.stringContaining('E_DATABASE_KEY') });
  renameSync(path.join(folder, 'secret.key'), path.join(folder, 'away.key'));
  const without = await runServerCommand('restore', [backup], settings);
  expect(without).toMatchObject({ code: 1, output: expect.stringContaining('E_SECRET_KEY_GONE') });
  expect(existsSync(path.join(folder, 'secret.key'))).toBe(false);
  expect(existsSync(path.join(folder, 'postgres'))).toBe(false);
  renameSync(path.join(folder, 'away.key'), path.join(folder, 'secret.key'));

  const restored = await runServerCommand('restore', [backup], settings);
  expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('已恢复') });
  const after = await start();
  expect(await readers(after)).toEqual(seen);
  await stop(after);

  const again = await runServerCommand('restore', [backup], settings);
  expect(again).toMatchObject({ code: 1, output: expect.stringContaining('E_RESTORE_FULL') });
});
