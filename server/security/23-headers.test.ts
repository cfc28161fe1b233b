import { rmSync } from 'node:fs';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/cluster.ts';
import { uploadAs } from '../testing/multipart.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { appFolder } from './app-folder.testing.ts';
import { buildLogged } from './logged-app.testing.ts';

// The headers of every kind of answer, word for word. A form or script of another site in a browser: e2e/content-policy.
let company: TestApp;
let served: FastifyInstance;
const folder = temporaryFolder();
beforeAll(async () => {
  company = await startTestApp();
  served = await buildLogged(company, false, {
    app: { appDir: appFolder(folder) },
    metrics: { token: 'token-for-metrics-1' },
  });
});
afterAll(async () => {
  await served.close();
  await company.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Headers in the order of their names, what changes from answer to answer taken out. */
async function headersOf(asked: InjectOptions) {
  const { headers, statusCode } = await served.inject(asked);
  const fixed = Object.entries(headers)
    .filter(([name]) => !['date', 'content-length', 'etag', 'last-modified', 'connection', 'keep-alive'].includes(name))
    .map(([name, value]) => `${name}: ${value}`)
    .map((line) => line.replace(/nonce-[^']+/, 'nonce-…').replace(/x-app-build: .*/, 'x-app-build: …'));
  return [String(statusCode), ...fixed.sort()];
}

async function classes(): Promise<Readonly<Record<string, InjectOptions>>> {
  const token = { 'x-app-token': await company.token('sales') };
  const id = await uploadAs(company, 'sales', 'a.csv', Buffer.from('姓名\n张三\n'));
  const { data } = await company.call<{ address: string }>('sales', '/v1/file/download', { id });
  return {
    'the page': { method: 'GET', url: '/user/login' },
    'an asset': { method: 'GET', url: '/assets/app.js' },
    'an asset that is not there': { method: 'GET', url: '/assets/none.js' },
    'an answer of an operation': { method: 'POST', url: '/v1/sys/user/my/view', headers: token, payload: {} },
    'a refusal': { method: 'POST', url: '/v1/sys/user/my/view', payload: {} },
    'a body that cannot be read': {
      method: 'POST',
      url: '/v1/sys/user/login',
      headers: { 'content-type': 'application/json' },
      payload: '{',
    },
    'an unknown address': { method: 'POST', url: '/v1/nowhere', payload: {} },
    'a wrong method': { method: 'GET', url: '/v1/sys/user/my/view' },
    'a file': { method: 'GET', url: data.address },
    'an address of a file that is wrong': { method: 'GET', url: '/v1/file/content?file=x' },
    'whether it runs': { method: 'GET', url: '/livez' },
    'whether it serves': { method: 'GET', url: '/readyz' },
    'the figures': { method: 'GET', url: '/metrics', headers: { authorization: 'Bearer token-for-metrics-1' } },
    'the figures without a token': { method: 'GET', url: '/metrics' },
  };
}

it('are those of the snapshot', async () => {
  const found: Record<string, readonly string[]> = {};
  for (const [name, asked] of Object.entries(await classes())) found[name] = await headersOf(asked);
  expect(found).toMatchSnapshot();
});

it('let no other site read, frame or open us, whatever it says of itself', async () => {
  const stranger = {
    origin: 'https://elsewhere.example',
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'x-app-token',
  };
  for (const [name, asked] of Object.entries(await classes()))
    for (const method of [asked.method, 'OPTIONS'] as const) {
      const { headers } = await served.inject({
        ...asked,
        ...(method === undefined ? {} : { method }),
        headers: { ...asked.headers, ...stranger },
      });
      expect(
        Object.keys(headers).filter((header) => header.startsWith('access-control-')),
        name,
      ).toEqual([]);
      expect(headers['cross-origin-opener-policy'], name).toBe('same-origin');
      expect(headers['cross-origin-resource-policy'], name).toBe('same-origin');
      expect(headers['x-frame-options'], name).toBe('SAMEORIGIN');
      expect(headers['x-content-type-options'], name).toBe('nosniff');
      expect(headers['referrer-policy'], name).toBe('no-referrer');
      expect(headers['x-powered-by'], name).toBeUndefined();
      expect(headers.server, name).toBeUndefined();
    }
});

it('forbid framing of the page altogether', async () => {
  const { headers } = await served.inject({ method: 'GET', url: '/' });
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(headers['content-security-policy']).not.toMatch(/unsafe-inline|unsafe-eval|\*(?!:)/);
});
