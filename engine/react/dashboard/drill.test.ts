import { describe, expect, it } from 'vitest';
import { libraryEntities, libraryRows, sampleId, visitsDataset } from '../../fixtures/index.ts';
import type { DatasetDocument, DrillDown } from '../../model/documents/index.ts';
import { type Counted, drillParams, type Keys, type TreeNode } from '../../model/drill/index.ts';
import { addDays, dayOf } from '../../model/time/index.ts';
import { visitCount, visitFigures } from './dashboard.testing.ts';

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
  days: span,
  filters: {},
  entities: new Map(libraryEntities.map((entity) => [entity.name, entity])),
  trees,
  scope: 'all',
  now,
};
const link: DrillDown = { page: 'visitlist' };

function whereOf(keys: Keys, more: Partial<Counted> = {}, measure = 'visits', to = link): unknown {
  const params = drillParams(to, { measure, keys }, { ...counted, ...more });
  return params === undefined ? undefined : JSON.parse(params.where ?? '[]');
}

describe('a number opens exactly the rows behind it', () => {
  it.each([['branch'], ['category'], ['province'], ['age'], ['day']])('by %s', async (dimension) => {
    const { rows } = await visitFigures({ ...span, dimensions: [dimension], measures: ['visits', 'borrowed'] });
    const filled = rows.filter((row) => Number(row.visits) > 0);
    expect(filled.length).toBeGreaterThan(2);
    for (const row of filled) {
      expect(await visitCount(whereOf(row.keys))).toBe(row.visits);
      expect(await visitCount(whereOf(row.keys, {}, 'borrowed'))).toBe(row.borrowed);
    }
  });

  it('by two dimensions, under a filter and below a node of a tree', async () => {
    const filters = { branchIds: [sampleId('branch', 0)], placeIds: [sampleId('place', 0)] };
    const answer = await visitFigures({ ...span, ...filters, dimensions: ['category', 'age'], measures: ['visits'] });
    expect(answer.rows.length).toBeGreaterThan(2);
    for (const row of answer.rows) expect(await visitCount(whereOf(row.keys, { filters }))).toBe(row.visits);
    expect(await visitCount(whereOf({}, { filters }))).toBe(answer.total.visits);
  });
});

describe('a period in the address of a list', () => {
  it('has the name a list knows, else its first and last moment in Shanghai', () => {
    expect(whereOf({}, { days: 'thisWeek' })).toEqual([{ field: 'visitedAt', op: 'within', value: 'thisWeek' }]);
    expect(whereOf({}, { days: { startDate: '2026-11-01', endDate: '2026-11-02' } })).toEqual([
      { field: 'visitedAt', op: 'between', value: ['2026-10-31T16:00:00.000Z', '2026-11-02T15:59:59.999Z'] },
    ]);
  });

  it('is one hour of one day', () => {
    const day = { startDate: '2026-11-01', endDate: '2026-11-01' };
    expect(whereOf({ hour: '09' }, { days: day })).toEqual([
      { field: 'visitedAt', op: 'between', value: ['2026-11-01T01:00:00.000Z', '2026-11-01T01:59:59.999Z'] },
    ]);
  });
});

it('is of no period where what there is just now was counted', () => {
  expect(whereOf({}, { dataset: { ...visitsDataset, stock: true } })).toEqual([]);
});

it('says what is past by the moment it is followed, of moments and not of days', () => {
  const entities = new Map(counted.entities);
  const visit = entities.get('visit');
  if (visit === undefined) throw new TypeError('no visits');
  const joinedOn = { key: 'joinedOn', title: '入会日期', type: 'date' as const };
  entities.set('visit', { ...visit, fields: [...visit.fields, joinedOn] });
  const counting = (where: string) => {
    const measures = [{ key: 'visits', title: '到馆', aggregate: 'count' as const, where }];
    return whereOf({}, { dataset: { ...visitsDataset, stock: true, measures }, entities });
  };
  expect(counting('record.visitedAt < now')).toEqual([{ field: 'visitedAt', op: 'within', value: 'overdue' }]);
  expect(counting('record.joinedOn != null')).toEqual([{ field: 'joinedOn', op: 'notNull' }]);
  expect(counting('record.joinedOn < now')).toBeUndefined();
});

describe('no link where a list cannot be told the rows', () => {
  it('of the ninth hour of several days', () => expect(whereOf({ hour: '09' })).toBeUndefined());
  it('of values in no band', () => expect(whereOf({ age: '*' })).toBeUndefined());
  it.each(['readers', 'lendRate', 'place'])('of %s, which no number of rows is', (measure) => {
    expect(whereOf({}, {}, measure)).toBeUndefined();
  });
  it('of another source than the list shows', () => {
    expect(whereOf({}, {}, 'visits', { ...link, source: 'loans' })).toBeUndefined();
  });
  it('of a node the reader does not see', () => {
    expect(whereOf({}, { filters: { placeIds: ['gone'] } })).toBeUndefined();
  });
  it('of what is counted by two fields being the same', () => {
    const measures = [
      { key: 'visits', title: '到馆', aggregate: 'count' as const, where: 'record.age == record.minutes' },
    ];
    expect(whereOf({}, { dataset: { ...visitsDataset, measures } })).toBeUndefined();
  });
});

describe('work credited to somebody', () => {
  const dataset: DatasetDocument = { ...visitsDataset, credit: { owner: 'staffId', department: 'branchId' } };

  it("is the reader's own on a page of his own, and elsewhere as far as the server says that he reaches", () => {
    expect(whereOf({}, { dataset, scope: 'mine' })).toContainEqual({ field: 'staffId', op: 'eq', value: '@me' });
    expect(whereOf({}, { dataset })).toContainEqual({ field: 'staffId', op: 'reached', value: 'branchId' });
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
