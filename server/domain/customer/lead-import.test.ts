import { afterAll, beforeAll, expect, it } from 'vitest';
import { csvStream } from '../../files/table/write-csv.ts';
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

const header = ['姓名', '手机号', '项目', '渠道'];
const rowOf = (mobile: string) => ['周小川', mobile, '法律职业资格', '搜索推广'];
const numberAt = (place: number) => `136${String(place).padStart(8, '0')}`;

async function bytes(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

async function importRows(rows: readonly (readonly string[])[], kind: 'csv' | 'xlsx' = 'csv') {
  const table = [header, ...rows];
  const content = await bytes(
    kind === 'csv' ? csvStream(table) : xlsxStream([{ name: '线索', rows: table, headRows: 1 }]),
  );
  const fileId = await driver.upload('promoter', `线索.${kind}`, content);
  const seen = await driver.ask('promoter', 'lead', { mode: 'inspect', fileId });
  // The headings are what people write, not the titles of the fields.
  expect(seen.data).toMatchObject({ mapping: { name: 0, mobile: 1, projectId: 2, channelId: 3 } });
  return driver.run('promoter', 'lead', { fileId, mapping: seen.data.mapping, again: true });
}

const states = async (mobile: string) =>
  (await company.records.find('lead', { mobile })).map(({ status }) => status).toSorted();

it('takes leads of an xlsx file: known numbers as duplicates with their row, wrong ones back with the reason', async () => {
  await company.call('sales', '/v1/customer/create', {
    name: '王保密',
    mobile: numberAt(1),
    intentionProjectIds: [company.ids.project],
    channelId: company.ids.channel,
    level: 'b',
  });
  const rows = [
    rowOf(numberAt(1)),
    rowOf('+86 136-0000 0002'),
    rowOf('１３６００００００02'),
    rowOf('136'),
    rowOf(numberAt(3)),
  ];
  const job = await driver.done(await importRows(rows, 'xlsx'));
  expect(job.message).toContain('失败1条');
  expect(await states(numberAt(1))).toEqual(['duplicate']);
  expect(await states(numberAt(2))).toEqual(['duplicate', 'valid']);
  expect(await states(numberAt(3))).toEqual(['valid']);
  const [known] = await company.records.find('lead', { mobile: numberAt(1) });
  expect(await company.records.findOne('lead_duplicate', { leadId: known?.id })).toMatchObject({ status: 'pending' });
  const back = await driver.table('promoter', String(job.fileId));
  expect(back.some((row) => row.includes('136'))).toBe(true);
});

it('gives a WeChat account no more leads of one file than it takes in a day', async () => {
  const { ids, records } = company;
  const account = await records.insert('promote_wechat', {
    ...{ wechatNo: 'two_a_day', nickname: '一天两个', holderId: ids.promoter, departmentId: ids.promotion },
    ...{ status: 'on', dailyLimit: 2 },
  });
  const rows = Array.from({ length: 4 }, (_, at) => [...rowOf(numberAt(50 + at)), account]);
  const content = await bytes(csvStream([[...header, '推广微信'], ...rows]));
  const fileId = await driver.upload('promoter', '微信.csv', content);
  const mapping = { name: 0, mobile: 1, projectId: 2, channelId: 3, promoteWechatId: 4 };
  const job = await driver.done(await driver.run('promoter', 'lead', { fileId, mapping }));
  expect(job.message).toBe('共4条，成功2条，重复0条，失败2条');
  expect(await records.count('lead', { promoteWechatId: account })).toBe(2);
});

it('makes one valid lead of a number that stands in several files at once', async () => {
  const numbers = Array.from({ length: 300 }, (_, place) => numberAt(1000 + place));
  const second = startJobWorker(company.documents, company.database);
  const started = await Promise.all(
    [numbers, numbers.toReversed(), numbers].map((list) => importRows(list.map(rowOf))),
  );
  for (const one of started) await driver.done(one);
  await second.close();
  expect(second.faults).toEqual([]);
  const found = await company.database.rows(
    `select count(*)::int as leads, count(*) filter (where status = 'valid')::int as valid,
      count(distinct mobile_hash) filter (where status = 'valid')::int as numbers
      from lead where created_at > now() - interval '5 minutes' and mobile_hash = any($1)`,
    [numbers.map((mobile) => worker.platform.protection.hash(mobile))],
  );
  expect(found).toEqual([{ leads: 900, valid: 300, numbers: 300 }]);
}, 60_000);
