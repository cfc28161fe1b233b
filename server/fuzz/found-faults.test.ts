import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

// What generated requests found once, and the largest that is let in.
let company: TestApp;

beforeAll(async () => {
  company = await startTestApp();
});

afterAll(() => company.close());

const unspeakable = { toString: 1, valueOf: 2 };
const query = '/v1/customer/query';

it.each([
  [query, { size: unspeakable }, '/size'],
  [query, { sort: [unspeakable] }, '/sort/0'],
  [query, { fields: [unspeakable] }, '/fields/0'],
  [query, { where: { field: 'name', op: 'eq', value: unspeakable } }, '/where/value'],
  [query, { where: { and: [unspeakable] } }, '/where/and/0'],
  ['/v1/customer/transfer', { ids: [unspeakable] }, '/ids/0'],
  ['/v1/customer/export', { format: unspeakable }, undefined],
])('says where in %s stands what cannot be turned into text: %j', async (path, body, place) => {
  const answer = await company.call<{ error: { code: string; faults: { pointer: string }[] } }>('admin', path, body);
  expect(answer.code).toBe('1');
  const pointers = answer.data.error.faults.map((fault) => fault.pointer);
  if (place !== undefined) expect(pointers).toContain(place);
});

it('answers an address that cannot be read with an envelope', async () => {
  const response = await company.app.inject({ method: 'POST', url: `${query}%zz` });
  expect(response.statusCode).toBe(404);
  expect(response.json()).toMatchObject({ code: '1', data: { error: { code: 'E_PATH_UNKNOWN' } } });
});

it('says where a name stands that reaches a prototype', async () => {
  const payload = '{"where":{"and":[{"constructor":{"prototype":{"polluted":1}}}]}}';
  const headers = { 'content-type': 'application/json' };
  const answer = (await company.app.inject({ method: 'POST', url: query, payload, headers })).json();
  expect(answer.data.error.faults).toMatchObject([
    { code: 'E_INPUT_UNKNOWN', pointer: '/where/and/0/constructor', got: 'constructor' },
  ]);
});

it('compiles the largest filter without holding others up, and refuses a larger one', async () => {
  const condition = { field: 'owner.department.name', op: 'contains', value: '%_\\'.repeat(30) };
  const tree = (conditions: number): object => {
    const leaves = Array.from({ length: conditions }, () => condition);
    return { or: [{ and: [{ or: [{ and: [{ or: leaves }] }] }] }] };
  };
  const delay = monitorEventLoopDelay({ resolution: 5 });
  await company.call('admin', query, {});
  delay.enable();
  const largest = await company.call('admin', query, { where: tree(90) });
  delay.disable();
  expect(largest.code).toBe('0');
  // Far above what it takes, far below what anybody would notice.
  expect(delay.max / 1e6).toBeLessThan(1000);
  expect(await company.call('admin', query, { where: tree(120) })).toMatchObject({
    code: '1',
    data: { error: { code: 'E_INPUT_INVALID' } },
  });
});
