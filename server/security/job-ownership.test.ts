import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { xlsxStream } from '../files/table/write-xlsx.ts';
import type { Values } from '../kernel/operation/record-store.ts';
import { addStaff } from '../testing/add-staff.ts';
import { type ImportDriver, importDriver } from '../testing/import-driver.ts';
import { type JobWorker, startJobWorker } from '../testing/job-worker.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let company: TestApp;
let worker: JobWorker;
let driver: ImportDriver;

/** The administrator's export, import and bulk work. */
let exported: Values;
let imported: { readonly batchId: string; readonly jobId: string; readonly fileId: string; readonly errors: string };
let bulk: string;

/** People whose rows reach everything and who hold no key for the jobs of others, and one who may look at them only. */
const strangers = ['hr', 'quality_inspector'] as const;
const onlooker = 'onlooker';

beforeAll(async () => {
  company = await startTestApp();
  worker = startJobWorker(company.documents, company.database);
  driver = importDriver(company);
  for (const [place, account] of strangers.entries())
    await addStaff(company, place, { account, roleIds: [company.ids[`role:${account}`]] });
  const looking = await company.records.insert('role', {
    code: onlooker,
    name: '看任务的人',
    dataScope: 'all',
    menus: ['job'],
    permissions: ['background_job:query_all', 'import_batch:query', 'import_batch:query_all', 'job:import'],
    builtIn: false,
    enabled: true,
  });
  await addStaff(company, 10, { account: onlooker, roleIds: [looking] });
  exported = await driver.done((await company.call('admin', '/v1/sys/user/export', { format: 'xlsx' })).data);
  exported = { ...exported, jobId: await lastJob('export') };
  imported = await importJobs();
  const started = await company.call('admin', '/v1/job/status/modify', {
    matching: { where: { field: 'code', op: 'eq', value: 'imported' }, count: 1 },
    enabled: false,
  });
  bulk = String(started.data.jobId);
  await driver.done(started.data);
}, 60_000);

afterAll(async () => {
  await worker.close();
  await company.close();
});

async function lastJob(kind: string): Promise<string> {
  const [job] = await company.database.rows(
    `select id from background_job where kind = '${kind}' order by created_at desc limit 1`,
  );
  return String(job?.id);
}

/** An import of the administrator: one row is taken, one is not. */
async function importJobs() {
  const rows = [
    ['岗位编码', '岗位名称', '所属部门', '职级', '编制人数'],
    ['imported', '导入的岗位', 'division', '专员', '3'],
    ['wrong', '错误的岗位', '没有这个部门', '专员', '3'],
  ];
  const chunks: Buffer[] = [];
  for await (const chunk of xlsxStream([{ name: '岗位', rows, headRows: 1 }])) chunks.push(Buffer.from(chunk));
  const fileId = await driver.upload('admin', '岗位.xlsx', Buffer.concat(chunks));
  const mapping = { code: 0, name: 1, departmentId: 2, level: 3, headcount: 4 };
  const run = await driver.run('admin', 'job', { fileId, mapping, by: ['code'] });
  const job = await driver.done(run);
  expect(job.message).toContain('成功1条');
  return { ...run, fileId, errors: String(job.fileId) };
}

const codeOf = (answer: { readonly code: string; readonly data: unknown }) =>
  answer.code === '0' ? '0' : (/"code":"(E_[A-Z_]+)"/.exec(JSON.stringify(answer.data))?.[1] ?? answer.code);
const ask = async (account: string, path: string, body: Values = {}) => codeOf(await company.call(account, path, body));
const found = async (account: string, path: string, body: Values = {}) => {
  const answer = await company.call<{ list: readonly Values[]; total: number }>(account, path, body);
  return { code: codeOf(answer), count: answer.code === '0' ? answer.data.list.length : -1 };
};

