import { describe, expect, it } from 'vitest';
import type { Values } from '../../kernel/operation/record-store.ts';
import { archivedText, csvRows, downloaded } from '../../testing/read-export.ts';
import { company, ended, startExportCompany } from './export-company.testing.ts';

startExportCompany();

async function exported(
  account: string,
  body: Values,
  headers = {},
  path = '/v1/customer/export',
): Promise<readonly (readonly string[])[]> {
  const started = await company.call(account, path, { format: 'csv', ...body }, headers);
  expect(started).toMatchObject({ code: '0' });
  const job = await ended(account, String(started.data.jobId));
  expect(job).toMatchObject({ status: 'done' });
  return csvRows(await downloaded(company, account, job.fileId));
}
const columns = [
  'name',
  'mobile',
  'level',
  'ownerId',
  'channel.name',
  'intentionProjectIds',
  'paidTotal',
  'assignedAt',
  'locked',
];

describe('an export', () => {
  it('has what the list shows: names for references and choices, masks put on, formulas harmless, and who took it out', async () => {
    const rows = await exported('sales', { columns, sort: ['createdAt'] });
    expect(rows[0]).toEqual([
      '姓名',
      '手机号',
      '客户等级',
      '归属业务员',
      '来源渠道',
      '意向项目',
      '累计实收',
      '最近分配时间',
      '锁定（不回收）',
    ]);
    expect(rows[1]).toEqual([
      '张三',
      '138****0000',
      'A 高意向',
      'sales',
      '搜索推广',
      '法律职业资格',
      '1234.5',
      '2026-03-02 00:30:00',
      '否',
    ]);
    expect(rows.slice(2, 6).map(([name]) => name)).toEqual(["'=1+1", "' @SUM(A1)", "'＝cmd", '普通 "引号", 逗号']);
    expect(rows).toHaveLength(7);
    expect(rows[6]?.[0]).toMatch(/^导出人：sales　导出时间：\d{4}-\d\d-\d\d \d\d:\d\d:\d\d　共 5 条$/);
  });

  it('names what one of several kinds refers to as the list does, by its kind alone beyond the reach of whoever exports', async () => {
    const { records, ids } = company;
    const path = '/v1/owner/record/export';
    const mine = await records.findOne('customer', { name: '张三' });
    const others = await records.findOne('customer', { name: '别人的' });
    for (const [index, customer] of [mine, others].entries())
      await records.insert('owner_record', {
        ...{ subjectType: 'customer', subjectId: customer?.id, action: 'return', fromStaffId: ids.sales },
        startedAt: `2026-03-0${index + 1}T00:00:00Z`,
      });
    const asked = { columns: ['subjectId', 'subject.name'], sort: ['startedAt'] };
    const rowsFor = async (account: string) => (await exported(account, asked, {}, path)).slice(1, 3);
    expect(await rowsFor('admin')).toEqual([
      ['张三', '张三'],
      ['别人的', '别人的'],
    ]);
    expect(await rowsFor('sales')).toEqual([
      ['张三', '张三'],
      ['客户', ''],
    ]);
  });

  it('says above bare numbers what they count', async () => {
    const path = '/v1/call/record/export';
    const [named] = await exported(
      'admin',
      { columns: ['talkSeconds', { path: 'ringSeconds', title: '振铃' }] },
      {},
      path,
    );
    expect(named).toEqual(['通话时长（秒）', '振铃（秒）']);
    const [ofPage] = await exported('admin', {}, { 'x-app-page': 'allcall' }, path);
    expect(ofPage).toContain('时长（秒）');
  });

  it('is a workbook as well, with the columns of its page', async () => {
    const { data } = await company.call('admin', '/v1/customer/export', {}, { 'x-app-page': 'alllist' });
    const job = await ended('admin', String(data.jobId));
    expect(job).toMatchObject({ status: 'done', message: '已导出 6 条', result: { rows: 6 } });
    const content = await downloaded(company, 'admin', job.fileId);
    // Who took it out stands on every sheet that is printed, and in the last row.
    const sheet = await archivedText(content, 'xl/worksheets/sheet1.xml');
    const mark = '导出人：admin　导出时间：\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d　共 6 条';
    expect(sheet).toMatch(new RegExp(`<headerFooter><oddHeader>&#38;C${mark}</oddHeader></headerFooter>`));
    expect(sheet.match(new RegExp(mark, 'g'))).toHaveLength(2);
    const again = await exported('admin', {}, { 'x-app-page': 'alllist' });
    expect(again[0]?.slice(0, 4)).toEqual(['姓名', '手机号', '跟进阶段', '客户等级']);
  });

  it('holds numbers in clear only for who may export them so, and says so in the log', async () => {
    const policy = (account: string, mode: string) =>
      company.records.insert('masking_policy', {
        ...{
          targetType: 'staff',
          targetId: company.ids[account],
          staffId: company.ids[account],
          field: 'mobile',
          mode,
          revealDailyLimit: 5,
        },
        ...{ callOnly: false, enabled: true },
      });
    const policies = [await policy('sales', 'plain'), await policy('admin', 'plain')];
    const number = async (account: string) =>
      (await exported(account, { columns: ['mobile', 'stage'], search: '张三' }))[1]?.[0];
    const seen = await company.call<{ list: readonly Values[] }>('sales', '/v1/customer/query', {
      ...{ fields: ['mobile'], where: { search: '张三' } },
    });
    expect(seen.data.list[0]?.mobile).toBe('13800000000');
    expect(await number('sales')).toBe('138****0000');
    expect(await number('admin')).toBe('13800000000');
    const logs = await company.database.rows(
      "select value, after from operation_log where action = 'customer.export' and after -> 'columns' = $1::jsonb",
      [JSON.stringify(['mobile', 'stage'])],
    );
    const inClear = logs.filter(({ after }) => JSON.stringify(after).includes('"plain":["mobile"]'));
    expect(inClear.map(({ value }) => value)).toEqual([expect.stringContaining('含明文：手机号')]);
    expect(logs).toHaveLength(2);
    await company.records.update('masking_policy', String(policies[1]), { mode: 'mask' });
    expect(await number('admin')).toBe('138****0000');
    await company.database.rows('update masking_policy set enabled = false where id = any($1)', [policies]);
  });

  it('keeps to reach, page and filter', async () => {
    const names = async (account: string, body: Values, headers = {}) =>
      (await exported(account, { columns: ['name'], ...body }, headers)).slice(1, -1).map(([name]) => name);
    expect(await names('sales3', { columns: ['name', 'level'] }).catch(() => [])).toEqual(['别人的']);
    expect(await names('admin', { search: '张三', columns: ['name', 'level'] })).toEqual(['张三']);
    expect(
      await names('admin', { where: { field: 'mobile', op: 'eq', value: '13800000009' }, columns: ['name', 'level'] }),
    ).toEqual(['别人的']);
    expect(await company.call('admin', '/v1/customer/export', {}, { 'x-app-page': 'personalpromote' })).toMatchObject({
      data: { error: { code: 'E_PAGE_OPERATION' } },
    });
    expect(await company.call('promoter', '/v1/customer/export', {})).toMatchObject({
      data: { error: { code: 'E_NO_PERMISSION' } },
    });
  });

  it('stands in the log without what is masked, expires, and is its starter’s alone', async () => {
    const where = { field: 'mobile', op: 'eq', value: '13800000001' };
    const { data } = await company.call('admin', '/v1/customer/export', { where, reason: '月度核对' });
    const { fileId } = await ended('admin', String(data.jobId));
    const [log] = await company.database.rows(
      "select value, after from operation_log where action = 'customer.export' order by created_at desc limit 1",
    );
    expect(log?.value).toBe('客户：导出 1 条（xlsx，含明文：手机号、微信号、QQ、邮箱）：月度核对');
    expect(JSON.stringify(log?.after)).not.toContain('13800000001');
    expect(JSON.stringify(await company.database.rows('select * from job_state'))).not.toContain('13800000001');
    const [file] = await company.database.rows('select * from file_object where id = $1', [fileId]);
    expect(Date.parse(String(file?.expire_at)) - Date.now()).toBeGreaterThan(23 * 3_600_000);
    expect(await company.call('sales', '/v1/file/download', { id: fileId })).toMatchObject({ code: '1' });
    await company.database.rows("update file_object set expire_at = now() - interval '1 minute' where id = $1", [
      fileId,
    ]);
    expect(await company.call('admin', '/v1/file/download', { id: fileId })).toMatchObject({ code: '1' });
  });

  it('is refused beyond the limit of the role, with the number', async () => {
    await company.records.update('role', company.ids['role:sales'] ?? '', { exportLimit: 3 });
    expect(await company.call('sales', '/v1/customer/export', {})).toMatchObject({
      message: '导出数量超过上限（3条），请缩小查询范围',
      data: { error: { code: 'E_EXPORT_LIMIT' } },
    });
    await company.records.update('role', company.ids['role:sales'] ?? '', { exportLimit: null });
  });

  it('is refused with the place of what is wrong', async () => {
    const wrong: readonly (readonly [Values, string])[] = [
      [{ format: 'pdf' }, '/format'],
      [{ columns: ['name', 'nothing'] }, '/columns/1'],
      [{ columns: [] }, '/columns'],
      [{ ids: ['x'] }, '/ids'],
      [{ sort: ['mobile'] }, '/sort/0'],
      [{ reason: 'x'.repeat(201) }, '/reason'],
    ];
    for (const [body, pointer] of wrong)
      expect(await company.call('admin', '/v1/customer/export', body)).toMatchObject({
        data: { error: { code: 'E_INPUT_INVALID', faults: [{ pointer }] } },
      });
  });
});
