import { expect, it } from 'vitest';
import { theatre } from '../check/theatre.testing.ts';
import type { EntityField } from '../generated/documents.ts';
import { loadDocuments } from '../load/load-documents.ts';
import { titleWithUnit, unitSign } from './units.ts';

const talk: EntityField = { key: 'talk', title: '通话时长', type: 'int', unit: 'seconds' };

it('tells above bare numbers what they count, once', () => {
  expect(titleWithUnit(talk)).toBe('通话时长（秒）');
  expect(titleWithUnit(talk, '时长')).toBe('时长（秒）');
  expect(titleWithUnit(talk, '时长（秒）')).toBe('时长（秒）');
  expect(titleWithUnit({ key: 'rate', title: '进度', type: 'decimal', unit: 'percent' })).toBe('进度（%）');
  expect(titleWithUnit({ key: 'price', title: '金额', type: 'money' })).toBe('金额');
});

it('tells beside a number what it counts', () => {
  expect(unitSign(talk)).toBe('秒');
  expect(unitSign({ key: 'price', title: '金额', type: 'money' })).toBe('元');
  expect(unitSign({ key: 'count', title: '数量', type: 'int' })).toBeUndefined();
});

it.each([
  ['int', 'seconds', []],
  ['int', 'minutes', []],
  ['decimal', 'percent', []],
  ['int', 'percent', []],
  ['decimal', 'seconds', ['E_SCHEMA_CONFLICT /fields/1/unit']],
  ['money', 'percent', ['E_SCHEMA_CONFLICT /fields/1/unit']],
  ['string', 'minutes', ['E_SCHEMA_CONFLICT /fields/1/unit']],
])('a field of %s in %s: %j', (type, unit, expected) => {
  const actor = {
    ...{ schemaVersion: 2, name: 'actor', title: '演员', label: 'name', operations: ['query'] },
    fields: [
      { key: 'name', title: '名称', type: 'string' },
      { key: 'figure', title: '数', type, unit },
    ],
  };
  const files = [...theatre.filter((document) => document.file !== 'menu.json')];
  const { faults } = loadDocuments([...files, { file: 'entities/actor.json', text: JSON.stringify(actor) }]);
  expect(faults.map(({ pointer, code }) => `${code} ${pointer}`)).toEqual(expected);
});
