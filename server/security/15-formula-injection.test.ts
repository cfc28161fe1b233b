import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { csvLines } from '../files/table/write-csv.ts';
import { writtenFile, writtenRows } from '../operations/export/export-file.ts';
import { type JobWorker, startJobWorker } from '../testing/job-worker.ts';
import { archivedText, csvRows, downloaded } from '../testing/read-export.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { addCustomer } from './attack.testing.ts';

// Cells that a table program would take for formulas, in every file that is handed out. Exports whole: server/operations/export.
const formulas = [
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(A1)',
  '=cmd|"/c calc"!A1',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(A1)',
  ' =1+1',
  '   =1+1',
  '\u00a0=1+1',
  '\ufeff=1+1',
  '\u200b=1+1',
  '\u0000=1+1',
  '"=1+1',
  '=HYPERLINK("https://elsewhere.example","x")',
];
/** What a cell of CSV must not begin with, however it is quoted and whatever unseen stands before it. */
const startsFormula = /^[\s\p{Cc}\p{Cf}\u00a0]*[=+\-@＝＋－＠]/u;

it.each(formulas)('a cell %j is text in a CSV file', (cell) => {
  const [row] = csvRows(Buffer.from(csvLines([['x', cell, '1']])));
  expect(String(row?.[1])).not.toMatch(startsFormula);
});

it('cells are texts in a workbook, and none is a formula', async () => {
  async function* written() {
    yield writtenRows('xlsx', [formulas], 0);
  }
  const chunks: Buffer[] = [];
  for await (const chunk of writtenFile('xlsx', '表', written())) chunks.push(Buffer.from(chunk));
  const sheet = await archivedText(Buffer.concat(chunks), 'xl/worksheets/sheet1.xml');
  expect(sheet).toContain('HYPERLINK');
  expect(sheet).not.toMatch(/<f[ >]|t="str"/);
});

describe('a file of the product', () => {
  let company: TestApp;
  let worker: JobWorker;
  beforeAll(async () => {
    company = await startTestApp();
    worker = startJobWorker(company.documents, company.database, { pollEvery: 20 });
  });
  afterAll(async () => {
    await worker.close();
    await company.close();
  });

  it('has no formula that somebody typed as a name', async () => {
    for (const name of ['=1+1', '+SUM(1)', '@x', '-1']) await addCustomer(company, 'sales', { name });
    const started = await company.call('admin', '/v1/customer/export', { format: 'csv', columns: ['name'] });
    const view = async () => (await company.call('admin', '/v1/background/job/view', { id: started.data.jobId })).data;
    await expect.poll(view, { timeout: 20_000 }).toMatchObject({ status: 'done' });
    const rows = csvRows(await downloaded(company, 'admin', String((await view()).fileId)));
    expect(rows.flat().filter((cell) => startsFormula.test(cell))).toEqual([]);
    expect(rows.flat()).toContain("'=1+1");
  });
});
