import { expect, it } from 'vitest';
import type { EntityDocument } from '../../../engine/model/documents/index.ts';
import { isFixedDictionary } from './dictionary-facts.ts';

const box: EntityDocument = {
  ...{ schemaVersion: 2, name: 'box', title: '盒子', label: 'name', operations: ['query', 'create'] },
  fields: [
    { key: 'name', title: '名称', type: 'string' },
    { key: 'kind', title: '种类', type: 'enum', dictionary: 'box_kind' },
  ],
};
const moved = { field: 'kind', initial: ['open'], transitions: [] };
const [name, kind] = box.fields;

it.each([
  ['people choose', box, 'box_kind', false],
  ['nobody may write', { ...box, fields: [name, { ...kind, readonly: true }] }, 'box_kind', true],
  ['transitions set', { ...box, states: [moved] }, 'box_kind', true],
  ['an entity has that people do not write', { ...box, operations: ['query'] }, 'box_kind', true],
  ['no field has', box, 'box_colour', true],
  ['programs name', { ...box, fields: [name, { ...kind, dictionary: 'holiday_kind' }] }, 'holiday_kind', true],
] as const)('choices that %s are fixed or not', (_, entity, dictionary, isFixed) => {
  const entities = new Map([['box', entity as EntityDocument]]);
  expect(isFixedDictionary(dictionary, { entities })).toBe(isFixed);
});
