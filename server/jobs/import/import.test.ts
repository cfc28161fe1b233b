import { describe, expect, it } from 'vitest';
import { readTable } from '../../files/table/read-table.ts';
import { csvStream } from '../../files/table/write-csv.ts';
import { xlsxStream } from '../../files/table/write-xlsx.ts';
import { bytes, driver, good, header, startImportCompany, test, worker } from './import-company.testing.ts';

startImportCompany();

const customers = async (mobile?: string) =>
  (
    await test.database.rows('select id, name, version, customer_no, deleted_at from customer order by customer_no')
  ).filter(() => mobile === undefined);

describe('looking before importing', () => {
  it('gives a template whose headings map by themselves', async () => {
    const template = await driver.ask('manager', 'customer', { mode: 'template' });
    const response = await test.app.inject({ method: 'GET', url: String(template.data.address) });
    expect(response.statusCode).toBe(200);
    const fileId = await driver.upload('manager', 'x.xlsx', response.rawPayload);
    const seen = await driver.ask('manager', 'customer', { mode: 'inspect', fileId });
    expect(seen.data.header).toContain('*姓名');
    const { mapping, header: headings } = seen.data as { mapping: object; header: string[] };
    expect(Object.values(mapping).sort((a, b) => a - b)).toEqual(headings.map((_, at) => at));
  });

  it('guesses by titles, keys and usual words, and remembers what the person chose', async () => {
    const content = await bytes(
      csvStream([
        ['客户', '联系电话', '意向项目', '来源'],
        ['甲', '13811110000', '法律职业资格', 'sem'],
      ]),
    );
    const fileId = await driver.upload('manager', '名单.csv', content);
    const seen = await driver.ask('manager', 'customer', { mode: 'inspect', fileId });
    expect(seen.data).toMatchObject({ remembered: false, mapping: { mobile: 1, intentionProjectIds: 2 } });
    expect(seen.data.rows).toEqual([['甲', '13811110000', '法律职业资格', 'sem']]);
    const mapping = { name: 0, mobile: 1, intentionProjectIds: 2, channelId: 3 };
    await driver.done(await driver.run('manager', 'customer', { fileId, mapping, dryRun: true }));
    const again = await driver.ask('manager', 'customer', { mode: 'inspect', fileId });
    expect(again.data).toMatchObject({ remembered: true, mapping });
    expect(await customers()).toEqual([]);
  });

  it('refuses what cannot be right, and whoever may not', async () => {
    const fileId = await driver.upload('manager', 'a.csv', await bytes(csvStream([header, good('甲', '13811110001')])));
    const all = { name: 0, mobile: 1, intentionProjectIds: 2, channelId: 5 };
    const faults = async (body: object) => (await driver.ask('manager', 'customer', { fileId, ...body })).data;
    expect(await faults({ mapping: { name: 0 } })).toMatchObject({
      error: {
        code: 'E_INPUT_INVALID',
        faults: [
          { pointer: '/mapping/mobile' },
          { pointer: '/mapping/intentionProjectIds' },
          { pointer: '/mapping/channelId' },
        ],
      },
    });
    expect(await faults({ mapping: { ...all, name: -1, version: 1, mobile: 1.5 } })).toMatchObject({
      error: {
        faults: [{ pointer: '/mapping/name' }, { pointer: '/mapping/mobile' }, { pointer: '/mapping/version' }],
      },
    });
    expect(await faults({ mapping: all, policy: 'replace' })).toMatchObject({
      error: { faults: [{ pointer: '/policy' }] },
    });
    expect(await faults({ mapping: all, policy: 'update', by: [] })).toMatchObject({
      error: { faults: [{ pointer: '/by' }] },
    });
    expect(await faults({ mapping: all, by: ['city'] })).toMatchObject({ error: { faults: [{ pointer: '/by' }] } });
    expect(await faults({ mode: 'all' })).toMatchObject({ error: { faults: [{ pointer: '/mode' }] } });
    expect((await driver.ask('sales', 'customer', { fileId, mapping: all })).data).toMatchObject({
      error: { code: 'E_NO_PERMISSION' },
    });
    expect((await driver.ask('admin', 'customer', { fileId, mapping: all })).data).toMatchObject({
      error: { code: 'E_FILE_GONE' },
    });
  });
});

