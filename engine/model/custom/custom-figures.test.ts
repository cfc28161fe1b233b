import { expect, it } from 'vitest';
import type { DatasetDocument, EntityDocument, EntityField } from '../generated/documents.ts';
import { withCustomFigures } from './custom-figures.ts';

const entity = (name: string, fields: readonly EntityField[]): EntityDocument => ({
  ...{ schemaVersion: 2, name, title: name, label: 'name', operations: ['query'] },
  fields: [{ key: 'name', title: '名称', type: 'string' }, ...fields],
});
const hidden = (name: string, more: Partial<EntityField>): EntityDocument => ({
  ...entity(name, []),
  fields: [{ key: 'name', title: '名称', type: 'string', ...more }],
});
const own: readonly EntityField[] = [
  { key: 'xSeat', title: '座区', type: 'enum', dictionary: 'seat' },
  { key: 'xGuide', title: '讲解', type: 'bool' },
  { key: 'xFrom', title: '票亭', type: 'ref', ref: 'booth' },
  { key: 'xVisitor', title: '观众', type: 'ref', ref: 'visitor' },
  { key: 'xAgent', title: '代理', type: 'ref', ref: 'agent' },
  { key: 'xDay', title: '入场日', type: 'date' },
  { key: 'xNote', title: '备注', type: 'string' },
  { key: 'xTip', title: '小费', type: 'money' },
  { key: 'xCard', title: '卡号', type: 'string', mask: 'mobile' },
  { key: 'xWorth', title: '估价', type: 'money', mask: 'mobile' },
];
const entities = new Map(
  [
    entity('ticket', own),
    entity('booth', []),
    hidden('visitor', { mask: 'mobile' }),
    hidden('agent', { secret: true }),
  ].map((one) => [one.name, one]),
);
const sales: DatasetDocument = {
  ...{ schemaVersion: 2, name: 'sales', title: '售票', path: '/v1/report/sales/query', permission: 'ticket:report' },
  ...{ entity: 'ticket', time: 'soldAt', measures: [{ key: 'tickets', title: '票数', aggregate: 'count' }] },
};
const figuresOf = (dataset: DatasetDocument) => {
  const made = withCustomFigures({ entities, datasets: new Map([[dataset.name, dataset]]) }).get(dataset.name);
  const keys = (parts: readonly { readonly key: string }[] = []) => parts.map(({ key }) => key);
  return {
    made,
    ...{ dimensions: keys(made?.dimensions), filters: keys(made?.filters), measures: keys(made?.measures) },
  };
};

it('are choices, references and days to group by and numbers to add up; of what is masked, or named by what is, nothing', () => {
  expect(figuresOf(sales)).toMatchObject({
    dimensions: ['xSeat', 'xGuide', 'xFrom', 'xDay'],
    filters: ['xSeatIn', 'xGuideIn', 'xFromIn'],
    measures: ['tickets', 'xTipSum', 'xTipAverage'],
  });
  const other = { ...sales, entity: 'booth' };
  expect(figuresOf(other).made).toBe(other);
});

it('of what is counted as it stands have nothing to group by; of rows from elsewhere they are empty', () => {
  expect(figuresOf({ ...sales, stock: true })).toMatchObject({
    dimensions: [],
    measures: ['tickets', 'xTipSum', 'xTipAverage'],
  });
  const source = { key: 'gifts', entity: 'gift', time: 'givenAt' };
  const { made } = figuresOf({ ...sales, sources: [source] });
  expect(made?.dimensions?.map(({ fields }) => fields)).toEqual(Array.from({ length: 4 }, () => ({ gifts: null })));
  expect(made?.filters?.map(({ fields }) => fields)).toEqual(Array.from({ length: 3 }, () => ({ gifts: null })));
});

it('take no more than a dataset has room for, and never the place of what was shipped', () => {
  const full = Array.from({ length: 15 }, (_, index) => ({ key: `d${index}`, title: '维', field: 'name' }));
  const shipped = { key: 'xTipSum', title: '随产品发布的', aggregate: 'count' } as const;
  const { dimensions, made } = figuresOf({ ...sales, dimensions: full, measures: [...sales.measures, shipped] });
  expect(dimensions).toEqual([...full.map(({ key }) => key), 'xSeat']);
  expect(made?.measures.filter(({ key }) => key === 'xTipSum')).toEqual([shipped]);
});
