import { describe, expect, it } from 'vitest';
import type { EntityDocument } from '../generated/documents.ts';
import { childRowsRead, pathsRead } from './dependencies.ts';
import { evaluate, type Scope } from './evaluate.ts';
import { type ExpressionLocation, expressionUses } from './expression-use.ts';
import { parseExpression } from './parse.ts';
import { checkExpression } from './types/check-expression.ts';

const line: EntityDocument = {
  schemaVersion: 2,
  name: 'line',
  title: '明细',
  label: 'note',
  operations: [],
  fields: [
    { key: 'orderId', title: '订单', type: 'ref', ref: 'order' },
    { key: 'productId', title: '商品', type: 'ref', ref: 'order' },
    { key: 'note', title: '说明', type: 'string' },
    { key: 'price', title: '单价', type: 'money' },
    { key: 'quantity', title: '数量', type: 'int' },
    { key: 'due', title: '到期', type: 'date' },
    { key: 'mobile', title: '电话', type: 'mobile', mask: 'mobile' },
  ],
};
const order: EntityDocument = {
  ...line,
  name: 'order',
  title: '订单',
  children: [{ key: 'items', title: '明细', entity: 'line', by: 'orderId' }],
};
const environment = {
  entities: new Map([line, order].map((document) => [document.name, document])),
  dictionaries: new Map(),
  record: order,
  formOf: order,
};

function parsed(source: string) {
  const outcome = parseExpression(source);
  if (!outcome.ok) throw new TypeError(`${source}: ${outcome.expectedEn} at ${outcome.offset}`);
  return outcome.expression;
}

const items = [
  { price: 100, quantity: 3, due: '2026-03-02', note: 'a' },
  { price: 250, quantity: 2, due: null, note: 'b' },
  { price: null, quantity: 1, due: '2026-03-01', note: null },
];
const worked = (source: string, scope: Scope = { record: { items, limit: 200 } }) => evaluate(parsed(source), scope);

it.each([
  ['sum(record.items, row.price * row.quantity)', 800],
  ['sum(record.items, row.price * 0.1)', 35],
  ['record.items.sum(row.price)', 350],
  ['count(record.items)', 3],
  ['count(record.items, row.price > 100)', 1],
  ['minOf(record.items, row.price)', 100],
  ['maxOf(record.items, row.price)', 250],
  ['minOf(record.items, row.due)', '2026-03-01'],
  ['maxOf(record.items, row.due)', '2026-03-02'],
  ['any(record.items, row.price > record.limit)', true],
  ['any(record.items, row.price > 300)', null],
  ["all(record.items, row.note == 'a')", false],
  ['all(record.items, row.quantity > 0)', true],
  ['all(record.items, row.price > 0)', null],
  ['sum(record.items, row.note)', null],
  // Nothing is known of rows that nobody has read.
  ['sum(record.others, row.price)', null],
] as const)('works %s out', (source, expected) => {
  expect(worked(source)).toBe(expected);
});

it.each([
  ['sum(record.items, row.price)', 0],
  ['count(record.items)', 0],
  ['minOf(record.items, row.price)', null],
  ['any(record.items, row.price > 0)', false],
  ['all(record.items, row.price > 0)', true],
] as const)('of no rows %s is %s', (source, expected) => {
  expect(worked(source, { record: { items: [] } })).toBe(expected);
});

it('gives each row its own `row`, whatever `row` is outside', () => {
  const scope = { form: { items }, row: { price: 250 } };
  expect(worked('sum(form.items, row.price) - row.price', scope)).toBe(100);
});

describe('the rows an aggregate is given', () => {
  it.each([
    ['what is no list', { items: 'abc' }],
    ['a list of other things', { items: [1, 2] }],
    ['lists of lists', { items: [[], []] }],
    [
      'what throws',
      {
        get items() {
          throw new Error('gone');
        },
      },
    ],
  ])('are missing where they are %s', (_title, record) => {
    expect(worked('count(record.items)', { record })).toBeNull();
  });
});

