import { afterAll, beforeAll, expect } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';

export let company: TestApp;

/** Starts a company with a pool before the tests of a file; ends it after. */
export function startPoolCompany(): void {
  beforeAll(async () => {
    company = await startTestApp();
  });
  afterAll(() => company.close());
}

export type Body = Readonly<Record<string, unknown>>;

export const call = (account: string, path: string, body: Body = {}, page?: string) =>
  company.call<{ id: string; once?: unknown; error: { code: string } }>(account, path, body, {
    'idempotency-key': crypto.randomUUID(),
    ...(page === undefined ? {} : { 'x-app-page': page }),
  });

export const done = async (account: string, path: string, body: Body = {}) => {
  const answer = await call(account, path, body);
  expect(answer, JSON.stringify(answer)).toMatchObject({ code: '0' });
  return answer.data;
};

export const codeOf = async (account: string, path: string, body: Body = {}, page?: string) =>
  (await call(account, path, body, page)).data.error?.code;

let serial = 0;
/** A number no test of the file had before. */
export const nextSerial = () => serial++;

export const create = async (account = 'sales') =>
  (
    await done(account, '/v1/customer/create', {
      name: '归属客户',
      mobile: `13366${String(100_000 + serial++)}`,
      intentionProjectIds: [company.ids.project],
      channelId: company.ids.channel,
      level: 'b',
    })
  ).id;

export const pooled = async () => {
  const id = await create('sales3');
  await done('sales3', '/v1/customer/return', { id, reason: '无法联系' });
  return id;
};

export const claim = (id: string, account = 'sales') => call(account, '/v1/customer/claim', { id }, 'highsea');

export const limits = (values: Body) => company.records.update('pool', String(company.ids.pool), values);

export const found = (id: string) => company.records.findOne('customer', { id });
