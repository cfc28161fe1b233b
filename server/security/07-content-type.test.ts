import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

// Whatever a body says it is: it is read as JSON and checked, or refused.
let company: TestApp;
beforeAll(async () => {
  company = await startTestApp();
});
afterAll(() => company.close());

const foreignTypes = [
  'text/plain',
  'text/plain; charset=utf-8',
  'text/html',
  'text/xml',
  'text/json',
  'application/xml',
  'application/x-www-form-urlencoded',
  'application/octet-stream',
  'application/javascript',
  'application/json5',
  'application/x-ndjson',
  'application/vnd.api+json',
  'application/ld+json',
  'application/jsonx',
  'application/json-patch+json',
  'multipart/form-data; boundary=x',
  'multipart/mixed; boundary=x',
  'application /json',
  'application/ json',
  'x/application/json',
  'json',
  '*/*',
  'null',
  'application/json, text/plain',
  'text/plain, application/json',
];
const jsonTypes = [
  'application/json',
  'APPLICATION/JSON',
  'application/json;charset=utf-8',
  'application/json; charset=gbk',
  'application/json\t',
  ' application/json',
  'application/json ; a=b',
  'application/json;',
  'application/json;;',
  'application/json; charset="utf-8"',
];
const routes = ['/v1/sys/user/login', '/v1/customer/query', '/v1/customer/create', '/v1/web/operation/log/create'];

it.each([...foreignTypes, ...jsonTypes])('a body that says %j passes no check by', async (type) => {
  const headers = { 'content-type': type, 'x-app-token': await company.token('sales') };
  for (const url of routes) {
    // Wrong for each of them: whoever takes it has not looked.
    const response = await company.app.inject({
      method: 'POST',
      url,
      headers,
      payload: '{"unknownField":1,"size":"x"}',
    });
    expect(response.body, `${url} ${response.body.slice(0, 200)}`).not.toMatch(/^\{"code":"0"/);
    expect(response.statusCode, url).toBeLessThan(500);
    if (foreignTypes.includes(type)) expect(response.body, url).toMatch(/E_CONTENT_TYPE|E_BODY_UNREADABLE/);
  }
});

it('a form of another site is never taken', async () => {
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    const headers = { 'content-type': type, 'x-app-token': await company.token('sales') };
    const payload = '{"catalog":"1000","action":"crossSite","value":""}';
    await company.app.inject({ method: 'POST', url: '/v1/web/operation/log/create', headers, payload });
  }
  expect(await company.records.count('operation_log', { action: 'crossSite' })).toBe(0);
});
