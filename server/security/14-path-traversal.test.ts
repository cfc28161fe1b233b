import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFileStore } from '../files/store/file-store.ts';
import { temporaryFolder } from '../testing/cluster.ts';
import { send } from '../testing/multipart.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { filesOf } from '../testing/test-database.ts';
import { appFolder } from './app-folder.testing.ts';
import { buildLogged } from './logged-app.testing.ts';

// Names of files never become paths, and addresses never leave their folder.
let company: TestApp;
let served: FastifyInstance;
const folder = temporaryFolder();
beforeAll(async () => {
  company = await startTestApp();
  served = await buildLogged(company, false, { app: { appDir: appFolder(folder) } });
});
afterAll(async () => {
  await served.close();
  await company.close();
  rmSync(folder, { recursive: true, force: true });
});

const names = [
  '../../../../tmp/escaped.csv',
  '..\\..\\escaped.csv',
  '/etc/cron.d/escaped.csv',
  'C:\\escaped.csv',
  '....//....//escaped.csv',
  '%2e%2e%2fescaped.csv',
  'escaped.csv\u0000.png',
  '\u202egnp.vsc',
  '.htaccess.csv',
  `${'a'.repeat(5000)}.csv`,
  'CON.csv',
  ' .csv',
];

describe('a name of a file', () => {
  it.each(names)('stays a name: %j', async (name) => {
    const before = existsSync(filesOf(company.database)) ? readdirSync(filesOf(company.database)).length : 0;
    const answer = (await send(company, 'sales', '/v1/file/upload', name, Buffer.from('姓名\n张三\n'))).json();
    if (answer.code !== '0') return;
    const [row] = await company.database.rows('select name, storage_key from file_object where id = $1', [
      answer.data.id,
    ]);
    expect(String(row?.storage_key)).toMatch(/^[0-9a-f]{40}$/);
    expect(String(row?.name)).not.toMatch(/[/\\\p{Cc}\p{Cf}]/u);
    expect([...String(row?.name)].length).toBeLessThanOrEqual(200);
    expect(readdirSync(filesOf(company.database)).length).toBeGreaterThanOrEqual(before);
  });

  it.each(['../../etc/passwd', 'a/../../b', '..', '/etc/passwd', 'A'.repeat(40), `${'a'.repeat(10)}\u0000`])(
    'is no key of the store: %j',
    async (key) => {
      const store = createFileStore(path.join(folder, 'store'));
      await expect(store.read(key)).rejects.toThrow('not a key');
      await expect(store.writeAt(key, Buffer.from('x'))).rejects.toThrow('not a key');
    },
  );
});

const climbs = [
  '../',
  '..%2f',
  '%2e%2e/',
  '%2e%2e%2f',
  '..%5c',
  '..\\',
  '%252e%252e%252f',
  '..;/',
  './../',
  '%c0%ae%c0%ae/',
  '..%00/',
];

it.each(climbs)('an address does not climb out of the app by %s', async (climb) => {
  for (const depth of [1, 2, 6])
    for (const target of ['secret.key', 'index.html', 'package.json', 'etc/passwd', 'proc/self/environ']) {
      const response = await served.inject({ method: 'GET', url: `/assets/${climb.repeat(depth)}${target}` });
      expect(response.body, response.body.slice(0, 200)).not.toMatch(
        /the-secret-beside|root:x:|"dependencies"|SECRET_KEY=/,
      );
      expect(response.statusCode).toBeLessThan(500);
    }
});

it('what lies in the app is served', async () => {
  expect((await served.inject({ method: 'GET', url: '/assets/app.js' })).body).toBe('the-app');
});
