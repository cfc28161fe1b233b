import { describe, expect, it } from 'vitest';
import type { DocumentSet } from '../../engine/model/documents/index.ts';
import { apiBase } from '../../engine/model/naming/index.ts';
import { Random } from '../demo/crm/values/random.ts';
import { type Material, ValueGenerator } from '../fuzz/generate-value.testing.ts';
import { materialOf, operationsOf } from '../fuzz/material.testing.ts';
import { documentOf } from '../kernel/operation/context.ts';
import type { Values } from '../kernel/operation/record-store.ts';
import { everyRequest } from '../testing/every-request.ts';
import { startJobWorker } from '../testing/job-worker.ts';
import { csvRows, downloaded } from '../testing/read-export.ts';
import type { TestApp } from '../testing/test-app.ts';
import type { Role } from './expectations.testing.ts';
import { accountOf } from './people.testing.ts';
import { countedRows, startTwoWorlds } from './two-worlds.testing.ts';

const isDeep = process.env.TEST_DEPTH === 'deep';
const requests = isDeep ? 5000 : 300;

type Asked = { readonly path: string; readonly body: Values; readonly page?: string };

/**
 * Questions of every kind: each list, group and report once with all its fields, those of related rows among them; after
 * that in an order that chance decides, declared ones and such that are made up.
 */
async function questions(world: TestApp, count: number, seed: number): Promise<readonly Asked[]> {
  const random = new Random(seed);
  const { operations, reads, parts } = await operationsOf(world);
  const material = await materialOf(world, parts);
  const pages = [...world.documents.pages.keys()];
  const ids = (entity: string) => material.of.get(entity)?.ids ?? [];
  const isAsked = (path: string) => reads.has(path) && !path.endsWith('/check') && !unlike.has(path);
  const every = everyRequest(world.documents, ids, '13850501099').filter(({ path }) => isAsked(path));
  const asked = operations.filter(({ path, method, takes }) => isAsked(path) && method === 'POST' && takes === 'json');
  const pageOf = () => (random.chance(0.3) ? { page: pages[random.int(0, pages.length - 1)] ?? '' } : {});
  const once = [...new Map([...every].reverse().map((one) => [one.path, one])).values()];
  const further = Array.from({ length: Math.max(0, count - once.length) }, (): Asked => {
    if (random.chance(0.6)) return { ...random.pick(every as [Asked, ...Asked[]]), ...pageOf() };
    const operation = asked[random.int(0, asked.length - 1)];
    if (operation === undefined) throw new TypeError('there is nothing to ask');
    return { path: operation.path, body: madeUp(material, random, operation), ...pageOf() };
  });
  return [...once, ...further];
}

type Told = Awaited<ReturnType<typeof operationsOf>>['operations'][number];

function madeUp(material: Material, random: Random, { input, scope }: Told): Values {
  const made = new ValueGenerator(material, random, random.chance(0.7) ? 0 : 0.02, scope).value(input);
  return typeof made === 'object' && made !== null && !Array.isArray(made) ? { ...made } : {};
}

/** Answers that say nothing of rows and differ by the moment or never end. */
const unlike = new Set([
  '/v1/sys/event/stream',
  '/v1/common/server/time/format/query',
  '/v1/sys/openapi/view',
  '/v1/sys/session/my/query',
]);

/** Which questions the two worlds answer otherwise, and how many were answered with rows. */
async function compare([one, other]: readonly [TestApp, TestApp], role: Role, asked: readonly Asked[]) {
  const differing: string[] = [];
  let withRows = 0;
  for (const { path, body, page } of asked) {
    const headers = page === undefined ? {} : { 'x-app-page': page };
    const first = textOf(await one.call(accountOf(role), path, body, headers));
    const second = textOf(await other.call(accountOf(role), path, body, headers));
    if (first.startsWith('{"code":"0"') && !first.includes('"list":[]')) withRows += 1;
    if (first !== second)
      differing.push(`${path} ${JSON.stringify(body)} ${page ?? ''}\n${first}\n${second}`.slice(0, 900));
  }
  return { differing, withRows };
}

/** Numbers and moments: what a log tells of the exports themselves is drawn anew in each world. */
const drawn = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f-]{21}|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g;

/** When a file was made, as its last line says. */
const taken = /导出时间：[^　]+/;

/** Columns of one file: all that an order may have, those of related rows among them, cost more than one query may. */
const maxColumns = 10;

/** Every export there is, of every column it may have, in as many files as that takes. */
function everyExport(world: TestApp): readonly Asked[] {
  return everyRequest(world.documents, () => [], '13850501099')
    .filter(({ path }) => path.endsWith('/export'))
    .flatMap((one): readonly Asked[] => {
      const { columns } = one.body;
      if (!Array.isArray(columns) || columns.length <= maxColumns) return [one];
      const starts = Array.from({ length: Math.ceil(columns.length / maxColumns) }, (_, part) => part * maxColumns);
      return starts.map((at) => ({ ...one, body: { ...one.body, columns: columns.slice(at, at + maxColumns) } }));
    });
}

