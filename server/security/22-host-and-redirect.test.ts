import { rmSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/cluster.ts';
import { everyRequest } from '../testing/every-request.ts';
import { uploadAs } from '../testing/multipart.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { appFolder } from './app-folder.testing.ts';
import { addCustomer, isDeep } from './attack.testing.ts';
import { buildLogged } from './logged-app.testing.ts';

// What a request says of the host ends up in no answer, and no answer leads elsewhere. Where the page goes after signing
// in: src/router/destination.
let company: TestApp;
let served: FastifyInstance;
const folder = temporaryFolder();
const evil = 'poisoned.example';
beforeAll(async () => {
  company = await startTestApp();
  served = await buildLogged(company, false, { app: { appDir: appFolder(folder) } });
});
afterAll(async () => {
  await served.close();
  await company.close();
  rmSync(folder, { recursive: true, force: true });
});

const poison = {
  host: evil,
  'x-forwarded-host': evil,
  'x-forwarded-proto': 'https',
  'x-forwarded-server': evil,
  'x-host': evil,
  'x-original-host': evil,
  forwarded: `host=${evil};proto=https`,
  origin: `https://${evil}`,
  referer: `https://${evil}/`,
};

describe('a host that is made up', () => {
  it('stands in no answer of an operation', async () => {
    const customer = await addCustomer(company, 'sales');
    const ids = (entity: string) => (entity === 'customer' ? [customer] : []);
    const requests = everyRequest(company.documents, ids, '13850501099').filter((_, n) => isDeep || n % 25 === 0);
    const token = await company.token('admin');
    for (const { path, body } of requests) {
      const response = await served.inject({
        method: 'POST',
        url: path,
        headers: { ...poison, 'x-app-token': token },
        payload: body,
      });
      expect(`${JSON.stringify(response.headers)}${response.body}`, path).not.toContain(evil);
      expect(response.headers.location, path).toBeUndefined();
    }
  });

  it('stands in no address that is given for a file, a code or a picture', async () => {
    const id = await uploadAs(company, 'sales', 'a.csv', Buffer.from('姓名\n张三\n'));
    const headers = { ...poison, 'x-app-token': await company.token('sales') };
    for (const [url, body] of [
      ['/v1/file/download', { id }],
      ['/v1/sys/user/my/avatar/view', {}],
      ['/v1/sys/menu/item/my/query', {}],
      ['/v1/sys/openapi/view', {}],
      ['/v1/sys/user/my/profile/view', {}],
    ] as const) {
      const response = await served.inject({ method: 'POST', url, headers, payload: body });
      expect(`${JSON.stringify(response.headers)}${response.body}`, url).not.toContain(evil);
    }
    const { data } = await company.call<{ address: string }>('sales', '/v1/file/download', { id });
    // From the root of wherever the page is: it cannot lead elsewhere.
    expect(data.address).toMatch(/^\/v1\/file\/content\?/);
  });

  it('stands in no page, and leads nowhere', async () => {
    for (const url of [
      '/',
      '/user/login',
      '/user/login?redirect=https://poisoned.example/',
      '//poisoned.example/',
      '/\\poisoned.example',
      '/%2f%2fpoisoned.example',
      '/customer?next=//poisoned.example',
      '/livez',
      '/readyz',
      '/assets/none.js',
      '/assets',
      '/v1',
    ]) {
      const response = await served.inject({ method: 'GET', url, headers: poison });
      expect(response.statusCode, url).not.toBeGreaterThanOrEqual(500);
      expect([301, 302, 303, 307, 308], url).not.toContain(response.statusCode);
      expect(response.headers.location, url).toBeUndefined();
      expect(`${JSON.stringify(response.headers)}${response.body.replaceAll('"GET ', '')}`, url).not.toMatch(
        /https?:\/\/poisoned|\/\/poisoned\.example["' >]/,
      );
    }
  });
});
