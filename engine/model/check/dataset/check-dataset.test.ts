import { expect, it } from 'vitest';
import type { Fault } from '../../faults/fault.ts';
import { loadDocuments } from '../../load/load-documents.ts';
import { theatre } from '../theatre.testing.ts';

const file = 'datasets/ticket_figures.json';

type Json = Record<string, unknown>;
type Document = Json & Record<'dimensions' | 'filters' | 'measures' | 'sources', (Json & { key: string })[]>;

/** Faults of a dataset of two sources after a change. */
function faultsOf(change: (document: Document) => void): readonly Fault[] {
  const files = theatre.map((known) => {
    if (known.file !== file) return known;
    const document: Document = JSON.parse(known.text);
    change(document);
    return { ...known, text: JSON.stringify(document) };
  });
  return loadDocuments(files).faults.filter((fault) => fault.file === file);
}

const one = (list: Document['measures'], key: string): Json => {
  const found = list.find((item) => item.key === key);
  if (found === undefined) throw new TypeError(`no ${key}`);
  return found;
};
const measure = (change: (measures: Document['measures']) => void) => (document: Document) => change(document.measures);
const added = (values: Json) => measure((measures) => measures.push({ key: 'added', title: '新增', ...values }));
const dimension = (values: Json) => (document: Document) =>
  document.dimensions.push({ key: 'added', title: '新增', ...values });

// What only the main source has.
const nowhere = { visits: null };

it('finds nothing wrong with what is right', () => {
  expect(faultsOf(() => undefined)).toEqual([]);
});

