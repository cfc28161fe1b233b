import { expect, it } from 'vitest';
import type { FieldShape } from '../../model/documents/index.ts';
import type { ViewContext } from '../../model/view/index.ts';
import { shapeText } from './shape-text.ts';

const context: ViewContext = {
  entities: new Map(),
  dictionaries: new Map(),
  datasets: new Map(),
  operations: new Map(),
  faults: [],
  creates: [],
};
const subject: FieldShape['fields'][number] = { key: 'name', title: '科目', type: 'string' };
const hours: FieldShape['fields'][number] = { key: 'hours', title: '学时', type: 'int' };

it.each<readonly [string, FieldShape, unknown, string]>([
  [
    'keys by their titles',
    { list: true, fields: [subject, hours] },
    [{ name: '民法', hours: 2 }, { name: '商法' }],
    '科目：民法，学时：2；科目：商法',
  ],
  [
    'what is under the only key by itself',
    { list: true, fields: [subject] },
    [{ name: '民法' }, { name: '商法' }],
    '民法、商法',
  ],
  ['nothing', { list: true, fields: [subject] }, [], '—'],
])('writes %s', (_, shape, value, text) => {
  expect(shapeText(shape, value, context)).toBe(text);
});
