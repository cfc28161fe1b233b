import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest';
import { dayLength, dayOf, startOfDay } from '../../../engine/model/time/index.ts';
import { ScheduleClock } from '../../jobs/schedule-clock.ts';
import { type JobWorker, smsFolder, startJobWorker, testSms } from '../../testing/job-worker.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

export let company: TestApp;
export let worker: JobWorker;
export let templateId: string;

/** Starts a company with a template of short messages and its jobs before the tests of a file; ends them after. */
export function startSmsCompany(): void {
  beforeAll(async () => {
    company = await startTestApp();
    worker = newWorker();
    templateId = await company.records.insert('sms_template', {
      code: 'spring',
      name: '春季课程',
      sign: '学堂',
      content: '{name}您好，春季班开课，拒收请回复R',
      kind: 'marketing',
      status: 'approved',
    });
  }, 60_000);
  afterEach(() => {
    vi.useRealTimers();
  });
  afterAll(async () => {
    await worker.close();
    await company.close();
  });
}

export const hours = { from: 8, to: 20 };

export const newWorker = () =>
  startJobWorker(company.documents, company.database, { sms: testSms(company.database, { hours, perSecond: 1000 }) });

/** Starts the company's worker again where a test ended it. */
export function renewWorker(): void {
  worker = newWorker();
}

/** An hour of a day in Shanghai; the first day lies well back, so that what is counted at the real time is none of it. */
const firstDay = startOfDay(dayOf(Date.now() - 200 * dayLength));

export const noon = (day: number, hour = 12) => new Date(firstDay + day * dayLength + hour * 3_600_000);

/** Moves the clock, lets it look, and waits until all it started is over. */
export async function at(now: Date): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'], now });
  const { platform, schedules } = worker;
  const clock = new ScheduleClock({
    db: platform.db,
    jobs: platform.services.jobs,
    schedules: new Map([...schedules].filter(([key]) => key.startsWith('sms.'))),
    onFault: (error) => worker.faults.push(error),
    now: () => now,
  });
  await company.database.rows("update schedule_state set due_at = '2000-01-01' where key like 'sms.%'");
  // A look passes over what another holds just then.
  const overlooked = "select key from schedule_state where key like 'sms.%' and due_at = '2000-01-01'";
  do await clock.look();
  while ((await company.database.rows(overlooked)).length > 0);
  await settled();
  vi.useRealTimers();
}

export async function settled(): Promise<void> {
  const open = "select kind, status from background_job where status in ('pending', 'running')";
  await expect.poll(() => company.database.rows(open), { timeout: 60_000, interval: 50 }).toEqual([]);
  expect(worker.faults).toEqual([]);
}

export let lastNumber = 0;

export const mobileOf = (number: number) => `138${String(number).padStart(7, '0')}5`;

/** Customers of the promoter, told apart by their city. */
export async function customers(city: string, count: number, over: object = {}): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let at = 0; at < count; at += 1) {
    lastNumber += 1;
    const values = {
      ...{ customerNo: `KH${lastNumber}`, name: `客户${lastNumber}`, mobile: mobileOf(lastNumber), city },
      ...{ intentionProjectIds: [company.ids.project], channelId: company.ids.channel, level: 'b', stage: 'fresh' },
      ...{ ownState: 'owned', ownerId: company.ids.sales, ownerDeptId: company.ids.group1, locked: false },
      ...{ promoterId: company.ids.promoter, followCount: 0, callCount: 0, orderCount: 0, paidTotal: 0 },
      ...{ doNotCall: false, blacklisted: false },
    };
    ids.push(await company.records.insert('customer', { ...values, ...over }));
  }
  return ids;
}

export const inCity = (city: string) => ({ and: [{ field: 'city', op: 'eq', value: city }] });

export const call = <Data = Record<string, unknown>>(account: string, path: string, body: object = {}) =>
  company.call<Data>(account, `/v1/sms/${path}`, { ...body });

export const done = async (account: string, path: string, body: object = {}) => {
  const answer = await call<{ id: string }>(account, path, body);
  expect(answer, JSON.stringify(answer)).toMatchObject({ code: '0' });
  return answer.data.id;
};

export const draft = (city: string, over: object = {}) =>
  done('promoter', 'batch/create', { title: city, templateId, filter: inCity(city), ...over });

export async function approved(city: string, over: object = {}): Promise<string> {
  const id = await draft(city, over);
  await done('promoter', 'batch/submit', { id });
  await done('admin', 'batch/approve', { id });
  return id;
}

export const batchOf = async (id: string) =>
  (await company.database.rows('select * from sms_batch where id = $1', [id]))[0];

export const recordsOf = async (id: string) => {
  const rows = await company.database.rows(
    'select status, error, count(*)::int as n from sms_record where batch_id = $1 group by 1, 2 order by 1, 2',
    [id],
  );
  return rows.map(({ status, error, n }) => [status, error, n]);
};

/** Keys of what the provider was handed: a file each. */
export async function handedOver(): Promise<readonly string[]> {
  const folder = smsFolder(company.database);
  const names = await Promise.all(['sent', 'told'].map((place) => readdir(path.join(folder, place)).catch(() => [])));
  // What a killed sender had not finished writing was never handed over.
  return names
    .flat()
    .filter((name) => name.endsWith('.json'))
    .sort();
}

export const carrier = async (over: object) => {
  await mkdir(smsFolder(company.database), { recursive: true });
  const usual = { delaySeconds: 0, failures: [], refused: [], down: false };
  await writeFile(path.join(smsFolder(company.database), 'carrier.json'), JSON.stringify({ ...usual, ...over }));
};
