import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { send, uploadAs } from '../testing/multipart.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { codeOf } from './attack.testing.ts';

// Markup that runs, in formatted texts and files. In a browser, on the pages: e2e/hostile-texts and e2e/content-policy.
let company: TestApp;
beforeAll(async () => {
  company = await startTestApp();
});
afterAll(() => company.close());

const call = 'window.__ran=1';
const payloads = [
  `<script>${call}</script>`,
  `<img src=x onerror=${call}>`,
  `<svg onload=${call}>`,
  `<svg><script>${call}</script></svg>`,
  `<math><mtext><table><mglyph><style><!--</style><img src=x onerror=${call}>`,
  `<a href="javascript:${call}">x</a>`,
  `<a href="jav&#x09;ascript:${call}">x</a>`,
  `<a href="data:text/html,<script>${call}</script>">x</a>`,
  `<iframe srcdoc="<script>${call}</script>"></iframe>`,
  `<form action="https://elsewhere.example"><input name=password></form>`,
  `<object data="data:text/html,x"></object>`,
  `<embed src="javascript:${call}">`,
  `<base href="https://elsewhere.example/">`,
  `<meta http-equiv="refresh" content="0;url=https://elsewhere.example">`,
  `<link rel=stylesheet href="https://elsewhere.example/x.css">`,
  `<style>@import "https://elsewhere.example/x.css"</style>`,
  `<p style="background:url(https://elsewhere.example/x)">x</p>`,
  `<p onclick=${call}>x</p>`,
  `<details open ontoggle=${call}>x</details>`,
  `<noscript><p title="</noscript><img src=x onerror=${call}>">`,
];
const running =
  /<script|on\w+\s*=|javascript:|<iframe|<object|<embed|<base|<meta|<link|<style|<form|srcdoc|url\(|data:text/i;

it.each(payloads)('formatted text keeps nothing of %s', async (content) => {
  // By way of the store, which every door leads through.
  const id = await company.records.insert('job', {
    code: `j${payloads.indexOf(content)}`,
    name: `岗位${payloads.indexOf(content)}`,
    departmentId: company.ids.group1,
    level: jobLevel(),
    headcount: 1,
    duty: `<p>说明</p>${content}`,
    enabled: true,
  });
  const { data } = await company.call('admin', '/v1/job/view', { id });
  expect(String(data.duty)).toContain('说明');
  expect(String(data.duty)).not.toMatch(running);
});

const jobLevel = () => company.documents.dictionaries.get('job_level')?.values[0]?.key;

describe('a file', () => {
  it.each([
    ['an image that is a program', 'a.svg', `<svg xmlns="http://www.w3.org/2000/svg"><script>${call}</script></svg>`],
    ['a page', 'a.html', `<html><script>${call}</script></html>`],
    ['a page called a picture', 'a.png', `<html><script>${call}</script></html>`],
    ['a page with another type', 'a.xml', `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>`],
  ])('%s is not taken', async (_, name, content) => {
    const answer = (await send(company, 'sales', '/v1/file/upload', name, Buffer.from(content))).json();
    expect(codeOf(answer)).toBe('E_FILE_TYPE');
  });

  it('is given back without a chance to run', async () => {
    const id = await uploadAs(company, 'sales', '<script>.csv', Buffer.from(`姓名\n<script>${call}</script>\n`));
    for (const use of ['download', 'preview']) {
      const { data } = await company.call<{ address: string }>('sales', `/v1/file/${use}`, { id });
      if (data?.address === undefined) continue;
      const { headers } = await company.app.inject({ method: 'GET', url: data.address });
      expect(headers['content-disposition']).toMatch(/^attachment;/);
      expect(headers['content-disposition']).not.toMatch(/[<>]/);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox");
    }
  });
});
