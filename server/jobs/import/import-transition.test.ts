import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { csvStream } from '../../files/table/write-csv.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { type ImportDriver, importDriver } from '../../testing/import-driver.ts';
import { type JobWorker, startJobWorker } from '../../testing/job-worker.ts';
import { startProduct, startTestApp, type TestApp } from '../../testing/test-app.ts';

const csv = async (rows: readonly (readonly string[])[]) => {
  const chunks: Buffer[] = [];
  for await (const chunk of csvStream(rows)) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
};
const errorOf = ({ data }: { readonly data: Values }) => Reflect.get(Object(data.error), 'code');

describe('a table of copies to be repaired', () => {
  let library: TestApp;
  let worker: JobWorker;
  let driver: ImportDriver;
  const action = 'copy_send_to_repair';
  const mapping = { barcode: 0 };

  beforeAll(async () => {
    library = await startProduct('e2e/fixtures/library');
    worker = startJobWorker(library.documents, library.database);
    driver = importDriver(library);
  }, 60_000);
  afterAll(async () => {
    expect(worker.faults).toEqual([]);
    await worker.close();
    await library.close();
  });

  const upload = async (account: string, codes: readonly string[]) =>
    driver.upload(account, '送修.csv', await csv([['条码'], ...codes.map((code) => [code])]));
  const copies = (where: string) =>
    library.database.rows(`select barcode, state from copy where ${where} order by barcode`);
  const take = async (codes: readonly string[], more: Values = {}, account = 'librarian') => {
    const fileId = await upload(account, codes);
    const started = await driver.run(account, action, { fileId, mapping, ...more });
    return { ...started, job: await driver.done(started) };
  };

  it('has the naming field and the inputs as its columns', async () => {
    const fileId = await upload('librarian', ['D10002']);
    const { data } = await driver.ask('librarian', action, { mode: 'inspect', fileId });
    expect(data).toMatchObject({ mapping, keys: [], undoable: true, fields: [{ key: 'barcode', required: true }] });
    const refused = await driver.ask('librarian', action, { fileId, mapping: {} });
    expect(refused.data).toMatchObject({ error: { faults: [{ pointer: '/mapping/barcode' }] } });
  });

  it('moves the good rows and tells of the others: missing and out of reach alike, and those in another state', async () => {
    const [own, other] = await copies(
      "state = 'on_shelf' and department_id = (select department_id from staff where account = 'librarian')",
    );
    const [foreign] = await copies(
      "state = 'on_shelf' and department_id <> (select department_id from staff where account = 'librarian')",
    );
    const [lent] = await copies(
      "state = 'on_loan' and department_id = (select department_id from staff where account = 'librarian')",
    );
    const codes = [own, foreign, lent, other].map((copy) => String(copy?.barcode));
    const table = [codes[0] ?? '', codes[1] ?? '', codes[2] ?? '', 'D99999', '', codes[0] ?? ''];
    const dry = await take(table, { dryRun: true });
    expect(await copies(`barcode = '${codes[0]}'`)).toMatchObject([{ state: 'on_shelf' }]);
    const { job, batchId } = await take(table);
    expect(dry.job.message).toBe(`${job.message}（预检，未写入）`);
    expect(await copies(`barcode = '${codes[0]}'`)).toMatchObject([{ state: 'repair' }]);
    expect(await copies(`barcode = '${codes[1]}'`)).toMatchObject([{ state: 'on_shelf' }]);
    const rows = await driver.table('librarian', String(job.fileId));
    const reasons = new Map(rows.map((row) => [row[0], row.at(-1)]));
    expect(reasons.get(codes[1])).toBe(reasons.get('D99999'));
    expect([...reasons.values()].join()).toMatch(/当前状态/);
    const logs = await library.database.rows(
      "select 1 from operation_log where action = 'copy.sendToRepair' and entity_id = (select id::text from copy where barcode = $1)",
      [codes[0]],
    );
    expect(logs).toHaveLength(1);

    // Taken back by the transition that leads back, but for what was moved on since.
    const second = await take([codes[3] ?? '']);
    const undone = await driver.done({
      ...(await driver.ask('librarian', action, { mode: 'undo', batchId })).data,
    });
    expect(undone.message).toBe('已撤销：删除0条，恢复1条，保留0条');
    expect(await copies(`barcode = '${codes[0]}'`)).toMatchObject([{ state: 'on_shelf' }]);
    const [moved] = await library.database.rows('select id from copy where barcode = $1', [codes[3]]);
    expect(await library.call('librarian', '/v1/copy/finish/repair', { id: moved?.id })).toMatchObject({ code: '0' });
    const late = await driver.done({
      ...(await driver.ask('librarian', action, { mode: 'undo', batchId: second.batchId })).data,
    });
    expect(late.message).toBe('已撤销：删除0条，恢复0条，保留1条');
  });

  it('is taken back by whoever may run the transition that leads back only', async () => {
    const [role] = await library.database.rows("select id, permissions from role where code = 'librarian'");
    const keys = role?.permissions as readonly string[];
    const [own] = await copies(
      "state = 'on_shelf' and department_id = (select department_id from staff where account = 'librarian')",
    );
    const { batchId } = await take([String(own?.barcode)]);
    await library.records.update('role', String(role?.id), {
      permissions: keys.filter((key) => key !== 'copy:finish_repair'),
    });
    try {
      expect(errorOf(await driver.ask('librarian', action, { mode: 'undo', batchId }))).toBe('E_NO_PERMISSION');
    } finally {
      await library.records.update('role', String(role?.id), { permissions: [...keys] });
    }
    expect(await copies(`barcode = '${own?.barcode}'`)).toMatchObject([{ state: 'repair' }]);
  });
});

describe('a table of tracking numbers', () => {
  let company: TestApp;
  let worker: JobWorker;
  let driver: ImportDriver;
  beforeAll(async () => {
    company = await startTestApp();
    worker = startJobWorker(company.documents, company.database);
    driver = importDriver(company);
  }, 60_000);
  afterAll(async () => {
    await worker.close();
    await company.close();
  });

  it('is for those who ship, and cannot be taken back', async () => {
    const fileId = await driver.upload('admin', '运单.csv', await csv([['兑换单号', '快递公司', '运单号']]));
    const { data } = await driver.ask('admin', 'exchange_record_ship', { mode: 'inspect', fileId });
    expect(data).toMatchObject({
      undoable: false,
      fields: [
        { key: 'exchangeNo', required: true },
        { key: 'courier', required: true },
        { key: 'trackingNo', required: true },
      ],
    });
    const { batchId } = await driver.run('admin', 'exchange_record_ship', {
      fileId,
      mapping: { exchangeNo: 0, courier: 1, trackingNo: 2 },
    });
    const refused = await driver.ask('admin', 'exchange_record_ship', { mode: 'undo', batchId });
    expect(errorOf(refused)).toBe('E_IMPORT_UNDO');
    expect(errorOf(await driver.ask('sales', 'exchange_record_ship', { mode: 'inspect', fileId }))).toBe(
      'E_NO_PERMISSION',
    );
  });
});
