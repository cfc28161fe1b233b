import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entityModel, maxRelations } from '../../engine/model/entity/index.ts';
import { systemCaller } from '../kernel/caller/caller.ts';
import { modelOf } from '../kernel/operation/context.ts';
import { heavyCost, maxCost } from '../records/plan/query-cost.ts';
import { SelectPlan } from '../records/plan/select-plan.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

// What one request may ask of the database is bounded, and so is how much of the dearest runs at a time.
let company: TestApp;

beforeAll(async () => {
  company = await startTestApp();
});

afterAll(() => company.close());

type Refused = { readonly error: { readonly code: string; readonly faults?: readonly Record<string, string>[] } };
const query = '/v1/customer/query';
const refusal = async (path: string, body: Record<string, unknown>) =>
  (await company.call<Refused>('admin', path, body)).data.error;

describe('a path', () => {
  const deep = (relations: number, last: string) =>
    [
      ...Array.from({ length: relations }, (_, at) => (at % 2 === 0 ? 'owner' : 'department')).slice(0, 1),
      ...rest(relations - 1),
      last,
    ].join('.');
  const rest = (count: number) => Array.from({ length: count }, (_, at) => (at % 2 === 0 ? 'department' : 'leader'));

  it('of a request leads through as many relations as one of a document', () => {
    const file = path.resolve(import.meta.dirname, '../../engine/meta/common.schema.json');
    const fieldPath = new RegExp(JSON.parse(readFileSync(file, 'utf8')).$defs.fieldPath.pattern);
    expect(fieldPath.test(deep(maxRelations, 'name'))).toBe(true);
    expect(fieldPath.test(deep(maxRelations + 1, 'name'))).toBe(false);
  });

  it.each([1, 2, maxRelations])('through %d relations is answered', async (relations) => {
    expect((await company.call('admin', query, { fields: [deep(relations, 'name')] })).code).toBe('0');
  });

  const where = (field: string) => ({ where: { and: [{ field, op: 'eq', value: 'a' }] } });
  const exported = { format: 'csv', reason: '核对' };
  const doors: readonly (readonly [string, (path: string) => Record<string, unknown>, string])[] = [
    [query, (path) => ({ fields: ['name', path] }), '/fields/1'],
    [query, (path) => ({ sort: [`-${path}`] }), '/sort/0'],
    [query, where, '/where/and/0/field'],
    ['/v1/customer/group', (path) => ({ by: path.replace(/name$/, 'id') }), '/by'],
    ['/v1/customer/group', (path) => ({ by: 'stage', sums: [path.replace(/name$/, 'version')] }), '/sums/0'],
    ['/v1/customer/group', (path) => ({ by: 'stage', ...where(path) }), '/where/and/0/field'],
    ['/v1/customer/export', (path) => ({ columns: ['name', { path }], ...exported }), '/columns/1'],
    ['/v1/customer/export', (path) => ({ sort: [path], ...exported }), '/sort/0'],
    ['/v1/customer/export', (path) => ({ ...where(path), ...exported }), '/where/and/0/field'],
  ];

  it.each(doors)('through more is refused where it stands: %s %s', async (path, body, pointer) => {
    for (const relations of [maxRelations + 1, 41, 4000]) {
      const { code, faults } = await refusal(path, body(deep(relations, 'name')));
      expect({ code, faults }).toMatchObject({ code: 'E_INPUT_INVALID', faults: [{ pointer }] });
      expect(faults?.[0]?.expected).toContain(`至多经过 ${maxRelations} 层关联`);
    }
  });

  it('of a row asked by its id is bound as well', async () => {
    const { faults } = await refusal('/v1/customer/view', { id: crypto.randomUUID(), fields: [deep(5, 'name')] });
    expect(faults).toMatchObject([{ pointer: '/fields/0' }]);
  });

  it('of a column told by what its row is called may not lead there either', async () => {
    const columns = [`${deep(maxRelations, 'leaderId')}`];
    expect((await refusal('/v1/customer/export', { columns, ...exported })).faults).toMatchObject([
      { pointer: '/columns/0' },
    ]);
  });
});

/** Paths to ids, through as many relations as there may be. */
function farPaths(entity: string, before: readonly string[] = []): readonly string[] {
  if (before.length === maxRelations) return [[...before, 'id'].join('.')];
  const { relations } = entityModel(modelOf(company.documents, entity).document);
  return [...relations.values()].flatMap((relation) =>
    relation.many ? [] : farPaths(relation.entity, [...before, relation.name]),
  );
}

/** What rows with these paths cost the administrator. */
function costOf(entity: string, paths: readonly string[]): number {
  // Nothing else is asked of a call where paths are only looked up.
  const context = { documents: company.documents, caller: systemCaller, now: new Date().toISOString() } as never;
  const plan = new SelectPlan(context, modelOf(company.documents, entity));
  for (const path of paths) plan.column(path);
  return plan.cost.spent;
}

