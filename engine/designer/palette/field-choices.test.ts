import { expect, it } from 'vitest';
import { libraryEntities } from '../../fixtures/index.ts';
import type { EntityDocument } from '../../model/documents/index.ts';
import { fieldChoices, flatChoices } from './field-choices.ts';

const entities = new Map(libraryEntities.map((entity) => [entity.name, entity]));

function pathsOf(name: string, of: ReadonlyMap<string, EntityDocument> = entities): readonly string[] {
  const entity = of.get(name);
  return entity === undefined ? [] : flatChoices(fieldChoices(entity, of)).map(({ path }) => path);
}

it('offers fields of an entity, of what it refers to, and of what that refers to, no deeper', () => {
  const paths = pathsOf('loan');
  expect(paths).toEqual(expect.arrayContaining(['readerName', 'book.title', 'book.branch.name']));
  expect(paths.filter((path) => path.split('.').length > 3)).toEqual([]);
});

it('never offers what is secret, wherever it stands', () => {
  const branch = entities.get('branch');
  if (branch === undefined) throw new TypeError('no branch');
  const secret = {
    ...branch,
    fields: [...branch.fields, { key: 'safe', title: '密码', type: 'string', secret: true }],
  };
  const paths = pathsOf('loan', new Map([...entities, ['branch', secret as EntityDocument]]));
  expect(paths).toContain('book.branch.name');
  expect(paths.filter((path) => path.endsWith('safe'))).toEqual([]);
});

it('puts what an entity is about before what every entity has', () => {
  const paths = pathsOf('branch').filter((path) => !path.includes('.'));
  expect(paths.indexOf('name')).toBeLessThan(paths.indexOf('createdAt'));
});
