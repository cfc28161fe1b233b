import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { csvStream } from '../../files/table/write-csv.ts';
import { documentOf } from '../../kernel/operation/context.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { type ImportDriver, importDriver } from '../../testing/import-driver.ts';
import { type JobWorker, startJobWorker } from '../../testing/job-worker.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { importKind } from './import-job.ts';
import { undoKind } from './undo-job.ts';

let test: TestApp;
let worker: JobWorker;
let driver: ImportDriver;
beforeAll(async () => {
  test = await startTestApp();
  worker = startJobWorker(test.documents, test.database);
  driver = importDriver(test);
}, 60_000);
afterAll(async () => {
  expect(worker.faults).toEqual([]);
  await worker.close();
  await test.close();
});

/** The import of the action that makes customers of the pool. */
const action = 'customer_import_pool';
const header = ['姓名', '手机号', '来源渠道', '客户等级', '意向项目', '备注'];
const mapping = { name: 0, mobile: 1, channelId: 2, level: 3, intentionProjectIds: 4, remark: 5 };
const good = (name: string, mobile: string) => [name, mobile, '搜索推广', 'A 高意向', '法律职业资格', '名单'];

async function upload(account: string, rows: readonly (readonly string[])[]): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of csvStream([header, ...rows])) chunks.push(Buffer.from(chunk));
  return driver.upload(account, '名单.csv', Buffer.concat(chunks));
}

async function take(rows: readonly (readonly string[])[], more: Values = {}) {
  const fileId = await upload('manager', rows);
  const started = await driver.run('manager', action, { fileId, mapping, ...more });
  return { ...started, fileId, job: await driver.done(started) };
}

const named = (name: string) =>
  test.database.rows('select * from customer where name = $1 and deleted_at is null', [name]);
const phones = async (id: unknown) =>
  (await test.database.rows('select 1 from customer_phone where customer_id = $1 and deleted_at is null', [id])).length;
const errorOf = ({ data }: { readonly data: Values }) => Reflect.get(Object(data.error), 'code');

