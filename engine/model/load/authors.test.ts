import { expect, it } from 'vitest';
import { entityModel } from '../entity/entity-model.ts';
import { loadDocuments } from './load-documents.ts';

const file = (name: string, over: object = {}) => ({
  file: `entities/${name}.json`,
  text: JSON.stringify({
    schemaVersion: 2,
    name,
    title: name,
    label: 'name',
    operations: ['query'],
    fields: [{ key: 'name', title: '名称', type: 'string' }],
    ...over,
  }),
});

it('makes authors of the entity that holds people, for every entity', () => {
  const { documents, faults } = loadDocuments([file('thing'), file('member', { people: true })]);
  expect(faults).toEqual([]);
  for (const entity of documents.entities.values())
    expect(entityModel(entity).relations.get('createdByRef')).toMatchObject({ entity: 'member' });
});

it('leaves authors plain ids where nobody is declared', () => {
  const { documents } = loadDocuments([file('thing')]);
  const [thing] = documents.entities.values();
  expect(thing === undefined ? undefined : [...entityModel(thing).relations]).toEqual([]);
});

it('refuses a second entity of people', () => {
  const { fatal } = loadDocuments([file('member', { people: true }), file('person', { people: true })]);
  expect(fatal).toMatchObject([{ file: 'entities/person.json', pointer: '/people', code: 'E_SCHEMA_DUPLICATE' }]);
});
