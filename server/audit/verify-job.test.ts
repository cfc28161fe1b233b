import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startJobWorker } from '../testing/job-worker.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { SealedLog } from './sealed-log.testing.ts';

let company: TestApp;
let sealed: SealedLog;

beforeAll(async () => {
  company = await startTestApp();
  sealed = new SealedLog(company);
});
afterAll(() => company.close());
beforeEach(() => sealed.clear());

it('lets people who may have it verified in the background, and see what was found', async () => {
  const ids = await sealed.twelveSealed();
  await sealed.asAttacker('delete from operation_log where id = $1', ids[4]);
  const worker = startJobWorker(company.documents, company.database);
  try {
    expect(await company.call('sales', '/v1/audit/seal/verify')).toMatchObject({ code: '1001' });
    const { data, code } = await company.call<{ jobId: string }>('admin', '/v1/audit/seal/verify');
    expect(code).toBe('0');
    await expect
      .poll(() => company.records.findOne('background_job', { id: data.jobId }), { timeout: 20_000 })
      .toMatchObject({ status: 'done', message: expect.stringContaining('发现 1 处改动') });
    const list = await company.call<{ list: readonly unknown[] }>('admin', '/v1/audit/verification/query', {
      fields: ['trigger', 'result', 'findings', 'seals', 'staffId'],
    });
    expect(list.data.list).toMatchObject([
      {
        trigger: 'person',
        result: 'broken',
        staffId: company.ids.admin,
        findings: expect.stringContaining(ids[4] ?? ''),
      },
    ]);
    const seals = await company.call<{ list: readonly unknown[] }>('admin', '/v1/audit/seal/query');
    expect(seals.data.list).toHaveLength(3);
    expect(JSON.stringify(seals)).not.toContain('rowDigests');
    expect(worker.faults).toEqual([]);
  } finally {
    await worker.close();
  }
});

it('tells the administrators every night what was found, and leads them to it; of an intact log nothing', async () => {
  const told = () =>
    company.database.rows(
      "select receiver_id, title, content, link_page from notification where title like '操作日志被改动%'",
    );
  const ids = await sealed.twelveSealed();
  await sealed.nightly();
  expect(await told()).toEqual([]);
  await sealed.asAttacker('delete from operation_log where id = $1', ids[4]);
  await sealed.nightly();
  expect(await told()).toEqual([
    {
      receiver_id: company.ids.admin,
      title: '操作日志被改动：发现 1 处',
      content: expect.stringContaining(ids[4] ?? ''),
      link_page: 'auditVerification',
    },
  ]);
  const { data } = await company.call<{ list: readonly object[] }>('admin', '/v1/sys/user/notify/all/query', {});
  expect(JSON.stringify(data)).toContain('/systemSetup/auditVerification');
});
