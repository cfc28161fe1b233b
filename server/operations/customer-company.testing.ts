import { afterAll, beforeAll, expect } from 'vitest';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

export let company: TestApp;

/** Starts a company before the tests of a file about customers; ends it after. */
export function startCustomerCompany(): void {
  beforeAll(async () => {
    company = await startTestApp();
  }, 60_000);
  afterAll(() => company.close());
}

let serial = 0;

export const newCustomer = (over: Record<string, unknown> = {}) => ({
  name: '张三',
  mobile: `138${String(10_000_000 + serial++).padStart(8, '0')}`,
  intentionProjectIds: [company.ids.project],
  channelId: company.ids.channel,
  level: 'b',
  ...over,
});

export const create = async (account: string, over: Record<string, unknown> = {}) => {
  const answer = await company.call<{ id: string }>(account, '/v1/customer/create', newCustomer(over));
  expect(answer).toMatchObject({ code: '0' });
  return answer.data.id;
};

export const onPool = { 'x-app-page': 'highsea' };
