import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

// Other spellings of an address, other methods and headers that name another address. Raw sockets: server/fuzz/raw-http.
let company: TestApp;
beforeAll(async () => {
  company = await startTestApp();
});
afterAll(() => company.close());

const path = '/v1/web/operation/log/query';
const spellings = [
  path,
  `/${path}`,
  `${path}/`,
  `${path}//`,
  `${path}?/webhooks/trigger`,
  `${path};x=1`,
  `${path}.`,
  `${path}.json`,
  `${path}%00`,
  `${path}%20`,
  `${path}#x`,
  path.toUpperCase(),
  path.replace('/v1/', '/V1/'),
  path.replace('/v1/', '/v1//'),
  path.replace('/v1/', '/v1/./'),
  path.replace('/v1/', '/v1/x/../'),
  path.replace('/v1/', '/v1%2f'),
  path.replace('/v1/', '/%76%31/'),
  path.replace('query', 'quer%79'),
  path.replace('query', '%2e%2e/log/query'),
  path.replace('/log', '\\log'),
  `/v2${path.slice(3)}`,
  `/v1/sys/user/login/..${path}`,
  `/assets/..${path}`,
  `/livez${path}`,
];
const methods = ['POST', 'GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
const detours = [
  { 'x-original-url': path },
  { 'x-rewrite-url': path },
  { 'x-http-method-override': 'POST' },
  { 'x-forwarded-uri': path, 'x-forwarded-prefix': '/v1' },
];

const isData = (body: string) => body.includes('"list"') || body.startsWith('{"code":"0"');

describe.each([
  ['nobody', undefined],
  ['a salesperson', 'sales'],
])('%s', (_, account) => {
  it('gets at nothing by another spelling or method', async () => {
    const own = account === undefined ? {} : { 'x-app-token': await company.token(account) };
    for (const method of methods)
      for (const url of spellings) {
        const bodyless = method === 'GET' || method === 'HEAD';
        const response = await company.app.inject({ method, url, headers: own, ...(bodyless ? {} : { payload: {} }) });
        expect(isData(response.body), `${method} ${url} ${response.body.slice(0, 200)}`).toBe(false);
        expect(response.statusCode, `${method} ${url}`).toBeLessThan(500);
      }
  });

  it('gets at nothing by a header that names another address', async () => {
    const own = account === undefined ? {} : { 'x-app-token': await company.token(account) };
    for (const detour of detours)
      for (const url of ['/livez', '/v1/sys/user/login', '/v1/sys/user/my/view', path]) {
        const { body } = await company.app.inject({ method: 'POST', url, headers: { ...own, ...detour }, payload: {} });
        expect(body, url).not.toContain('"list"');
      }
  });
});

it('is there for who may', async () => {
  const headers = { 'x-app-token': await company.token('admin') };
  const { body } = await company.app.inject({ method: 'POST', url: path, headers, payload: {} });
  expect(isData(body)).toBe(true);
});
