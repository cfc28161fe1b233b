import { afterAll, beforeAll, expect } from 'vitest';
import { type ImportDriver, importDriver } from '../../testing/import-driver.ts';
import { type JobWorker, startJobWorker } from '../../testing/job-worker.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

export let test: TestApp;
export let worker: JobWorker;
export let driver: ImportDriver;

/** Starts a company that imports, and its jobs, before the tests of a file; ends them after. */
export function startImportCompany(): void {
  beforeAll(async () => {
    test = await startTestApp();
    worker = startJobWorker(test.documents, test.database);
    driver = importDriver(test);
  });
  afterAll(async () => {
    expect(worker.faults).toEqual([]);
    await worker.close();
    await test.close();
  });
}

export const header = ['*姓名', '手机号码', '意向项目', '客户等级', '报考年份', '来源渠道'];

export const good = (name: string, mobile: string) => [name, mobile, '法律职业资格', 'A 高意向', '2026', '搜索推广'];

export async function bytes(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}