describe('a table whose rows run an action', () => {
  it('has the inputs of the action as its columns, and no way to change what is there', async () => {
    const fileId = await upload('manager', [good('列', '13320000000')]);
    const { data } = await driver.ask('manager', action, { mode: 'inspect', fileId });
    expect(data).toMatchObject({ mapping, keys: [], policies: ['skip', 'refuse'], undoable: true });
    const fields = data.fields as readonly { readonly key: string; readonly required: boolean }[];
    expect(fields.map(({ key }) => key)).toEqual([
      ...['name', 'mobile', 'channelId', 'level', 'intentionProjectIds', 'province', 'city', 'remark'],
    ]);
    const refused = await driver.ask('manager', action, {
      fileId,
      mapping: { name: 0, followCount: 1 },
      policy: 'update',
    });
    expect(refused.data).toMatchObject({
      error: {
        faults: [
          { pointer: '/policy', expected: 'skip、refuse' },
          { pointer: '/mapping/followCount' },
          ...['mobile', 'channelId', 'intentionProjectIds'].map((key) => ({ pointer: `/mapping/${key}` })),
        ],
      },
    });
    const template = await driver.ask('manager', action, { mode: 'template' });
    expect(template.data.name).toBe('导入公海模板.xlsx');
  });

  it('keeps asking for the permission of the action while it runs', () => {
    const common = { batchId: 'b', entity: 'customer' };
    const input = { ...common, file: { key: 'k', size: 1, mime: 'text/csv', name: 'n' }, by: [], dryRun: false };
    const run = { ...input, mapping, policy: 'skip' as const };
    const kind = importKind(test.documents, new Map());
    const undo = undoKind(test.documents, new Map());
    for (const [told, action] of [
      ['customer:import_pool', { action: 'importPool' }],
      ['customer:import', {}],
    ] as const) {
      expect(kind.permission?.({ ...run, ...action })).toBe(told);
      expect(undo.permission?.({ ...common, ...action })).toBe(told);
    }
  });

  it('asks for the permission of the action, whatever else one may import', async () => {
    const fileId = await upload('sales', [good('无权', '13320000009')]);
    for (const mode of ['template', 'inspect', 'run', 'undo'])
      expect(errorOf(await driver.ask('sales', action, { mode, fileId, mapping }))).toBe('E_NO_PERMISSION');
    const role = { id: test.ids['role:manager'] };
    const [row] = await test.database.rows('select permissions from role where id = $1', [role.id]);
    const keys = row?.permissions as readonly string[];
    const grant = (permissions: readonly string[]) =>
      test.records.update('role', String(role.id), { permissions: [...permissions] });
    const own = await upload('manager', [good('收回', '13320000008')]);
    try {
      await grant(keys.filter((key) => key !== 'customer:import'));
      expect((await driver.ask('manager', action, { mode: 'inspect', fileId: own })).code).toBe('0');
      expect(errorOf(await driver.ask('manager', 'customer', { mode: 'inspect', fileId: own }))).toBe(
        'E_NO_PERMISSION',
      );
      await grant(keys.filter((key) => key !== 'customer:import_pool'));
      expect(errorOf(await driver.ask('manager', action, { mode: 'inspect', fileId: own }))).toBe('E_NO_PERMISSION');
    } finally {
      await grant(keys);
    }
    expect(await named('收回')).toEqual([]);
  });

  it('makes the records of the good rows by the rules of the action, and gives the others back', async () => {
    await test.call('manager', '/v1/customer/create', {
      ...{ name: '已有', mobile: '13320000001', intentionProjectIds: [test.ids.project], level: 'b' },
      channelId: test.ids.channel,
    });
    const rows = [
      good('公海甲', '13320000002'),
      good('公海乙', '13320000001'),
      good('公海丙', '13320000002'),
      ['公海丁', '12', '没有的渠道', 'Z', '法律职业资格', ''],
      ['', '13320000003', '搜索推广', 'A 高意向', '法律职业资格', ''],
      good('公海戊', '13320000004'),
    ];
    const dry = await take(rows, { dryRun: true });
    expect(await named('公海甲')).toEqual([]);
    const { job, batchId, fileId } = await take(rows);
    expect(job.message).toBe('共6条，成功2条，重复2条，失败2条');
    expect(dry.job.message).toBe(`${job.message}（预检，未写入）`);
    const [made] = await named('公海甲');
    expect(made).toMatchObject({ own_state: 'pooled', owner_id: null, pool_id: test.ids.pool, stage: 'fresh' });
    expect(made?.customer_no).toMatch(/^KH\d{14}$/);
    expect(await phones(made?.id)).toBe(1);
    const logs = await test.database.rows(
      "select 1 from operation_log where entity_id = $1 and action = 'customer.importPool'",
      [made?.id],
    );
    expect(logs).toHaveLength(1);
    const errors = await driver.table('manager', String(job.fileId));
    expect(errors.slice(1).map((cells) => [cells[0], cells.at(-1)])).toEqual([
      ['公海乙', expect.stringContaining('已')],
      ['公海丙', expect.stringContaining('公海')],
      ['公海丁', expect.stringMatching(/来源渠道“没有的渠道”.*手机号/)],
      ['', '请填写姓名'],
    ]);
    // The numbers of a trial are nobody's: no number is left out.
    const [first, second] = await test.database.rows(
      "select customer_no from customer where name in ('公海甲', '公海戊') order by customer_no",
    );
    expect(Number(String(second?.customer_no).slice(-6)) - Number(String(first?.customer_no).slice(-6))).toBe(1);
    const again = await driver.ask('manager', action, { fileId, mapping });
    expect(errorOf(again)).toBe('E_IMPORT_REPEATED');
    // The same table as customers of one's own is another matter.
    const other = await driver.ask('manager', 'customer', { mode: 'run', fileId, mapping, dryRun: true });
    expect(other.code).toBe('0');
    await driver.done(other.data);
    expect(job.result).toMatchObject({
      undo: { path: '/v1/customer/import/pool/import', body: { mode: 'undo', batchId } },
    });
  });

  it('is written once when it is asked for twice with one key', async () => {
    const fileId = await upload('manager', [good('一次', '13320000011')]);
    const ask = () =>
      test.call<Values>(
        'manager',
        '/v1/customer/import/pool/import',
        { fileId, mapping },
        { 'idempotency-key': '0b1f6c4e-8a55-4c1e-9d57-0f0e3c5b7a11' },
      );
    const [first, second] = [await ask(), await ask()];
    expect(second.data).toEqual(first.data);
    await driver.done(first.data);
    expect(await named('一次')).toHaveLength(1);
  });

  it('is taken back with what the action made along with each record, but for those somebody has claimed since', async () => {
    const { batchId, job } = await take([good('撤一', '13320000021'), good('撤二', '13320000022')]);
    const [one] = await named('撤一');
    const [two] = await named('撤二');
    const claimed = await test.call(
      'sales',
      '/v1/customer/claim',
      { id: two?.id },
      { 'x-app-page': 'highsea', 'idempotency-key': crypto.randomUUID() },
    );
    expect(claimed.code).toBe('0');
    const elsewhere = await driver.ask('manager', 'customer', { mode: 'undo', batchId });
    expect(errorOf(elsewhere)).toBe('E_IMPORT_UNDO');
    const undone = await driver.done((await driver.ask('manager', action, { mode: 'undo', batchId })).data);
    expect(undone.message).toBe('已撤销：删除1条，恢复0条，保留1条');
    expect(await named('撤一')).toEqual([]);
    expect(await phones(one?.id)).toBe(0);
    expect(await named('撤二')).toHaveLength(1);
    expect(job.result).toHaveProperty('undo');
    // The number is free again.
    expect((await take([good('撤一', '13320000021')])).job.message).toBe('共1条，成功1条，重复0条，失败0条');
  });

  it('says beforehand where nothing can be taken back, and takes nothing back', async () => {
    const declared = documentOf(test.documents, 'customer').actions?.find(({ key }) => key === 'importPool');
    const { batchId } = await take([good('不撤', '13320000031')]);
    Object.assign(declared ?? {}, { import: 'final' });
    try {
      const fileId = await upload('manager', [good('不撤二', '13320000032')]);
      const { data } = await driver.ask('manager', action, { mode: 'inspect', fileId });
      expect(data.undoable).toBe(false);
      const refused = await driver.ask('manager', action, { mode: 'undo', batchId });
      expect(refused.message).toContain('不能撤销');
      expect(await named('不撤')).toHaveLength(1);
    } finally {
      Object.assign(declared ?? {}, { import: 'undoable' });
    }
  });
});
