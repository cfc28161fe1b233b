import { afterAll, beforeAll, expect, it } from 'vitest';
import { xlsxStream } from '../../files/table/write-xlsx.ts';
import { type ImportDriver, importDriver } from '../../testing/import-driver.ts';
import { type JobWorker, startJobWorker } from '../../testing/job-worker.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let company: TestApp;
let worker: JobWorker;
let driver: ImportDriver;
beforeAll(async () => {
  company = await startTestApp();
  worker = startJobWorker(company.documents, company.database);
  driver = importDriver(company);
}, 60_000);
afterAll(async () => {
  expect(worker.faults).toEqual([]);
  await worker.close();
  await company.close();
});

const header = ['登录账号', '姓名', '手机号', '部门', '角色'];
const mapping = { account: 0, name: 1, mobile: 2, departmentId: 3, roleIds: 4 };

it('makes accounts whose first passwords only the importer gets, in a file, once', async () => {
  const rows = [
    header,
    ['imp1', '导入一', '13500000001', 'group1', '业务员'],
    ['imp2', '导入二', '13500000002', 'group1', '业务员'],
    ['imp3', '导入三', '13500000003', '没有这个部门', '业务员'],
    ['sales', '重名', '13500000004', 'group1', '业务员'],
  ];
  const chunks: Buffer[] = [];
  for await (const chunk of xlsxStream([{ name: '员工', rows, headRows: 1 }])) chunks.push(Buffer.from(chunk));
  const fileId = await driver.upload('admin', '新员工.xlsx', Buffer.concat(chunks));
  const job = await driver.done(await driver.run('admin', 'sys_user', { fileId, mapping, by: ['account'] }));
  expect(job.message).toContain('成功2条');
  const resultId = String(job.fileId);
  // Rows to be mended stand on the first sheet, as in every file of what was not taken.
  const notTaken = await driver.table('admin', resultId);
  expect(notTaken.map(([account]) => account)).toEqual(['登录账号', 'imp3', 'sales']);
  for (const account of ['manager', 'sales'])
    expect((await company.call(account, '/v1/file/download', { id: resultId })).code).not.toBe('0');
  const kept = await company.database.rows(`select sealed from import_row where outcome = 'created'`);
  expect(kept).toHaveLength(2);
  expect(kept.every(({ sealed }) => sealed === null)).toBe(true);
  const [file] = await company.database.rows(
    `select private, expire_at, biz_id from file_object where id = '${resultId}'`,
  );
  expect(file).toMatchObject({ private: true, biz_id: null, expire_at: expect.anything() });
  const made = await company.records.findOne('staff', { account: 'imp1' });
  expect(made).toMatchObject({ firstLogin: true, status: 'active' });
});

it('keeps the rules of the form: nobody imports people who may do more than he', async () => {
  const roleId = await company.records.insert('role', {
    code: 'importer',
    name: '导入员',
    dataScope: 'all',
    menus: ['authority'],
    permissions: ['staff:*', 'role:query', 'department:query', 'import_batch:query'],
    builtIn: false,
    enabled: true,
  });
  await company.records.update('staff', company.ids.sales2 ?? '', { roleIds: [roleId] });
  const rows = [header, ['imp9', '越权', '13500000009', 'group1', '管理员']];
  const chunks: Buffer[] = [];
  for await (const chunk of xlsxStream([{ name: '员工', rows, headRows: 1 }])) chunks.push(Buffer.from(chunk));
  const fileId = await driver.upload('sales2', '越权.xlsx', Buffer.concat(chunks));
  const job = await driver.done(await driver.run('sales2', 'sys_user', { fileId, mapping, by: ['account'] }));
  expect(job.message).toContain('失败1条');
  expect(await company.records.findOne('staff', { account: 'imp9' })).toBeUndefined();
});