it('tells what is read: the list as a path, and the paths of its rows', () => {
  const expression = parsed('record.total >= sum(record.items, row.price * row.product.rate) + record.owner.level');
  expect(pathsRead(expression, 'record')).toEqual(['total', 'items', 'owner.level']);
  expect(pathsRead(expression, 'row')).toEqual([]);
  expect(childRowsRead(expression, 'record')).toEqual(new Map([['items', new Set(['price', 'product.rate'])]]));
  expect(childRowsRead(expression, 'form').size).toBe(0);
});

describe('the parser refuses', () => {
  it.each([
    ['a place that is no list of child rows', 'sum(record.order.items, row.price)'],
    ['rows of another root', 'sum(user.items, row.price)'],
    ['no rows', 'sum(1, 2)'],
    ['nothing to add up', 'sum(record.items)'],
    ['more than that', 'sum(record.items, row.price, row.quantity)'],
    ['one within another', 'sum(record.items, sum(record.items, row.price))'],
    ['the macros of the parser', 'record.items.all(row, row.price > 0)'],
  ])('%s', (_title, source) => {
    expect(parseExpression(source).ok).toBe(false);
  });
});

function faultsOf(source: string, place: ExpressionLocation) {
  return checkExpression(source, { ...expressionUses[place], result: 'any' }, environment);
}

it.each([
  ['sum(record.items, row.price * row.quantity) > 0', 'guard'],
  ['sum(record.items, row.product.price) > 0', 'entityRule'],
  ['sum(form.items, row.price) > 0 && row.note == null', 'formWhen'],
  ['sum(record.items, row.price)', 'compute'],
] as const)('takes %s in %s', (source, place) => {
  const row = new Map(line.fields.map((field) => [field.key, field]));
  expect(checkExpression(source, { ...expressionUses[place], result: 'any' }, { ...environment, row })).toEqual([]);
});

it.each([
  ['form.product.price * 2', 'formValue'],
  ['sum(form.items, row.product.price)', 'formValue'],
  ['row.product.price > 0', 'formWhen'],
] as const)('of a form takes %s, read through a reference', (source, place) => {
  const fields = new Map(line.fields.map((field) => [field.key, field]));
  const types = { ...environment, form: fields, row: fields };
  expect(checkExpression(source, { ...expressionUses[place], result: 'any' }, types)).toEqual([]);
  expect(
    checkExpression(source.replace('price', 'prise'), { ...expressionUses[place], result: 'any' }, types),
  ).toMatchObject([{ code: 'E_SCHEMA_UNKNOWN_NAME', nearest: 'price' }]);
  expect(
    checkExpression(source.replace('price', 'mobile'), { ...expressionUses[place], result: 'any' }, types),
  ).not.toEqual([]);
});

it('reads through a reference of a form where there is one, not of what is given to a transition', () => {
  const form = new Map(line.fields.map((field) => [field.key, field]));
  const source = 'form.product.price > 0';
  expect(checkExpression(source, expressionUses.guard, { ...environment, formOf: undefined, form })).toMatchObject([
    { code: 'E_SCHEMA_UNKNOWN_NAME' },
  ]);
});

it.each([
  ['sum(record.itms, row.price)', 'guard', 'itms', 'items'],
  ['sum(record.items, row.prise)', 'guard', 'prise', 'price'],
  ['sum(form.items, row.prise)', 'formValue', 'prise', 'price'],
  ['sum(record.items, row.note)', 'guard', 'row.note (text)', undefined],
  ['sum(record.items, row.mobile)', 'guard', 'row.mobile (masked)', undefined],
  ['any(record.items, row.price)', 'guard', 'row.price (number)', undefined],
  ['minOf(record.items, row.note)', 'guard', 'row.note (text)', undefined],
  // On a page nobody has read the child rows.
  ['count(record.items)', 'visibleWhen', undefined, undefined],
  ['count(record.items)', 'scope', undefined, undefined],
  ['sum(record.items, row.price * record.price)', 'compute', undefined, undefined],
] as const)('finds what is wrong with %s in %s', (source, place, got, nearest) => {
  const [fault, ...more] = faultsOf(source, place);
  expect(more).toEqual([]);
  expect(fault).toMatchObject({ ...(got === undefined ? {} : { got }), ...(nearest === undefined ? {} : { nearest }) });
  expect(fault?.offset).toBeGreaterThanOrEqual(0);
});
