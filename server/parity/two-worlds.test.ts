import { describe, expect, it } from 'vitest';
import { apiBase, type DocumentSet } from '../../engine/model/index.ts';
import { Random } from '../db/demo/random.ts';
import { type Material, ValueGenerator } from '../fuzz/generate-value.testing.ts';
import { materialOf, operationsOf } from '../fuzz/material.testing.ts';
import { documentOf } from '../operations/context.ts';
import type { Values } from '../operations/record-store.ts';
import { everyRequest } from '../testing/every-request.ts';
import type { TestApp } from '../testing/test-app.ts';
import type { Role } from './expectations.testing.ts';
import { accountOf } from './people.testing.ts';
import { startTwoWorlds } from './two-worlds.testing.ts';

const isDeep = process.env.TEST_DEPTH === 'deep';
const requests = isDeep ? 5000 : 300;

type Asked = { readonly path: string; readonly body: Values; readonly page?: string };

/** Questions of every kind, in an order that chance decides: each declared one, and as many that are made up. */
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
  return Array.from({ length: count }, (): Asked => {
    if (random.chance(0.6)) return { ...random.pick(every as [Asked, ...Asked[]]), ...pageOf() };
    const operation = asked[random.int(0, asked.length - 1)];
    if (operation === undefined) throw new TypeError('there is nothing to ask');
    return { path: operation.path, body: madeUp(material, random, operation), ...pageOf() };
  });
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

const viewers = isDeep ? (['sales', 'group_leader', 'manager'] as const) : (['sales'] as const);

describe.each(viewers)('to %s', { timeout: 3_600_000 }, (role) => {
  it(`${requests} questions are answered alike in two worlds that differ only in what he may not see`, async () => {
    const { worlds, servedWith, differences } = await startTwoWorlds(role);
    // Nothing is proven by worlds that are the same.
    expect(differences).toBeGreaterThan(100);
    const { differing, withRows } = await compare(worlds, role, await questions(worlds[0], requests, 7));
    expect(differing.slice(0, 5)).toEqual([]);
    expect(withRows).toBeGreaterThan(requests / 10);

    for (const [name, part] of plantings) {
      const planted = await servedWith(without(worlds[0].documents, name, part));
      const plain = [{ path: `${apiBase(documentOf(planted[0].documents, name))}/query`, body: { count: 'exact' } }];
      const seen = await compare(planted, role, plain);
      expect(seen.differing, `${name} without ${part ?? 'access'}`).not.toEqual([]);
      for (const world of planted) await world.close();
    }
    for (const world of worlds) await world.close();
  });
});
