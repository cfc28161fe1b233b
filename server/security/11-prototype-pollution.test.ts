import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

// Names that reach a prototype, raw, dotted, in brackets and escaped, in body, query and header.
let company: TestApp;
const names = () => [Object, Array, Function].map(({ prototype }) => Object.getOwnPropertyNames(prototype).sort());
const before = names();
beforeAll(async () => {
  company = await startTestApp();
});
afterAll(() => company.close());

const payloads = [
  '{"__proto__":{"polluted":1}}',
  '{"\\u005f_proto__":{"polluted":1}}',
  '{"constructor":{"prototype":{"polluted":1}}}',
  '{"where":{"__proto__":{"polluted":1}}}',
  '{"where":{"and":[{"__proto__":{"polluted":1}}]}}',
  '{"sort":{"__proto__":{"polluted":1}}}',
  '{"state":{"layout":{"__proto__":{"polluted":1}}},"page":"alllist","name":"x"}',
  '{"ids":["a"],"was":{"constructor":{"prototype":{"polluted":1}}}}',
];
const texts = [
  '{"fields":["__proto__.polluted","constructor.prototype"]}',
  '{"sort":["__proto__","-constructor"]}',
  '{"where":{"field":"__proto__.polluted","op":"eq","value":1}}',
  '{"by":"__proto__"}',
  '{"name":"__proto__"}',
];
const paths = [
  '/v1/customer/query',
  '/v1/customer/group',
  '/v1/customer/create',
  '/v1/customer/modify',
  '/v1/saved/view/create',
  '/v1/list/preference/modify',
  '/v1/sys/page/view',
];

const post = async (url: string, payload: string, more: Readonly<Record<string, string>> = {}) => {
  const headers = { 'content-type': 'application/json', 'x-app-token': await company.token('admin'), ...more };
  return company.app.inject({ method: 'POST', url, headers, payload });
};

it.each(payloads)('%s is refused at its place', async (payload) => {
  for (const url of paths) {
    const { body, statusCode } = await post(url, payload);
    expect(statusCode, url).toBeLessThan(500);
    expect(body, url).toMatch(/E_INPUT_INVALID|E_PATH_UNKNOWN/);
    if (body.includes('E_INPUT_INVALID')) expect(body, url).toContain('E_INPUT_UNKNOWN');
  }
});

it('names in values, addresses and headers reach none', async () => {
  for (const payload of texts)
    for (const url of paths) expect((await post(url, payload)).statusCode, `${url} ${payload}`).toBeLessThan(500);
  for (const query of [
    '__proto__[polluted]=1',
    '__proto__.polluted=1',
    'constructor[prototype][polluted]=1',
    'a[__proto__][polluted]=1',
  ]) {
    const { statusCode } = await company.app.inject({ method: 'GET', url: `/v1/file/content?${query}` });
    expect(statusCode).toBeLessThan(500);
  }
  for (const name of ['__proto__', 'constructor'])
    expect(
      (await post('/v1/customer/query', '{}', { 'x-app-page': name, [name]: 'polluted' })).statusCode,
    ).toBeLessThan(500);
});

it('and afterwards nothing has more than it had', () => {
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
  expect(Reflect.get([], 'polluted')).toBeUndefined();
  expect(names()).toEqual(before);
});
