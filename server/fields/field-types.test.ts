import { expect, it } from 'vitest';
import type { EntityField } from '../../engine/model/documents/index.ts';
import { type FieldTypeName, typesWhere } from '../../engine/model/fields/index.ts';
import { serverFieldTypes } from './field-types.ts';

const all = typesWhere(() => true);
const field = (type: FieldTypeName, more: Partial<EntityField> = {}): EntityField => ({
  key: 'f',
  title: '字段',
  type,
  ...more,
});
const byType = (of: (type: FieldTypeName) => unknown) => Object.fromEntries(all.map((type) => [type, of(type)]));

it('stores every type in its column', () => {
  const columns = byType((type) => serverFieldTypes[type].column(field(type, { maxLength: 40 })));
  expect(columns).toEqual({
    ...byType(() => 'character varying(40)'),
    text: 'text',
    html: 'text',
    enum: 'text',
    int: 'integer',
    decimal: 'numeric(12,4)',
    money: 'bigint',
    bool: 'boolean',
    color: 'character varying(7)',
    date: 'date',
    month: 'date',
    datetime: 'timestamp(3) with time zone',
    ref: 'uuid',
    refs: 'uuid[]',
    file: 'uuid',
    image: 'uuid',
    files: 'jsonb',
    images: 'jsonb',
    json: 'jsonb',
  });
});

it('finds rows of an import by the values that are exact, each by its type', () => {
  expect(byType((type) => serverFieldTypes[type].imported.keyType)).toEqual({
    ...byType(() => undefined),
    ...{
      string: 'text',
      text: 'text',
      mobile: 'text',
      idcard: 'text',
      email: 'text',
      url: 'text',
      color: 'text',
      enum: 'text',
    },
    ...{ int: 'bigint', money: 'bigint', date: 'date', month: 'date', ref: 'uuid' },
  });
});

it('writes numbers into tables in the unit people use', () => {
  const cell = (type: FieldTypeName) => serverFieldTypes[type].exported?.(field(type), new Map())(1250);
  expect([cell('int'), cell('decimal'), cell('money')]).toEqual([1250, 1250, 12.5]);
});

it('reads amounts digit by digit, and refuses a third decimal place', () => {
  const read = (text: string) => serverFieldTypes.money.imported.read?.(text, field('money'), new Map());
  expect([read('1,284.5元'), read('¥0.29'), read('-3')]).toEqual([128_450, 29, -300]);
  expect([read('1.005'), read('一百')]).toEqual([undefined, undefined]);
});

it('loads every type in bulk in its own form, and works it out in its own type', () => {
  expect(byType((type) => serverFieldTypes[type].copyForm)).toEqual({
    ...byType(() => 'plain'),
    ...{ enum: 'safe', ref: 'safe', date: 'safe', month: 'safe', int: 'safe', money: 'safe', bool: 'safe' },
    ...{ datetime: 'moment', refs: 'ids', files: 'json', images: 'json', json: 'json' },
  });
  expect(byType((type) => serverFieldTypes[type].cast)).toMatchObject({
    ...{ int: 'numeric', money: 'numeric', decimal: 'numeric', bool: 'boolean' },
    ...{ date: 'date', datetime: 'timestamptz(3)', ref: 'uuid', string: 'text', enum: 'text' },
  });
});

it('takes a telephone number, an identity card and an address of mail for what tells rows apart', () => {
  const telling = all.filter((type) => serverFieldTypes[type].imported.tellsRows === true);
  expect(new Set(telling)).toEqual(new Set(['mobile', 'idcard', 'email']));
});

it('writes a month without its day, and reads it as people and spreadsheets write it', () => {
  const { exported, imported } = serverFieldTypes.month;
  expect(exported?.(field('month'), new Map())('2026-11-01')).toBe('2026-11');
  const read = (text: string) => imported.read?.(text, field('month'), new Map());
  const first = '2026-03-01';
  expect(['2026-03', '2026年3月', '2026/3', '202603', '2026-03-01', '46082'].map(read)).toEqual(Array(6).fill(first));
  // The check of the type then says that it is no month.
  expect([read('2026-03-15'), read('2026-13'), read('三月')]).toEqual(['2026-03-15', undefined, undefined]);
});
