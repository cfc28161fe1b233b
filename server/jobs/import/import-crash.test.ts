import { afterAll, beforeAll, expect, it } from 'vitest';
import { recordFigure } from '../../faults/record-figure.ts';
import { csvStream } from '../../files/table/write-csv.ts';
import { type ImportDriver, importDriver } from '../../testing/import-driver.ts';
import { killProcess, startJobProcess } from '../../testing/job-process.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

const isDeep = process.env.TEST_DEPTH === 'deep';
const kills = isDeep ? 50 : 2;
// One in so many rows is bad, one in so many a duplicate of another.
const [badEach, doubledEach] = [50, 70];
const rowsEach = isDeep ? 3000 : 1500;

let test: TestApp;
let driver: ImportDriver;
beforeAll(async () => {
  test = await startTestApp();
  driver = importDriver(test);
});
afterAll(() => test.close());

const mobileOf = (run: number, row: number) => `13${String(run * 10_000 + row).padStart(9, '0')}`;

async function start(run: number) {
  const rows = [['姓名', '手机号', '意向项目', '来源渠道']];
  for (let row = 1; row <= rowsEach; row += 1) {
    const same = row % doubledEach === 0 ? row - 1 : row;
    rows.push([row % badEach === 0 ? '' : `客户${row}`, mobileOf(run, same), 'law_exam', 'sem']);
  }
  const chunks: Buffer[] = [];
  for await (const chunk of csvStream(rows)) chunks.push(Buffer.from(chunk));
  const fileId = await driver.upload('manager', `${run}.csv`, Buffer.concat(chunks));
  const mapping = { name: 0, mobile: 1, intentionProjectIds: 2, channelId: 3 };
  return driver.run('manager', 'customer', { fileId, mapping, by: ['mobile'] });
}

const number = async (statement: string, ...values: unknown[]) =>
  Number((await test.database.rows(statement, values))[0]?.n);

it(`loses nothing and does no row twice when its node is killed (${kills} times)`, { timeout: 3_600_000 }, async () => {
  let run = 0;
  let killed = 0;
  let next = startJobProcess(test.database);
  while (killed < kills) {
    run += 1;
    const started = await start(run);
    const node = await next;
    // Somewhere in the work: it takes a second or two, or half of that.
    await new Promise((resolve) => setTimeout(resolve, rowsEach * (0.03 + Math.random() * 0.3)));
    await killProcess(node);
    killed += 1;
    next = startJobProcess(test.database);
    const other = await next;
    const job = await driver.ended(started);
    expect(job, `run ${run}`).toMatchObject({ status: 'done' });
    await checkRun(run, started.batchId, job.message);
    if (killed < kills) continue;
    await killProcess(other);
  }
  if (isDeep) recordFigure('导入中 SIGKILL', `${killed} 次，每次 ${rowsEach} 行；丢失 0，重复 0，残缺 0`);
});

async function checkRun(run: number, batchId: string, message: string): Promise<void> {
  const good = Array.from({ length: rowsEach }, (_, at) => at + 1).filter((row) => row % badEach !== 0);
  const taken = good.filter((row) => row % doubledEach !== 0 || (row - 1) % badEach === 0).length;
  const made = `select count(*) as n from customer c join import_row r on r.record_id = c.id::text where r.batch_id = $1`;
  expect(await number(made, batchId), `run ${run}: ${message}`).toBe(
    await number(`${made} and r.outcome = 'created'`, batchId),
  );
  expect(await number('select count(*) as n from import_row where batch_id = $1', batchId)).toBe(rowsEach);
  expect(await number('select count(distinct row_no) as n from import_row where batch_id = $1', batchId)).toBe(
    rowsEach,
  );
  const success = Number(/成功(\d+)条/.exec(message)?.[1]);
  expect(await number(made, batchId)).toBe(success);
  expect(Math.abs(success - taken)).toBeLessThan(rowsEach / doubledEach / badEach + 1);
  const logged = `select count(*) as n from operation_log l join import_row r on r.record_id = l.entity_id where r.batch_id = $1 and l.action = 'customer.create'`;
  expect(await number(logged, batchId)).toBe(success);
  const phones =
    'select count(*) as n from customer_phone p join import_row r on r.record_id = p.customer_id::text where r.batch_id = $1';
  expect(await number(phones, batchId)).toBe(success);
}
