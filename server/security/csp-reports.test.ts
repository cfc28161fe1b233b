import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forgetReports } from '../db/jobs/housekeeping-store.ts';
import { registerAssets } from '../http/assets.ts';
import { cspReportPath } from '../http/csp-reports.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

// Reports come from whoever likes to send them: they are few, small, and nothing of them is believed.
let company: TestApp;
let asked = 0;

beforeAll(async () => {
  company = await startTestApp();
});

afterAll(() => company.close());

/** Sends a body as one of many addresses, or as the one named. */
async function send(body: string, type = 'application/csp-report', from = `10.0.0.${asked++ % 200}`) {
  return company.app.inject({
    method: 'POST',
    url: cspReportPath,
    payload: body,
    headers: { 'content-type': type },
    remoteAddress: from,
  });
}

const old = (more: Record<string, unknown> = {}) =>
  JSON.stringify({
    'csp-report': {
      'document-uri': 'https://crm.example/customer/alllist?id=13800138000#x',
      'violated-directive': 'script-src-elem https://crm.example',
      'blocked-uri': 'https://evil.example/a.js?stolen=13800138000',
      'script-sample': 'alert("13800138000")',
      ...more,
    },
  });
const kept = () =>
  company.database.rows('select directive, blocked, page, count from csp_report order by last_at, blocked');

describe('a report', () => {
  it('is kept without queries, and counted where it comes again', async () => {
    expect((await send(old())).statusCode).toBe(204);
    expect((await send(old())).statusCode).toBe(204);
    const once = { directive: 'script-src-elem', blocked: 'https://evil.example/a.js', page: '/customer/alllist' };
    expect(await kept()).toEqual([{ ...once, count: 2 }]);
    const body = {
      effectiveDirective: 'script-src-elem',
      blockedURL: `${once.blocked}?b`,
      documentURL: `https://h${once.page}`,
    };
    const reports = JSON.stringify([{ type: 'csp-violation', age: 1, url: 'https://h/', body }]);
    expect((await send(reports, 'application/reports+json')).statusCode).toBe(204);
    expect(await kept()).toEqual([{ ...once, count: 3 }]);
    expect(JSON.stringify(await company.database.rows('select * from csp_report'))).not.toContain('13800138000');
  });

  it('is shown to administrators and to nobody else', async () => {
    const { data } = await company.call<{ list: Record<string, unknown>[] }>('admin', '/v1/csp/report/query', {});
    expect(data.list[0]).toMatchObject({ directive: 'script-src-elem', count: 3, page: '/customer/alllist' });
    expect(data.list[0]).not.toHaveProperty('fingerprint');
    for (const account of ['sales', 'manager'])
      expect(await company.call(account, '/v1/csp/report/query', {})).toMatchObject({
        data: { error: { code: 'E_NO_PERMISSION' } },
      });
    for (const [account, isThere] of [
      ['admin', true],
      ['sales', false],
    ] as const)
      expect(JSON.stringify(await company.call(account, '/v1/sys/menu/item/my/query', {})).includes('cspReport')).toBe(
        isThere,
      );
  });

  it.each([
    ['text that is no JSON', '{', 400],
    ['text that cannot be kept', old({ 'blocked-uri': 'https://a/\u0000' }), 200],
    ['more than anybody reports', old({ 'blocked-uri': `https://a/${'x'.repeat(20_000)}` }), 413],
    ['a list of what is none', '[1,null,{"body":5}]', 204],
    ['a directive that is none', old({ 'violated-directive': '<script>alert(1)</script>' }), 204],
  ])('of %s leaves nothing', async (_, body, status) => {
    const before = await kept();
    const answer = await send(body);
    expect(answer.statusCode).toBe(status);
    expect(answer.body).not.toContain('evil');
    expect(await kept()).toEqual(before);
  });

  it('is taken in its own form only', async () => {
    expect((await send(old(), 'application/json')).statusCode).toBe(415);
  });
});

describe('reports without end', () => {
  it('are refused by address, and by number, before they are read', async () => {
    const flood = async (from: (at: number) => string) => {
      const answers = await Promise.all(Array.from({ length: 100 }, (_, at) => send(old(), undefined, from(at))));
      return answers.filter(({ statusCode }) => statusCode === 204).length;
    };
    expect(await flood(() => '10.9.9.9')).toBeLessThanOrEqual(20);
    expect(await flood((at) => `10.8.${at}.1`)).toBeLessThanOrEqual(60);
    expect((await send('{', undefined, '10.7.7.7')).statusCode).toBe(429);
  });

  it('fill no more than a page or two', async () => {
    await company.database.rows(`insert into csp_report (id, created_at, updated_at, version, directive, blocked, page, fingerprint, count, last_at)
      select gen_random_uuid(), now(), now(), 1, 'img-src', 'https://a/' || n, '/', 'f' || n, 1, now() - n * interval '1 day' from generate_series(1, 600) n`);
    const { countReport } = await import('../db/csp-report-store.ts');
    const report = { directive: 'img-src', blocked: 'data:', page: '/', fingerprint: 'new' };
    const now = new Date().toISOString();
    await countReport(company.connection.db, report, now);
    expect(await company.database.rows("select from csp_report where fingerprint = 'new'")).toHaveLength(0);
    // What was stopped a month ago is forgotten, and there is room again.
    expect(await forgetReports(company.connection.db)).toBeGreaterThan(500);
    await Promise.all([1, 2, 3].map(() => countReport(company.connection.db, report, now)));
    expect(await company.database.rows("select from csp_report where fingerprint = 'new'")).toHaveLength(1);
  });
});

it('the policy of every page says where to report', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'pages-'));
  await mkdir(path.join(folder, 'assets'));
  await writeFile(path.join(folder, 'index.html'), '<title>__PRODUCT__</title>');
  const app = Fastify();
  await registerAssets(app, { appDir: folder }, { brand: { title: 'a' }, features: [], hasPhone: false });
  const { headers } = await app.inject({ method: 'GET', url: '/customer/alllist' });
  await app.close();
  expect(headers['content-security-policy']).toContain(`report-uri ${cspReportPath}; report-to csp`);
  expect(headers['reporting-endpoints']).toBe(`csp="${cspReportPath}"`);
});
