import { expect, it } from 'vitest';
import { loadDocuments } from '../load/load-documents.ts';

const file = (name: string, json: object) => ({ file: name, text: JSON.stringify(json) });
const document = (name: string, fields: readonly object[], more: object = {}) => ({
  ...{ schemaVersion: 2, name, title: name, label: 'name', operations: ['query', 'create'] },
  fields: [{ key: 'name', title: '名称', type: 'string' }, ...fields],
  ...more,
});
const money = (key: string) => ({ key, title: key, type: 'money' });

/** The circles told of a form with child rows. */
function circles(fields: readonly unknown[]) {
  const order = document('order', [money('total'), money('share')], {
    children: [{ key: 'items', title: '明细', entity: 'line', by: 'orderId' }],
  });
  const owner = { key: 'orderId', title: '订单', type: 'ref', ref: 'order' };
  const line = document('line', [owner, money('price'), money('amount'), money('part')]);
  const page = {
    ...{
      schemaVersion: 2,
      name: 'orders',
      path: '/orders',
      title: '订单',
      kind: 'list',
      entity: 'order',
      scope: 'all',
    },
    api: { query: '/v1/order/query' },
    columns: [{ key: 'name', field: 'name' }],
    forms: { edit: { sections: [{ key: 'base', fields }] } },
  };
  const { faults } = loadDocuments([
    file('entities/order.json', order),
    file('entities/line.json', line),
    file('pages/orders.json', page),
  ]);
  return faults.map(({ pointer, got }) => `${pointer} ${got}`);
}

const total = { key: 'total', compute: 'sum(form.items, row.amount)' };

it('lets a form sum up its child rows, and these take a share of the sum', () => {
  const cells = [
    'price',
    { key: 'amount', compute: 'row.price * 2' },
    { key: 'part', compute: 'row.amount / form.total' },
  ];
  expect(circles([total, { key: 'items', fields: cells }])).toEqual([]);
});

it('finds a sum that waits for itself through a cell', () => {
  const cells = ['price', { key: 'amount', compute: 'row.price + form.share' }];
  const share = { key: 'share', compute: 'form.total / 2' };
  expect(circles([share, total, { key: 'items', fields: cells }])).toEqual([
    '/forms/edit/sections/0/fields/0/compute share → total → items.amount → share',
  ]);
});

it('finds cells that wait for each other in their row', () => {
  const cells = [
    { key: 'amount', compute: 'row.part * 2' },
    { key: 'part', visibleWhen: 'row.amount > 0' },
  ];
  expect(circles([{ key: 'items', fields: cells }])).toEqual([
    '/forms/edit/sections/0/fields/0/fields/0/compute items.amount → items.part → items.amount',
  ]);
});
