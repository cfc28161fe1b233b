import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { killProcess, startJobProcess } from '../../testing/job-process.ts';
import { csvRows, downloaded } from '../../testing/read-export.ts';
import { company, ended, renewWorker, startExportCompany, worker } from './export-company.testing.ts';

startExportCompany();

const isDeep = process.env.TEST_DEPTH === 'deep';
/** Most megabytes a process held so far. */
function peakOf(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024);
}

describe('a large export', () => {
  const rows = isDeep ? 100_000 : 12_000;
  const killed = isDeep ? 10 : 3;

  beforeAll(async () => {
    await company.database.rows(
      `insert into customer (id, customer_no, name, mobile, mobile_hash, intention_project_ids, level, stage, own_state, channel_id,
         owner_id, owner_dept_id, assigned_at, locked, follow_count, call_count, order_count, paid_total, do_not_call, blacklisted)
       select gen_random_uuid(), 'N' || n, '客户' || n, mobile, 'hash' || n, intention_project_ids, level, stage, own_state, channel_id,
         owner_id, owner_dept_id, assigned_at, false, n, 0, 0, n, false, false
       from customer cross join generate_series(1, $1) n where name = '张三'`,
      [rows],
    );
  }, 300_000);

  const where = { field: 'customerNo', op: 'startsWith', value: 'N' };

  it('asked for twice while it runs is one', async () => {
    const body = { where, format: 'csv', columns: ['customerNo', 'name'] };
    const [first, second] = await Promise.all([1, 2].map(() => company.call('admin', '/v1/customer/export', body)));
    expect(first?.data.jobId).toBe(second?.data.jobId);
    await company.call('admin', '/v1/background/job/cancel', { id: String(first?.data.jobId) });
    await ended('admin', String(first?.data.jobId));
  });

  it('has each row once whatever is killed meanwhile and whatever changes its place', async () => {
    await worker.close();
    const body = { where, format: 'csv', columns: ['customerNo', 'followCount', 'mobile'], sort: ['followCount'] };
    const { data } = await company.call('manager', '/v1/customer/export', body);
    const chosen = async () =>
      (await company.call('manager', '/v1/background/job/view', { id: String(data.jobId) })).data.status !== 'pending';
    for (let kill = 0; kill < killed; kill++) {
      const node = await startJobProcess(company.database);
      // Which rows it will be is written down first; from then on they may change their places.
      if (kill === 0) await expect.poll(chosen, { timeout: 60_000, interval: 20 }).toBe(true);
      else await new Promise((resolve) => setTimeout(resolve, 100 + Math.random() * 300));
      await killProcess(node);
      await company.database.rows("update customer set follow_count = follow_count + 50000 where name like '客户%77'");
    }
    renewWorker();
    const job = await ended('manager', String(data.jobId));
    expect(job).toMatchObject({ status: 'done', message: `已导出 ${rows} 条` });
    const read = csvRows(await downloaded(company, 'manager', job.fileId)).slice(1, -1);
    expect(read).toHaveLength(rows);
    expect(new Set(read.map(([no]) => no)).size).toBe(rows);
    expect(read.map(([no]) => Number(no?.slice(1)))).toEqual(Array.from({ length: rows }, (_, index) => index + 1));
  }, 900_000);

  it.runIf(isDeep)(
    'stays small in memory, as a table and as a workbook',
    async () => {
      await worker.close();
      for (const [format, limit] of [
        ['csv', 120],
        ['xlsx', 200],
      ] as const) {
        const node = await startJobProcess(company.database);
        const idle = peakOf(node.pid);
        const begin = Date.now();
        const { data } = await company.call('manager', '/v1/customer/export', { where, format });
        expect(await ended('manager', String(data.jobId))).toMatchObject({ status: 'done' });
        const peak = peakOf(node.pid);
        process.stdout.write(
          `${rows} rows as ${format}: ${Date.now() - begin} ms, ${peak} MB at most (${idle} idle)\n`,
        );
        await killProcess(node);
        expect(peak - idle).toBeLessThan(limit);
      }
      renewWorker();
    },
    900_000,
  );
});
