import { describe, expect, it } from 'vitest';
import { calendarInForce } from '../../db/holiday-store.ts';
import { csvStream } from '../../files/table/write-csv.ts';
import { bytes, driver, good, header, startImportCompany, test } from './import-company.testing.ts';

startImportCompany();

describe('a table over rows whose state is closed', () => {
  const mapping = { name: 0, mobile: 1, intentionProjectIds: 2, level: 3, examYear: 4, channelId: 5 };

  it('changes none of them and says so of each; taking back an import leaves what was closed since', async () => {
    const rows = [good('封一', '13520000001'), good('封二', '13520000002')];
    await driver.done(
      await driver.run('admin', 'customer', {
        fileId: await driver.upload('admin', 'a.csv', await bytes(csvStream([header, ...rows]))),
        mapping,
      }),
    );
    const frozen = "update customer set own_state = 'frozen', owner_id = null where name";
    await test.database.rows(`${frozen} = '封一'`);
    const over = [header, ['改一', '13520000001', '', '', '', ''], ['改二', '13520000002', '', '', '', '']];
    const fileId = await driver.upload('admin', 'b.csv', await bytes(csvStream(over)));
    const update = await driver.run('admin', 'customer', { fileId, mapping, policy: 'update', by: ['mobile'] });
    const job = await driver.done(update);
    expect(job.message).toBe('共2条，成功1条，重复0条，失败1条');
    expect((await driver.table('admin', String(job.fileId)))[1]?.at(-1)).toMatch(/^“冻结.*”的客户不能修改姓名$/);
    await test.database.rows(`${frozen} = '改二'`);
    const undone = await driver.done(
      (await driver.ask('admin', 'customer', { mode: 'undo', batchId: update.batchId })).data,
    );
    expect(undone.message).toBe('已撤销：删除0条，恢复0条，保留1条');
    const names = await test.database.rows("select name from customer where own_state = 'frozen' order by name");
    expect(names.map(({ name }) => name)).toEqual(['封一', '改二']);
  });
});

describe('taking an import back', () => {
  const mapping = { name: 0, mobile: 1, intentionProjectIds: 2, level: 3, examYear: 4, channelId: 5 };

  it('deletes what it made and nobody touched, and puts changed rows back', async () => {
    const made = await bytes(
      csvStream([header, good('撤一', '13400000001'), good('撤二', '13400000002'), good('撤三', '13400000003')]),
    );
    const run = await driver.run('manager', 'customer', {
      fileId: await driver.upload('manager', 'a.csv', made),
      mapping,
    });
    await driver.done(run);
    const other = await bytes(
      csvStream([header, ['改一', '13400000001', '', '', '', ''], ['改三', '13400000003', '', '', '', '']]),
    );
    const fileId = await driver.upload('manager', 'b.csv', other);
    const update = await driver.run('manager', 'customer', { fileId, mapping, policy: 'update', by: ['mobile'] });
    await driver.done(update);
    await test.database.rows("update customer set version = version + 1 where name = '改三'");

    const undone = await driver.done(
      (await driver.ask('manager', 'customer', { mode: 'undo', batchId: update.batchId })).data,
    );
    expect(undone.message).toBe('已撤销：删除0条，恢复1条，保留1条');
    expect((await driver.table('manager', String(undone.fileId)))[1]).toEqual([
      '3',
      expect.any(String),
      '导入后被修改过',
    ]);
    expect(
      await test.database.rows("select name from customer where name in ('撤一', '改一', '改三') order by name"),
    ).toEqual([{ name: '撤一' }, { name: '改三' }]);
    expect((await driver.ask('manager', 'customer', { mode: 'undo', batchId: update.batchId })).data).toMatchObject({
      error: { code: 'E_IMPORT_UNDO' },
    });

    const first = await driver.done(
      (await driver.ask('manager', 'customer', { mode: 'undo', batchId: run.batchId })).data,
    );
    expect(first.message).toBe('已撤销：删除1条，恢复0条，保留2条');
    // Its number is free again.
    const again = await bytes(csvStream([header, good('撤二', '13400000002')]));
    const job = await driver.done(
      await driver.run('manager', 'customer', { fileId: await driver.upload('manager', 'c.csv', again), mapping }),
    );
    expect(job.message).toBe('共1条，成功1条，重复0条，失败0条');
  });

  it('is for those who may import, for their own imports, and never for a dry run', async () => {
    const content = await bytes(csvStream([header, good('空', '13300000001')]));
    const dry = await driver.run('manager', 'customer', {
      fileId: await driver.upload('manager', 'a.csv', content),
      mapping,
      dryRun: true,
    });
    await driver.done(dry);
    const code = async (account: string, entity: string) =>
      (await driver.ask(account, entity, { mode: 'undo', batchId: dry.batchId })).data;
    expect(await code('manager', 'customer')).toMatchObject({ error: { code: 'E_IMPORT_UNDO' } });
    expect(await code('manager', 'lead')).toMatchObject({ error: { code: 'E_IMPORT_UNDO' } });
    expect(await code('sales', 'customer')).toMatchObject({ error: { code: 'E_NO_PERMISSION' } });
    expect(await code('promoter', 'lead')).toMatchObject({ error: { code: 'E_NOT_FOUND' } });
  });
});

describe('a year of holidays', () => {
  const calendar = async () =>
    (await calendarInForce({ db: test.connection.db, documents: test.documents })).days.length;

  it('is tried, taken in and taken back; a day told twice is told by its line', async () => {
    const lines = [
      ['日期', '类型', '名称'],
      ['2026/10/1', '放假', '国庆节'],
      ['2026年10月10日', '调休上班', '国庆节调休'],
      ['2026-10-10', '放假', '重复'],
    ];
    const fileId = await driver.upload('admin', '放假安排.csv', await bytes(csvStream(lines)));
    const { data } = await driver.ask('admin', 'holiday', { mode: 'inspect', fileId });
    const body = { fileId, mapping: data.mapping, policy: 'refuse' };
    const tried = await driver.done(await driver.run('admin', 'holiday', { ...body, dryRun: true }));
    expect(tried.result).toMatchObject({ created: 2, failed: 1 });
    expect(await calendar()).toBe(0);
    const started = await driver.run('admin', 'holiday', { ...body, again: true });
    expect((await driver.done(started)).result).toMatchObject({ created: 2, failed: 1 });
    expect(await calendar()).toBe(2);
    await driver.done(await driver.run('admin', 'holiday', { mode: 'undo', batchId: started.batchId }));
    expect(await calendar()).toBe(0);
  });
});
