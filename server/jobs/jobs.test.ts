import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callerOfStaff } from '../access/sessions.ts';
import { JobQueue } from '../db/jobs/job-queue.ts';
import { lockState } from '../db/jobs/job-store.ts';
import { type CountingInput, countingKind } from '../testing/counting-job.ts';
import { killProcess, startJobProcess } from '../testing/job-process.ts';
import { type JobWorker, type JobWorkerOptions, startJobWorker } from '../testing/job-worker.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

const isDeep = process.env.TEST_DEPTH === 'deep';

let company: TestApp;
const workers: JobWorker[] = [];

beforeAll(async () => {
  company = await startTestApp();
  await company.database.rows('create table counted (name text, row int)');
  await company.database.rows('grant select, insert on counted to public');
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.close()));
  await company.close();
});

function worker(options: JobWorkerOptions = {}): JobWorker {
  const started = startJobWorker(company.documents, company.database, { kinds: [countingKind], ...options });
  workers.push(started);
  return started;
}

async function stopAll(): Promise<void> {
  for (const each of workers.splice(0)) {
    await each.close();
    expect(each.faults).toEqual([]);
  }
}

async function starter(account: string) {
  const { documents, connection, ids } = company;
  const caller = await callerOfStaff({ db: connection.db, documents }, ids[account] ?? '', '127.0.0.1');
  return { db: connection.db, caller, page: undefined, now: new Date().toISOString(), requestId: 'test' };
}

async function start(account: string, input: CountingInput): Promise<string> {
  const options = { kinds: [countingKind], workers: 0 };
  const idle = startJobWorker(company.documents, company.database, options);
  try {
    return (await idle.platform.services.jobs.start('counting', input, await starter(account))).jobId;
  } finally {
    await idle.close();
  }
}

type Shown = {
  readonly status: string;
  readonly done: number;
  readonly message: string | null;
  readonly errorCode: string | null;
  readonly finishedAt: string;
  readonly result: unknown;
};

async function view(account: string, id: string): Promise<Shown> {
  const answer = await company.call(account, '/v1/background/job/view', { id });
  expect(answer).toMatchObject({ code: '0' });
  // The test says what it expects of it.
  return answer.data as Shown;
}