it.each<[string, (document: Document) => void, string]>([
  ['an entity it does not know', (document) => (document.entity = 'tiket'), '/entity'],
  ['a time that is none', (document) => (document.time = 'venueId'), '/time'],
  [
    'a time of another source that is none',
    ({ sources }) => (one(sources, 'visits').time = 'placeId'),
    '/sources/0/time',
  ],
  [
    'a source named like the main one',
    ({ sources }) => sources.push({ key: 'main', entity: 'visit', time: 'on' }),
    '/sources/1/key',
  ],
  [
    'a condition on an unknown field',
    ({ sources }) => (one(sources, 'visits').where = 'record.placeIds == null'),
    '/sources/0/where',
  ],
  [
    'a credit that is no reference',
    ({ sources }) => (one(sources, 'visits').credit = { owner: 'on', department: 'placeId' }),
    '/sources/0/credit/owner',
  ],
  ['a permission of no entity', (document) => (document.permission = 'figures:query'), '/permission'],
  ['a dimension of nothing', dimension({}), '/dimensions/2'],
  [
    'a dimension named like a measure',
    (document) => (document.dimensions[0] = { key: 'tickets', title: '票', bucket: 'day' }),
    '/dimensions/0/key',
  ],
  ['a dimension cut in two ways', dimension({ field: 'createdAt', bucket: 'day', level: 2 }), '/dimensions/2'],
  [
    'a time without a bucket',
    (document) => Object.assign(one(document.dimensions, 'venue'), { field: 'createdAt', fields: nowhere }),
    '/dimensions/0/field',
  ],
  [
    'a bucket of what is no time',
    (document) => Object.assign(one(document.dimensions, 'venue'), { bucket: 'day', fields: nowhere }),
    '/dimensions/0/field',
  ],
  [
    'a level of what is no tree',
    (document) => Object.assign(one(document.dimensions, 'venue'), { field: 'guestId', level: 1, fields: nowhere }),
    '/dimensions/0/field',
  ],
  [
    'bands of a text',
    dimension({ field: 'kind', fields: nowhere, bands: [{ key: 'a', title: '甲', from: 1 }] }),
    '/dimensions/2/field',
  ],
  [
    'bands that overlap',
    dimension({
      field: 'price',
      fields: nowhere,
      bands: [
        { key: 'a', title: '甲', to: 5 },
        { key: 'b', title: '乙', from: 4 },
      ],
    }),
    '/dimensions/2/bands/1',
  ],
  [
    'a band without room',
    dimension({ field: 'price', fields: nowhere, bands: [{ key: 'a', title: '甲', from: 5, to: 5 }] }),
    '/dimensions/2/bands/0',
  ],
  [
    'a dimension one source does not have',
    dimension({ field: 'venueId', fields: { visits: 'plcaeId' } }),
    '/dimensions/2/fields/visits',
  ],
  [
    'a dimension of different things',
    dimension({ field: 'venueId', fields: { visits: 'guestId' } }),
    '/dimensions/2/fields/visits',
  ],
  [
    'a source that is not there',
    dimension({ field: 'venueId', fields: { visits: 'placeId', calls: 'placeId' } }),
    '/dimensions/2/fields/calls',
  ],
  ['a masked dimension', dimension({ field: 'guest.mobile', fields: nowhere }), '/dimensions/2/field'],
  [
    'a filter named like a part of the request',
    ({ filters }) => filters.push({ key: 'top', title: '前几', field: 'kind', fields: nowhere }),
    '/filters/2/key',
  ],
  [
    'a filter by a masked field',
    ({ filters }) => filters.push({ key: 'mobiles', title: '手机号', field: 'guest.mobile', fields: nowhere }),
    '/filters/2/field',
  ],
  ['a filter that a source lacks', ({ filters }) => (one(filters, 'venueIds').fields = {}), '/filters/0/field'],
  ['a measure of nothing', added({}), '/measures/3'],
  ['a measure of two things', added({ aggregate: 'count', share: 'tickets' }), '/measures/3'],
  ['a sum of nothing', added({ aggregate: 'sum' }), '/measures/3'],
  ['a sum of what is no number', added({ aggregate: 'sum', field: 'venueId' }), '/measures/3/field'],
  ['a count of a field', added({ aggregate: 'count', field: 'venueId' }), '/measures/3/field'],
  ['a count of a masked field', added({ aggregate: 'countDistinct', field: 'guest.mobile' }), '/measures/3/field'],
  ['a source it does not know', added({ aggregate: 'count', source: 'order' }), '/measures/3/source'],
  ['a cohort by what is no time', added({ aggregate: 'count', time: 'guest.name' }), '/measures/3/time'],
  ['a condition of a measure that is none', added({ aggregate: 'count', where: 'record.price' }), '/measures/3/where'],
  ['a ratio to nothing known', added({ ratio: { of: 'tickets', to: 'guests' } }), '/measures/3/ratio/to'],
  ['a rank of nothing known', added({ rank: { by: 'tickets', next: ['score'] } }), '/measures/3/rank/next/0'],
  ['a condition of a ratio', added({ ratio: { of: 'tickets', to: 'tickets' }, where: 'true' }), '/measures/3/where'],
  ['a sum of measures it does not know', added({ compute: 'row.income + row.paid' }), '/measures/3/compute'],
  ['a comparison where a number belongs', added({ compute: 'row.income > row.tickets' }), '/measures/3/compute'],
  ['a measure made of itself', added({ share: 'added' }), '/measures/3'],
  ['a measure named like a part of a row', added({ aggregate: 'count', key: 'names' }), '/measures/3/key'],
  ['two measures of one name', added({ aggregate: 'count', key: 'tickets' }), '/measures/3/key'],
  [
    'a time that cuts what there is now',
    ({ sources }) => (one(sources, 'visits').stock = true),
    '/dimensions/1/fields',
  ],
  [
    'a time of what there is now',
    (document) => {
      one(document.sources, 'visits').stock = true;
      added({ aggregate: 'count', source: 'visits', time: 'on' })(document);
    },
    '/measures/3/time',
  ],
  ['a default dimension it does not have', (document) => (document.by = ['town']), '/by/0'],
  ['a default order it does not have', (document) => (document.sort = ['-profit']), '/sort/0'],
])('tells where there is %s', (_, change, pointer) => {
  const faults = faultsOf(change);
  expect(faults.map((fault) => fault.pointer)).toContain(pointer);
  for (const fault of faults) expect(fault.expected, JSON.stringify(fault)).toBeTruthy();
});

it('tells a ring of measures at each of them', () => {
  const ring = measure((measures) =>
    measures.push(
      { key: 'first', title: '甲', share: 'second' },
      { key: 'second', title: '乙', compute: 'row.first * 2' },
    ),
  );
  expect(faultsOf(ring).map((fault) => fault.pointer)).toEqual(['/measures/3', '/measures/4']);
});

it('refuses the path of another call', () => {
  const twice = faultsOf((document) => (document.path = '/v1/visit/query'));
  expect(twice.map((fault) => fault.code)).toContain('E_SCHEMA_DUPLICATE');
});
