import { afterAll, beforeAll, expect } from 'vitest';
import { type JobWorker, startJobWorker } from '../../testing/job-worker.ts';
import { startTestApp, type TestApp, testPasswordHash } from '../../testing/test-app.ts';

export let company: TestApp;
export let worker: JobWorker;
export let wordId: string;

/** Starts a company with inspectors and a forbidden word before the tests of a file; ends it after. */
export function startCallCompany(): void {
  beforeAll(async () => {
    company = await startTestApp();
    worker = startJobWorker(company.documents, company.database);
    const passwordHash = await testPasswordHash();
    for (const [index, account] of ['inspector', 'inspector2'].entries())
      company.records
        .insert('staff', {
          account,
          name: account,
          passwordHash,
          mobile: `1390000010${index}`,
          departmentId: company.ids.promotion,
          roleIds: [company.ids['role:quality_inspector']],
          projectIds: [company.ids.project],
          firstLogin: false,
          receiveLeads: false,
          status: 'active',
        })
        .catch((error: unknown) => expect(error).toBeUndefined());
    await company.records.update('staff', String(company.ids.sales), { leaderId: company.ids.group_leader });
    const answer = await company.call<{ id: string }>('admin', '/v1/forbidden/word/create', {
      word: '包过',
      category: 'promise',
      level: 'serious',
      matchMode: 'contain',
    });
    wordId = answer.data.id;
  }, 60_000);
  afterAll(async () => {
    await worker.close();
    await company.close();
  });
}

export const said = '[00:03] 坐席：您好\n[01:02] 坐席：我们包过的，放心';

const minute = 60_000;

let calls = 0;

/** An answered call of `sales` of 95 seconds. */
export async function callMade(over: Record<string, unknown> = {}): Promise<string> {
  calls += 1;
  const startedAt = new Date(Date.now() - 10 * minute).toISOString();
  return company.records.insert('call_record', {
    callNo: `TH${calls}`,
    provider: 'hl',
    providerCallId: `own-${calls}`,
    direction: 'out',
    staffId: company.ids.sales,
    departmentId: company.ids.group1,
    callee: '13812345678',
    startedAt,
    answeredAt: startedAt,
    endedAt: new Date(Date.now() - 8 * minute).toISOString(),
    talkSeconds: 95,
    status: 'answered',
    confirmation: 'line',
    forbiddenHitCount: 0,
    qaStatus: 'none',
    ...over,
  });
}

export const callOf = (id: string) => company.records.findOne('call_record', { id });

export const act = (account: string, path: string, body: Record<string, unknown>) => company.call(account, path, body);