/** The files a user takes out of a world, by path; the rows in an order that does not depend on when they were made. */
async function filesOf(world: TestApp, role: Role, asked: readonly Asked[]): Promise<ReadonlyMap<string, string>> {
  const worker = startJobWorker(world.documents, world.database, { pollEvery: 20 });
  const files = new Map<string, string>();
  const account = accountOf(role);
  for (const [place, { path, body }] of asked.entries()) {
    const file = `${place} ${path}`;
    const started = await world.call(account, path, body);
    files.set(file, textOf(started.code === '0' ? { total: started.data.total } : started));
    if (started.code !== '0') continue;
    const job = await ended(world, account, String(started.data.jobId));
    const rows = csvRows(await downloaded(world, account, String(job.fileId)));
    const content = rows.map((row) => row.join(',')).join('\n');
    files.set(file, (path.includes('/log/') ? content.replace(drawn, '') : content).replace(taken, ''));
  }
  expect(worker.faults).toEqual([]);
  await worker.close();
  return files;
}

async function ended(world: TestApp, account: string, id: string): Promise<Values> {
  for (;;) {
    const { data } = await world.call(account, '/v1/background/job/view', { id });
    if (data.status === 'done') return data;
    if (!['pending', 'running'].includes(String(data.status))) throw new TypeError(JSON.stringify(data));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Which exports hold otherwise in the two worlds, and how many hold rows. */
async function compareExports(worlds: readonly [TestApp, TestApp], role: Role, asked: readonly Asked[]) {
  const [first, second] = [await filesOf(worlds[0], role, asked), await filesOf(worlds[1], role, asked)];
  const differing = [...first].flatMap(([path, text]) => {
    const [lines, others] = [text.split('\n'), (second.get(path) ?? '').split('\n')];
    const at = lines.length === others.length ? lines.findIndex((line, index) => line !== others[index]) : 0;
    return at < 0 ? [] : [`${path} ${lines.length} ${others.length}\n${lines[at]}\n${others[at]}`.slice(0, 2000)];
  });
  return { differing, withRows: [...first.values()].filter((text) => text.includes('\n')).length };
}

/** An answer without what is its own: the number of the request. */
function textOf(answer: unknown): string {
  return JSON.stringify(answer).replace(/"requestId":"[^"]*"/g, '');
}

/** Shipped documents without what says whose rows of an entity are, or of which project. */
function without(documents: DocumentSet, name: string, part?: 'project'): DocumentSet {
  const entity = documents.entities.get(name);
  if (entity === undefined) throw new TypeError(`no entity ${name}`);
  const { access: { project: _, ...rest } = {}, ...bare } = entity;
  const other = part === 'project' ? { ...bare, access: rest } : bare;
  return { ...documents, entities: new Map(documents.entities).set(name, other) };
}

/** Guards that are taken away one by one, and what is asked to see it. */
const plantings = [
  ['customer', undefined],
  ['customer', 'project'],
  ['lead', undefined],
  ['lead', 'project'],
  ['opportunity', undefined],
  ['follow_up', undefined],
  ['call_record', undefined],
  ['owner_record', undefined],
  ['sales_order', undefined],
  ['sales_order', 'project'],
  ['performance_ledger', undefined],
  ['work_order', undefined],
  ['points_account', undefined],
  ['exchange_record', undefined],
] as const;

/** Whether both are operations of one entity. */
const isBeside = (one: string, other: string) =>
  one.slice(0, one.lastIndexOf('/')) === other.slice(0, other.lastIndexOf('/'));

/** All of them in a deep run, else every third: each is served by two servers of its own. */
const planted = isDeep ? plantings : plantings.filter((_, place) => place % 3 === 0);

const viewers = isDeep ? (['sales', 'group_leader', 'manager'] as const) : (['sales'] as const);

describe.each(viewers)('to %s', { timeout: 3_600_000 }, (role) => {
  it(`${requests} questions are answered alike in two worlds that differ only in what he may not see`, async () => {
    const { worlds, servedWith, differences } = await startTwoWorlds(role);
    // Nothing is proven by worlds that are the same.
    expect(differences).toBeGreaterThan(100);
    const { differing, withRows } = await compare(worlds, role, await questions(worlds[0], requests, 7));
    expect(differing.slice(0, 5)).toEqual([]);
    expect(withRows).toBeGreaterThan(requests / 10);
    const whole = await compareExports(worlds, role, everyExport(worlds[0]));
    expect(whole.differing).toEqual([]);
    expect(whole.withRows).toBeGreaterThan(4);

    for (const [name, part] of planted) {
      const bare = await servedWith(without(worlds[0].documents, name, part));
      const plain = [{ path: `${apiBase(documentOf(bare[0].documents, name))}/query`, body: { count: 'exact' } }];
      const seen = await compare(bare, role, plain);
      expect(seen.differing, `${name} without ${part ?? 'access'}`).not.toEqual([]);
      const exported = everyExport(bare[0]).filter(({ path }) => plain.some((one) => isBeside(one.path, path)));
      const files = await compareExports(bare, role, exported);
      expect(files.differing.length, `export of ${name} without ${part ?? 'access'}`).toBe(exported.length);
      for (const world of bare) await world.close();
    }
    // A number counted over rows tells of them as their list does.
    for (const { entity, counted } of countedRows(worlds[0].documents)) {
      const planted = await servedWith(without(worlds[0].documents, counted));
      const plain = [{ path: `${apiBase(documentOf(planted[0].documents, entity))}/query`, body: { size: 200 } }];
      const seen = await compare(planted, role, plain);
      expect(seen.differing, `${entity} counting ${counted} without access`).not.toEqual([]);
      for (const world of planted) await world.close();
    }
    for (const world of worlds) await world.close();
  });
});