async function over(account: string, id: string, patience = 60_000): Promise<Shown> {
  for (const end = Date.now() + patience; ; ) {
    const job = await view(account, id);
    if (!['pending', 'running'].includes(job.status) || Date.now() > end) return job;
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
}

async function rowsOf(name: string): Promise<readonly number[]> {
  const rows = await company.database.rows('select row from counted where name = $1 order by row', [name]);
  return rows.map(({ row }) => Number(row));
}

const upTo = (rows: number) => [...Array(rows).keys()];

describe('a job', () => {
  it('is worked on to its end, and shows how far it is', async () => {
    worker();
    const id = await start('sales', { name: 'simple', rows: 5 });
    expect(await over('sales', id)).toMatchObject({ status: 'done', done: 5, total: 5, message: '5 行' });
    expect(await rowsOf('simple')).toEqual(upTo(5));
    expect(await company.database.rows('select 1 from job_state')).toEqual([]);
    await stopAll();
  });

  it('is seen by its starter and by those who see all, and by nobody else', async () => {
    const id = await start('sales', { name: 'private', rows: 1 });
    expect(await company.call('sales2', '/v1/background/job/view', { id })).toMatchObject({ code: '1' });
    expect(await company.call('sales2', '/v1/background/job/cancel', { id })).toMatchObject({ code: '1' });
    expect(await company.call('admin', '/v1/background/job/view', { id })).toMatchObject({ code: '0' });
    const { data } = await company.call('sales2', '/v1/background/job/query', {});
    expect(data.list).toEqual([]);
    const told = async (account: string) => {
      const where = { field: 'id', op: 'eq', value: id };
      const answer = await company.call<{ list: { starter?: string }[] }>(account, '/v1/background/job/query', {
        where,
      });
      return answer.data.list.map(({ starter: name }) => name);
    };
    const person = await company.records.findOne('staff', { id: company.ids.sales });
    expect([await told('admin'), await told('sales')]).toEqual([[person?.name], [undefined]]);
    worker();
    await over('sales', id);
    await stopAll();
  });

  it('is tried again after what passes, and fails after what does not', async () => {
    worker();
    const stumbling = await start('sales', { name: 'stumbling', rows: 4, stumble: { at: 2, times: 2, code: '40P01' } });
    const refused = await start('sales', { name: 'refused', rows: 4, refuseAt: 2 });
    expect(await over('sales', refused)).toMatchObject({
      status: 'failed',
      errorCode: 'E_NOT_FOUND',
      done: 2,
      result: { error: { code: 'E_NOT_FOUND', requestId: 'test' } },
    });
    expect(await over('sales', stumbling)).toMatchObject({ status: 'done' });
    expect(await rowsOf('stumbling')).toEqual(upTo(4));
    expect(await rowsOf('refused discarded')).toEqual([0]);
    const [alone] = workers.splice(0);
    await alone?.close();
  });

  it('stops between steps when it is cancelled, and at once while it waits', async () => {
    worker();
    const ids = [];
    for (const name of ['first', 'second', 'third'])
      ids.push(await start('sales', { name: `cancel ${name}`, rows: 200, pause: 20 }));
    const [running = '', , waiting = ''] = ids;
    while ((await view('sales', running)).done < 2);
    for (const id of ids.reverse())
      expect(await company.call('sales', '/v1/background/job/cancel', { id })).toMatchObject({ code: '0' });
    expect(await view('sales', waiting)).toMatchObject({ status: 'cancelled' });
    const ended = await over('sales', running);
    expect(ended).toMatchObject({ status: 'cancelled' });
    expect(ended.done).toBeLessThan(200);
    expect(await rowsOf('cancel first discarded')).toEqual([0]);
    expect(await company.call('sales', '/v1/background/job/cancel', { id: running })).toMatchObject({
      data: { error: { code: 'E_JOB_OVER' } },
    });
    for (const id of ids) await over('sales', id);
    await stopAll();
  });

  it('fails at the next step once the account of its starter is stopped', async () => {
    worker();
    const id = await start('sales3', { name: 'stopped', rows: 1000, pause: 20 });
    await new Promise((resolve) => setTimeout(resolve, 300));
    await company.records.update('staff', company.ids.sales3 ?? '', { status: 'suspended' });
    expect(await over('admin', id)).toMatchObject({ status: 'failed', errorCode: 'E_STOPPED' });
    await company.records.update('staff', company.ids.sales3 ?? '', { status: 'active' });
    await stopAll();
  });

  it('goes with the transaction it is started in', async () => {
    const idle = worker({ workers: 0 });
    const context = await starter('sales');
    const failing = company.connection.db.transaction().execute(async (db) => {
      await idle.platform.services.jobs.start('counting', { name: 'undone', rows: 1 }, { ...context, db });
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await company.database.rows('select 1 from job_state')).toEqual([]);
    await stopAll();
  });
});

describe('the queue', () => {
  const queues = (leaseSeconds: number) => new JobQueue(company.connection.db, leaseSeconds);

  it('hands every turn to one worker, however many ask at once', async () => {
    const jobs = [];
    for (const account of ['sales', 'sales2', 'admin', 'manager'])
      for (const letter of ['a', 'b'])
        jobs.push({ account, id: await start(account, { name: `asked ${account} ${letter}`, rows: 1 }) });
    const asked = await Promise.all(Array.from({ length: 40 }, () => queues(0.5).fetch()));
    const handed = asked.flatMap((delivery) => (delivery === undefined ? [] : [delivery.turn.jobId]));
    expect(handed.sort()).toEqual(jobs.map(({ id }) => id).sort());
    // Nobody works on what was handed out: it is handed out again, and is done once.
    worker();
    for (const { account, id } of jobs) expect(await over(account, id)).toMatchObject({ status: 'done', done: 1 });
    await stopAll();
  });

  it('hands a turn out again after its lease, or a moment after it was given back, and tells how often', async () => {
    const id = await start('sales', { name: 'handed out', rows: 1 });
    const queue = queues(0.3);
    const first = await queue.fetch();
    expect(first).toMatchObject({ turn: { jobId: id, number: 0 }, repeats: 0 });
    expect(await queue.fetch()).toBeUndefined();
    const again = () => expect.poll(() => queue.fetch(), { timeout: 20_000, interval: 50 });
    await again().toMatchObject({ turn: { jobId: id }, repeats: 1 });
    if (first !== undefined) await queue.giveBack(first, company.connection.db);
    expect(await queue.fetch()).toBeUndefined();
    await again().toMatchObject({ turn: { jobId: id }, repeats: 2 });
    worker();
    expect(await over('sales', id)).toMatchObject({ status: 'done' });
    await stopAll();
  });

  it('hands out nothing that somebody works on, though its lease has run out', async () => {
    const id = await start('sales', { name: 'worked on', rows: 1 });
    const queue = queues(0);
    await company.connection.db.transaction().execute(async (db) => {
      expect(await lockState(db, id)).toMatchObject({ jobId: id });
      expect(await queue.fetch()).toBeUndefined();
    });
    expect(await queue.fetch()).toMatchObject({ turn: { jobId: id } });
    worker();
    expect(await over('sales', id)).toMatchObject({ status: 'done' });
    await stopAll();
  });
});

describe('several people and nodes', () => {
  it('one person with many jobs does not keep others waiting', async () => {
    const many = isDeep ? 100 : 30;
    for (let index = 0; index < many; index++) await start('sales', { name: `many ${index}`, rows: 2, pause: 10 });
    const other = await start('sales2', { name: 'other', rows: 2 });
    worker({ workers: 1 });
    const { finishedAt } = await over('sales2', other);
    const earlier = await company.database.rows(
      "select 1 from background_job where title = '计数' and created_by = $1 and finished_at < $2 and status = 'done'",
      [company.ids.sales ?? '', finishedAt],
    );
    const before = earlier.length;
    expect(before).toBeLessThan(12);
    await expect
      .poll(() => company.database.rows('select 1 from job_state'), { timeout: 60_000, interval: 200 })
      .toEqual([]);
    await stopAll();
  });

  it('nodes share the queue, and do nothing twice', async () => {
    worker();
    worker();
    const ids = [];
    for (const account of ['sales', 'sales2', 'admin', 'manager'])
      for (let index = 0; index < 3; index++)
        ids.push({ account, id: await start(account, { name: `${account} ${index}`, rows: 20, pause: 2 }) });
    for (const { account, id } of ids) expect(await over(account, id)).toMatchObject({ status: 'done' });
    for (const account of ['sales', 'sales2', 'admin', 'manager'])
      expect(await rowsOf(`${account} 0`)).toEqual(upTo(20));
    await stopAll();
  });

  it('a node that is stopped leaves its jobs to the others', async () => {
    // No lease runs out here: what is left is handed on.
    const first = worker({ leaseSeconds: 1000 });
    const id = await start('sales', { name: 'handed over', rows: 60, pause: 20 });
    while ((await view('sales', id)).done < 5);
    await first.close();
    const { done } = await view('sales', id);
    expect(done).toBeLessThan(60);
    worker();
    expect(await over('sales', id)).toMatchObject({ status: 'done' });
    expect(await rowsOf('handed over')).toEqual(upTo(60));
    await stopAll();
  });

  it('nodes that are killed at any moment lose nothing and do nothing twice', async () => {
    const rows = isDeep ? 2000 : 120;
    const jobs = await Promise.all(
      ['sales', 'sales2', 'admin', 'manager'].flatMap((account) =>
        ['a', 'b'].map(async (letter) => {
          const name = `killed ${account} ${letter}`;
          return { account, name, id: await start(account, { name, rows, pause: 5 }) };
        }),
      ),
    );
    for (let round = 0; round < (isDeep ? 20 : 1); round++) await killNodes(isDeep ? 5 : 3);
    const begun = await company.database.rows("select 1 from counted where name like 'killed%' limit 1");
    expect(begun).toHaveLength(1);
    worker({ leaseSeconds: 1, workers: 8 });
    for (const { account, id, name } of jobs) {
      expect(await over(account, id, 600_000)).toMatchObject({ status: 'done' });
      expect(await rowsOf(name)).toEqual(upTo(rows));
    }
    await stopAll();
  }, 1_800_000);
});

/** Nodes that work side by side, killed one after another. */
async function killNodes(count: number): Promise<void> {
  const nodes = await Promise.all(Array.from({ length: count }, () => startJobProcess(company.database)));
  for (const node of nodes) {
    await new Promise((resolve) => setTimeout(resolve, 50 + Math.random() * 400));
    await killProcess(node);
  }
}