describe('a query', () => {
  it('of any list of ours, with all columns in sight, is far from heavy', () => {
    const lists = [...company.documents.pages.values()].flatMap((page) => (page.kind === 'list' ? [page] : []));
    const costs = lists.map(({ name, entity, columns }) => ({
      name,
      cost: costOf(
        entity,
        columns.map(({ field }) => field),
      ),
    }));
    expect(costs.filter(({ cost }) => cost > heavyCost * 0.6)).toEqual([]);
  });

  it.each([
    ['/fields/', (paths: readonly string[]) => [query, { fields: paths }] as const],
    ['/columns/', (paths: readonly string[]) => ['/v1/customer/export', { columns: paths.slice(0, 100) }] as const],
    [
      '/where/and/',
      (paths: readonly string[]) => {
        const and = paths.slice(0, 90).map((field) => ({ field, op: 'notNull' }));
        return [query, { where: { and } }] as const;
      },
    ],
  ])('of too many relations is refused with its place: %s', async (pointer, of) => {
    const [path, body] = of(farPaths('customer').slice(0, 200));
    const { faults } = await refusal(path, body);
    expect(faults).toMatchObject([{ code: 'E_INPUT_COST', expected: String(maxCost) }]);
    // Not at the first: at the one with which it became too much.
    expect(faults?.[0]?.pointer).toMatch(new RegExp(`^${pointer}[1-9]\\d$`));
  });

  it('counts what is asked in several places together', async () => {
    const far = farPaths('customer');
    const half = (paths: readonly string[]) => costOf('customer', paths) <= maxCost * 0.6;
    const fields = far.slice(0, most(far, half));
    const others = far.toReversed();
    const where = { and: others.slice(0, most(others, half)).map((field) => ({ field, op: 'notNull' })) };
    expect((await company.call('admin', query, { fields })).code).toBe('0');
    expect((await company.call('admin', query, { fields: ['id'], where })).code).toBe('0');
    expect((await refusal(query, { fields, where })).faults).toMatchObject([{ code: 'E_INPUT_COST' }]);
  });

  it.each([
    ['a field it is compared with', { field: 'createdAt', op: 'lt', than: 'updatedAt' }],
    ['the department it was done for', { field: 'ownerId', op: 'reached', value: 'ownerDeptId' }],
  ])('counts in a condition %s too', async (_, condition) => {
    const far = farPaths('customer');
    const fields = far.slice(
      0,
      most(far, (paths) => costOf('customer', paths) <= maxCost / 2),
    );
    const where = (one: object) => ({ and: Array.from({ length: 99 }, () => one) });
    const plain = where({ field: 'createdAt', op: 'notNull' });
    expect((await company.call('admin', query, { fields, where: plain })).code).toBe('0');
    const { faults } = await refusal(query, { fields, where: where(condition) });
    expect(faults).toMatchObject([{ code: 'E_INPUT_COST' }]);
  });

  it('that is as dear as may be leaves the database to others, however many come', { timeout: 120_000 }, async () => {
    const far = farPaths('customer');
    const dearest = far.slice(
      0,
      most(far, (paths) => costOf('customer', paths) <= maxCost),
    );
    const quiet = await others(Promise.resolve());
    const attack = Array.from({ length: 40 }, (_, at) =>
      company.call<Refused>('admin', query, {
        fields: [...dearest, ...dearest.slice(0, 1)],
        ...marked,
        size: 100 + at,
      }),
    );
    const attacked = await others(Promise.all(attack));
    const answers = await Promise.all(attack);
    const refused = answers.filter(({ code }) => code !== '0').map(({ data }) => data.error.code);
    expect(new Set(refused)).toEqual(new Set(['E_OVERLOADED']));
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(3);
    expect(attacked.dearSessions).toBeGreaterThan(0);
    expect(attacked.dearSessions).toBeLessThanOrEqual(3);
    expect(attacked.median, `quiet ${quiet.median} ms`).toBeLessThan(Math.max(300, quiet.median * 8));
  });
});

/** The largest number of items from the beginning for which it holds. */
function most<Item>(items: readonly Item[], holds: (some: readonly Item[]) => boolean): number {
  let count = 0;
  while (count < items.length && holds(items.slice(0, count + 1))) count += 1;
  return count;
}

/** An order that nothing else asks for, and how it stands in the statement. */
const marked = { sort: ['name'] };
const markInStatement = '"t"."name" as "k0"';

/**
 * Asks for something small until the work is over: how long the median took, and how many sessions of the database were at
 * marked queries at most meanwhile. What else the node does is not counted.
 */
async function others(work: Promise<unknown>): Promise<{ readonly median: number; readonly dearSessions: number }> {
  const waits: number[] = [];
  let dearSessions = 0;
  let isOver = false;
  const over = work.finally(() => (isOver = true));
  do {
    const begin = performance.now();
    await company.call('sales', query, { size: 10 });
    waits.push(performance.now() - begin);
    dearSessions = Math.max(dearSessions, await sessionsAtMarked());
  } while (!isOver || waits.length < 20);
  await over;
  waits.sort((a, b) => a - b);
  return { median: Math.round(waits[Math.floor(waits.length / 2)] ?? 0), dearSessions };
}

async function sessionsAtMarked(): Promise<number> {
  const rows = await company.database.rows(
    `select query from pg_stat_activity where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`,
  );
  return rows.filter(({ query }) => String(query).includes(markInStatement)).length;
}