describe('importing', () => {
  const mapping = { name: 0, mobile: 1, intentionProjectIds: 2, level: 3, examYear: 4, channelId: 5 };

  it.each(['csv', 'xlsx'])(
    'takes the good rows of a %s file as the form would, and gives the bad ones back',
    async (kind) => {
      const at = kind === 'csv' ? '1' : '2';
      const rows = [
        header,
        good(`甲${kind}`, `1390000${at}001`),
        ['', `1390000${at}002`, '法律职业资格', 'A 高意向', '2026', 'sem'],
        ['乙', '12', '没有的项目', 'Z 级', '二零', '搜索推广'],
        good('丙', `1390000${at}001`),
        good(`=HYPERLINK("x")`, `1390000${at}004`),
      ];
      const content = await bytes(kind === 'csv' ? csvStream(rows) : xlsxStream([{ name: '客户', rows }]));
      const fileId = await driver.upload('manager', `名单.${kind}`, content);
      const dry = await driver.done(
        await driver.run('manager', 'customer', { fileId, mapping, by: ['mobile'], dryRun: true }),
      );
      const before = (await customers()).length;
      const job = await driver.done(await driver.run('manager', 'customer', { fileId, mapping, by: ['mobile'] }));
      expect(job.message).toBe('共5条，成功2条，重复1条，失败2条');
      expect(dry.message).toBe(`${job.message}（预检，未写入）`);
      expect((await customers()).length - before).toBe(2);
      const { undo, batchId } = job.result as { readonly undo: unknown; readonly batchId: string };
      expect(undo).toEqual({ path: '/v1/customer/import', body: { mode: 'undo', batchId } });
      expect(dry.result).not.toHaveProperty('undo');
      const rowsOf = async (account: string) => {
        const where = { field: 'batchId', op: 'eq', value: batchId };
        const body = { where, sort: ['rowNo'] };
        return (await test.call<{ list: readonly object[] }>(account, '/v1/import/row/query', body)).data.list;
      };
      expect((await rowsOf('manager')).map((each) => Reflect.get(each, 'rowNo'))).toEqual([2, 3, 4, 5, 6]);
      expect(JSON.stringify(await rowsOf('manager'))).not.toContain('sealed');
      expect(await rowsOf('sales')).toEqual([]);
      const [row] = await test.database.rows('select * from customer where name = $1', [`甲${kind}`]);
      expect(row).toMatchObject({
        level: 'a',
        exam_year: 2026,
        owner_id: test.ids.manager,
        own_state: 'owned',
        version: 1,
      });
      expect(row?.intention_project_ids).toEqual([test.ids.project]);
      expect(row?.customer_no).toMatch(/^KH\d{14}$/);
      const log = await test.database.rows(
        "select * from operation_log where entity_id = $1 and action = 'customer.create'",
        [row?.id],
      );
      expect(log).toHaveLength(1);
      const errors = await driver.table('manager', String(job.fileId));
      expect(errors).toEqual([
        [...header, '未导入原因'],
        ['', `1390000${at}002`, '法律职业资格', 'A 高意向', '2026', 'sem', '请填写姓名'],
        [
          '乙',
          '12',
          '没有的项目',
          'Z 级',
          '二零',
          '搜索推广',
          expect.stringMatching(/整数.*意向项目“没有的项目”.*手机号.*客户等级/),
        ],
        [...good('丙', `1390000${at}001`), '与第 2 行重复'],
      ]);
    },
  );

  it('reads GBK, other separators, quotes and dates in several shapes', async () => {
    const gbk = Buffer.from(
      'd0d5c3fb3bcad6bbfabac53bd2e2cff2cfeec4bf3bc0b4d4b4c7feb5c00ac1f5d0c23b31333730303030303030313bb7a8c2c9d6b0d2b5d7cab8f13bcbd1cbf7cdc6b9e30a',
      'hex',
    );
    const fileId = await driver.upload('manager', 'gbk.csv', gbk);
    const seen = await driver.ask('manager', 'customer', { mode: 'inspect', fileId });
    expect(seen.data).toMatchObject({
      header: ['姓名', '手机号', '意向项目', '来源渠道'],
      rows: [['刘新', '13700000001', '法律职业资格', '搜索推广']],
    });
    const job = await driver.done(await driver.run('manager', 'customer', { fileId, mapping: seen.data.mapping }));
    expect(job.message).toBe('共1条，成功1条，重复0条，失败0条');
  });

  it('refuses the same content twice within minutes, unless it is meant', async () => {
    const content = await bytes(csvStream([header, good('重', '13600000001')]));
    const first = await driver.upload('manager', 'a.csv', content);
    await driver.done(await driver.run('manager', 'customer', { fileId: first, mapping }));
    const second = await driver.upload('manager', 'b.csv', content);
    expect((await driver.ask('manager', 'customer', { fileId: second, mapping })).data).toMatchObject({
      error: { code: 'E_IMPORT_REPEATED' },
    });
    const job = await driver.done(
      await driver.run('manager', 'customer', { fileId: second, mapping, by: [], again: true }),
    );
    // Without a key the customer's own rule knows the number.
    expect(job.message).toBe('共1条，成功0条，重复1条，失败0条');
  });

  it('updates rows that are there, leaves blanks alone, and tells of rows out of reach', async () => {
    const content = await bytes(csvStream([header, good('旧名', '13500000001'), good('旧名2', '13500000002')]));
    await driver.done(
      await driver.run('manager', 'customer', { fileId: await driver.upload('manager', 'a.csv', content), mapping }),
    );
    await test.database.rows("update customer set owner_id = $1, owner_dept_id = $2 where name = '旧名2'", [
      test.ids.promoter,
      test.ids.promotion,
    ]);
    const changed = await bytes(
      csvStream([header, ['新名', '13500000001', '', '', '', ''], ['新名2', '13500000002', '', '', '', '']]),
    );
    const fileId = await driver.upload('manager', 'b.csv', changed);
    const job = await driver.done(
      await driver.run('manager', 'customer', { fileId, mapping, policy: 'update', by: ['mobile'] }),
    );
    expect(job.message).toBe('共2条，成功1条，重复0条，失败1条');
    const [row] = await test.database.rows("select * from customer where name = '新名'");
    expect(row).toMatchObject({ version: 2, level: 'a', exam_year: 2026 });
    expect((await driver.table('manager', String(job.fileId)))[1]?.at(-1)).toBe('数据已存在，但不在您的数据范围内');
  });
});

