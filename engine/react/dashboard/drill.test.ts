import { describe, expect, it } from 'vitest';
import { libraryEntities, libraryRows, sampleId, visitsDataset } from '../../fixtures/index.ts';
import { addDays, type DatasetDocument, dayOf } from '../../model/index.ts';
import { visitCount, visitFigures } from './dashboard.testing.ts';
import { type Counted, drillParams, type Keys } from './drill.ts';
import type { TreeNode } from './tree-nodes.ts';

const now = new Date().toISOString();
const today = dayOf(now);
const span = { startDate: addDays(today, -20), endDate: addDays(today, -3) };
const trees = new Map([
  [
    'place',
    new Map(
      (libraryRows().place ?? []).map((row): [string, TreeNode] => [
        row.id,
        { id: row.id, label: String(row.name), parent: typeof row.parentId === 'string' ? row.parentId : null },
      ]),
    ),
  ],
]);
const counted: Counted = {
  dataset: visitsDataset,
  span,
  filters: {},
  entities: new Map(libraryEntities.map((entity) => [entity.name, entity])),
  trees,
  now,
};
const link = { page: 'visitlist', time: 'visitedAt' };

function whereOf(keys: Keys, more: Partial<Counted> = {}, to = link as Parameters<typeof drillParams>[0]): unknown {
  const params = drillParams(to, keys, { ...counted, ...more });
  return params === undefined ? undefined : JSON.parse(params.where ?? '[]');
}

describe('a number opens exactly the rows behind it', () => {
  it.each([['branch'], ['category'], ['province'], ['age'], ['day']])('by %s', async (dimension) => {
    const { rows } = await visitFigures({ ...span, dimensions: [dimension], measures: ['visits'] });
    const filled = rows.filter((row) => Number(row.visits) > 0);
    expect(filled.length).toBeGreaterThan(2);
    for (const row of filled) expect(await visitCount(whereOf(row.keys))).toBe(row.visits);
  });

  it('by two dimensions, under a filter and below a node of a tree', async () => {
    const filters = { branchIds: [sampleId('branch', 0)], placeIds: [sampleId('place', 0)] };
    const answer = await visitFigures({ ...span, ...filters, dimensions: ['category', 'age'], measures: ['visits'] });
    expect(answer.rows.length).toBeGreaterThan(2);
    for (const row of answer.rows) expect(await visitCount(whereOf(row.keys, { filters }))).toBe(row.visits);
    expect(await visitCount(whereOf({}, { filters }))).toBe(answer.total.visits);
  });

  it('by a dimension that the list has elsewhere', () => {
    const to = { page: 'books', time: 'lentAt', dimension: 'keeper.branchId' };
    expect(whereOf({ branch: 'b1' }, {}, to)).toContainEqual({ field: 'keeper.branchId', op: 'eq', value: 'b1' });
  });
});

describe('a period in the address of a list', () => {
  it('has the name a list knows, else its first and last moment in Shanghai', () => {
    expect(whereOf({}, { span: 'thisWeek' })).toEqual([{ field: 'visitedAt', op: 'within', value: 'thisWeek' }]);
    expect(whereOf({}, { span: { startDate: '2026-11-01', endDate: '2026-11-02' } })).toEqual([
      { field: 'visitedAt', op: 'between', value: ['2026-10-31T16:00:00.000Z', '2026-11-02T15:59:59.999Z'] },
    ]);
  });

  it('is one hour of one day', () => {
    const day = { startDate: '2026-11-01', endDate: '2026-11-01' };
    expect(whereOf({ hour: '09' }, { span: day })).toEqual([
      { field: 'visitedAt', op: 'between', value: ['2026-11-01T01:00:00.000Z', '2026-11-01T01:59:59.999Z'] },
    ]);
  });
});

describe('no link where a list cannot be told the rows', () => {
  it('of the ninth hour of several days', () => expect(whereOf({ hour: '09' })).toBeUndefined());
  it('of values in no band', () => expect(whereOf({ age: '*' })).toBeUndefined());
  it('of a day, when the list has no time', () => {
    expect(whereOf({ day: today }, {}, { page: 'visitlist', dimension: 'branchId' })).toBeUndefined();
  });
  it('of another entity, when a filter or a second dimension is only known here', () => {
    const to = { page: 'books', time: 'lentAt', dimension: 'branchId' };
    expect(whereOf({ branch: 'b1', category: 'history' }, {}, to)).toBeUndefined();
    expect(whereOf({}, { filters: { categories: ['history'] } }, to)).toBeUndefined();
  });
  it('of a node the reader does not see', () => {
    expect(whereOf({}, { filters: { placeIds: ['gone'] } })).toBeUndefined();
  });
});

describe('a dimension summed up by level', () => {
  const dataset: DatasetDocument = {
    ...visitsDataset,
    dimensions: [{ key: 'room', title: '馆区', field: 'placeId', level: 1 }],
  };

  it('means the node and all below it', () => {
    const [condition] = (whereOf({ room: sampleId('place', 0) }, { dataset }) as { value: string[] }[]).slice(1);
    expect(condition?.value).toHaveLength(8);
    expect(condition?.value).toContain(sampleId('place', 2));
  });
});
