import { afterAll, beforeAll, beforeEach } from 'vitest';
import { apiBase } from '../../engine/model/naming/index.ts';
import type { Where } from '../../engine/model/wire/index.ts';
import { createProtection } from '../kernel/crypto/protection.ts';
import { documentOf } from '../kernel/operation/context.ts';
import type { Values } from '../kernel/operation/record-store.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

export let company: TestApp;

/** Starts a company with hidden numbers before the tests of a file, and resets the quota before each; ends it after. */
export function startLookupCompany(): void {
  beforeAll(async () => {
    const line = { register: async () => ({ hosts: [], domain: 'pbx.test' }), tellCode: async () => undefined };
    const telephony = {
      secret: 'a-secret-for-this-test',
      agentUrls: {},
      iceServers: [],
      hours: { from: 0, until: 24 },
      line,
    };
    company = await startTestApp({ telephony });
    await company.records.update('staff', company.ids.sales3 ?? '', {
      seatCode: '8003',
      sipPassword: 'word',
      hlAgentId: 'hl8003',
    });
    await create('sales', hidden);
    const pooled = await create('sales', ofPool);
    const lying = { ownState: 'pooled', ownerId: null, ownerDeptId: null, poolId: company.ids.pool };
    await company.records.update('customer', String(pooled.data.id), lying);
    const call = { staffId: company.ids.sales, departmentId: company.ids.group1, callNo: 'TH1', status: 'no_answer' };
    await company.records.insert('call_record', {
      ...call,
      ...{ provider: 'hl', direction: 'out', caller: '8001', callee: hidden, startedAt: new Date().toISOString() },
    });
  }, 60_000);
  afterAll(() => company.close());
  beforeEach(() => quota(20, 200));
}

export const hidden = '13851234099';

export const ofPool = '13851235099';

/** Sets what everybody may look up, and forgets what was. */
export async function quota(minute: number, day: number): Promise<void> {
  await company.database.rows('delete from masked_lookup');
  await company.database.rows('update masking_policy set lookup_minute_limit = $1, lookup_daily_limit = $2', [
    minute,
    day,
  ]);
}

export const newCustomer = (mobile: string) => ({
  name: '甲',
  mobile,
  intentionProjectIds: [company.ids.project],
  channelId: company.ids.channel,
  level: 'b',
});

export const create = (account: string, mobile: string) =>
  company.call(account, '/v1/customer/create', newCustomer(mobile));

const pathOf = (entity: string) => apiBase(documentOf(company.documents, entity));

export const query = (account: string, where: unknown, entity = 'customer', headers = {}) =>
  company.call<{ list: readonly Values[]; next: string | null; error?: { code: string } }>(
    account,
    `${pathOf(entity)}/query`,
    { where, size: 1 },
    headers,
  );

export const is = (field: string, value: string): Where => ({ field, op: 'eq', value });

export const mobile = (value: string) => is('mobile', value);

/** Numbers that share what a mask leaves to be seen. */
export const guesses = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => `1385${String(1000 + from + index).slice(-4)}099`);

export const codeOf = (answer: { readonly data?: unknown }) => /"code":"(E_[A-Z_]+)"/.exec(JSON.stringify(answer))?.[1];

export const logged = (action: string) =>
  company.database.rows(
    "select after, value, staff_id from operation_log where action = $1 and result = 'ok' order by created_at",
    [action],
  );

export const hashOf = (number: string) => createProtection(company.database.secretKey).hash(number);