it('says of a row that is in the recycle bin which one it is and who may restore it', async () => {
  const mapping = { name: 0, mobile: 1, intentionProjectIds: 2, level: 3, examYear: 4, channelId: 5 };
  const mobile = '13711110001';
  const run = async (account: string, more: object = {}) => {
    const content = await bytes(csvStream([header, good('回来的', mobile)]));
    const fileId = await driver.upload(account, 'a.csv', content);
    const job = await driver.done(
      await driver.run(account, 'customer', { fileId, mapping, by: ['mobile'], again: true, ...more }),
    );
    const reason = job.fileId === null ? undefined : (await driver.table(account, String(job.fileId)))[1]?.at(-1);
    return { message: job.message, reason, batchId: Reflect.get(Object(job.result), 'batchId') };
  };
  const first = await run('manager');
  expect(first.message).toBe('共1条，成功1条，重复0条，失败0条');
  // What was only taken back is as if it had not been.
  const undone = await driver.ask('manager', 'customer', { mode: 'undo', batchId: first.batchId });
  expect((await driver.done(undone.data)).message).toBe('已撤销：删除1条，恢复0条，保留0条');
  expect((await run('manager')).message).toBe('共1条，成功1条，重复0条，失败0条');
  const [row] = await test.database.rows("select id from customer where name = '回来的' and deleted_at is null");
  expect(await test.call('manager', '/v1/customer/delete', { id: row?.id })).toMatchObject({ code: '0' });
  const manager = await test.records.findOne('staff', { id: test.ids.manager });
  const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
  const told = `手机号与回收站里的“回来的”重复（${manager?.name} ${today} 删除）`;
  const own = await run('manager');
  expect(own).toMatchObject({ message: '共1条，成功0条，重复1条，失败0条', reason: `${told}，可以在回收站恢复` });
  expect(await run('manager', { policy: 'update' })).toMatchObject({ message: '共1条，成功0条，重复0条，失败1条' });
  // Deleted by somebody else: who does not see that in the bin is told whom to ask; out of reach nobody is named.
  await test.database.rows('update customer set updated_by = $2 where id = $1', [row?.id, test.ids.sales]);
  const sales = await test.records.findOne('staff', { id: test.ids.sales });
  expect((await run('manager')).reason).toBe(
    `手机号与回收站里的“回来的”重复（${sales?.name} ${today} 删除），请${sales?.name}或管理员恢复`,
  );
  await test.database.rows('update customer set owner_id = $2, owner_dept_id = $3 where id = $1', [
    ...[row?.id, test.ids.promoter, test.ids.promotion],
  ]);
  expect((await run('manager')).reason).toBe('手机号与回收站里的数据重复，请管理员恢复');
  // Deleted long ago, it is a new one.
  await test.database.rows("update customer set deleted_at = deleted_at - interval '31 days' where id = $1", [row?.id]);
  expect((await run('manager')).message).toBe('共1条，成功1条，重复0条，失败0条');
});

it('reads back what it writes, whatever a cell begins with', async () => {
  const cells = ['=1+1', '+1', '-1', '@x', '\t=1', ' =1', '＝1', "'=1", '0123', '13800000000', 'a,b;c\t"d"\nz'];
  const { files } = worker.platform.services;
  for (const [mime, stream] of [
    ['text/csv; charset=utf-8', csvStream([cells])],
    ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', xlsxStream([{ name: 'x', rows: [cells] }])],
  ] as const) {
    const stored = await files.write(stream, 1e6);
    const rows: unknown[] = [];
    for await (const row of readTable({ ...stored, mime }, files)) rows.push(row.cells);
    expect(rows, mime).toEqual([cells]);
  }
});
