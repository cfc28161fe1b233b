import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/cluster.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { appFolder } from './app-folder.testing.ts';
import { codeOf } from './attack.testing.ts';
import { buildLogged } from './logged-app.testing.ts';

// What is told to somebody who has not signed in: that it runs, and nothing of what it is made of.
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

const root = path.resolve(import.meta.dirname, '../..');
const { version, dependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const get = (url: string) => served.inject({ method: 'GET', url });

describe('whoever has not signed in', () => {
  it('learns of health whether, and nothing else', async () => {
    expect((await get('/livez')).json()).toEqual({ status: 'ok' });
    expect(Object.keys((await get('/readyz')).json()).sort()).toEqual(['database', 'status']);
  });

  it('gets no description, no figures and no settings', async () => {
    for (const url of [
      '/metrics',
      '/openapi.json',
      '/v1/sys/openapi/view',
      '/docs',
      '/documentation',
      '/swagger',
      '/debug',
      '/env',
      '/config',
      '/.env',
      '/.git/config',
      '/package.json',
      '/server/main.ts',
      '/dist/server/main.js',
      '/assets/app.js.map',
    ])
      expect((await get(url)).body, url).not.toMatch(
        /"paths"|process_cpu|SECRET_KEY|"dependencies"|\[core\]|"sources"/,
      );
    const anonymous = await company.call(undefined, '/v1/sys/openapi/view');
    expect(codeOf(anonymous)).toBe('E_SESSION');
  });

  it('reads no version and no name of what it is made with', async () => {
    for (const url of ['/', '/livez', '/readyz', '/v1/nowhere', '/assets/none.js', '/v1/sys/user/my/view']) {
      const response = await get(url);
      const text = `${JSON.stringify(response.headers)}${response.body}`;
      expect(text, url).not.toContain(version);
      for (const name of ['fastify', 'postgres', 'node_modules', 'kysely', process.version])
        expect(text.toLowerCase(), `${url} ${name}`).not.toContain(name);
    }
    expect(Object.keys(dependencies)).toContain('fastify');
  });

  it('cannot tell an operation that is there from one for others', async () => {
    const codes = ['/v1/customer/query', '/v1/role/create', '/v1/web/operation/log/query'].map(async (url) =>
      codeOf(await company.call(undefined, url)),
    );
    expect(new Set(await Promise.all(codes))).toEqual(new Set(['E_SESSION']));
  });
});

it('a description of the interface holds what its reader may call', async () => {
  const told = async (account: string) => {
    const { data } = await company.call<{ paths: Readonly<Record<string, unknown>> }>(account, '/v1/sys/openapi/view');
    return Object.keys(data.paths);
  };
  const [few, all] = [await told('sales'), await told('admin')];
  expect(few.length).toBeLessThan(all.length);
  for (const path of ['/v1/web/operation/log/query', '/v1/audit/seal/verify', '/v1/role/create']) {
    expect(all).toContain(path);
    expect(few).not.toContain(path);
  }
});