describe.each(strangers)('%s, whose rows reach everything', (account) => {
  it('finds no job of the administrator, by no question', async () => {
    for (const path of [
      '/v1/background/job/query',
      '/v1/bulk/row/query',
      '/v1/import/row/query',
      '/v1/import/batch/query',
    ])
      expect(await found(account, path, { count: 'exact' }), path).toEqual({ code: '0', count: 0 });
    const through = {
      fields: ['status', 'job.title', 'job.createdBy'],
      where: { field: 'job.kind', op: 'eq', value: 'bulk' },
    };
    expect(await found(account, '/v1/bulk/row/query', through)).toEqual({ code: '0', count: 0 });
    for (const id of [exported.jobId, imported.jobId, bulk])
      expect(await ask(account, '/v1/background/job/view', { id })).toBe('E_NOT_FOUND');
    expect(await ask(account, '/v1/import/batch/view', { id: imported.batchId })).toBe('E_NOT_FOUND');
  });

  it('cancels and undoes none', async () => {
    await company.database.rows(`update background_job set status = 'running' where id = '${String(exported.jobId)}'`);
    expect(await ask(account, '/v1/background/job/cancel', { id: exported.jobId })).toBe('E_NOT_FOUND');
    await company.database.rows(`update background_job set status = 'done' where id = '${String(exported.jobId)}'`);
    expect(await ask(account, '/v1/bulk/undo', { id: bulk })).toBe('E_NOT_FOUND');
  });

  it('gets none of their files', async () => {
    for (const id of [exported.fileId, imported.fileId, imported.errors])
      for (const use of ['download', 'preview'])
        expect(await ask(account, `/v1/file/${use}`, { id }), String(id)).toBe('E_FILE_GONE');
  });
});

it('an import is taken back by nobody but who made it, or holds the key for that', async () => {
  const undo = { mode: 'undo', batchId: imported.batchId };
  expect(await ask('hr', '/v1/job/import', undo)).toBe('E_NOT_FOUND');
  expect(await ask(onlooker, '/v1/job/import', undo)).toBe('E_NO_PERMISSION');
});

it('who may see the jobs of others sees them, and neither cancels nor undoes them', async () => {
  expect(await ask(onlooker, '/v1/background/job/view', { id: bulk })).toBe('0');
  expect((await found(onlooker, '/v1/import/batch/query')).count).toBe(1);
  expect(await ask(onlooker, '/v1/background/job/cancel', { id: bulk })).toBe('E_NO_PERMISSION');
  expect(await ask(onlooker, '/v1/bulk/undo', { id: bulk })).toBe('E_NO_PERMISSION');
});

it('everybody has his own, and administrators have all', async () => {
  const started = await company.call('quality_inspector', '/v1/forbidden/word/export', { format: 'csv' });
  await driver.done(started.data);
  const id = String(started.data.jobId);
  expect(await ask('quality_inspector', '/v1/background/job/view', { id })).toBe('0');
  expect((await found('quality_inspector', '/v1/background/job/query')).count).toBe(1);
  expect(await ask('hr', '/v1/background/job/view', { id })).toBe('E_NOT_FOUND');
  expect(await ask('admin', '/v1/background/job/view', { id })).toBe('0');
  expect(await ask('admin', '/v1/background/job/cancel', { id })).toBe('E_JOB_OVER');
});

it('what belongs to a person stays his, however far somebody reaches: saved views, shown values, notices', async () => {
  const { ids, records } = company;
  const view = await records.insert('saved_view', {
    page: 'allcall',
    name: '私有',
    share: 'private',
    state: {},
    createdBy: ids.sales,
  });
  await company.database.rows(`update saved_view set created_by = '${ids.sales}' where id = '${view}'`);
  expect(await ask('quality_inspector', '/v1/scenario/view', { id: view })).toBe('E_NOT_FOUND');
  expect(await ask('quality_inspector', '/v1/scenario/delete', { id: view })).toBe('E_NOT_FOUND');
  expect(await ask('sales', '/v1/scenario/query')).toBe('0');
  await records.insert('reveal_log', {
    staffId: ids.sales,
    entity: 'customer',
    entityId: crypto.randomUUID(),
    field: 'mobile',
    mask: 'mobile',
    reason: '回访',
    revealedAt: new Date().toISOString(),
  });
  expect((await found('quality_inspector', '/v1/reveal/log/query')).count).toBe(0);
  expect((await found('admin', '/v1/reveal/log/query')).count).toBe(1);
});
