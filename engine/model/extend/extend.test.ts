import '../all-texts/all-texts.testing.ts';
import { describe, expect, it } from 'vitest';
import { loadDocuments } from '../load/load-documents.ts';
import { extendDocument, ownPointer } from './extend.ts';

const base = {
  schemaVersion: 2,
  name: 'all',
  columns: [
    { key: 'name', field: 'name', width: 120 },
    { key: 'owner', field: 'owner.name' },
  ],
  sort: ['-createdAt'],
  api: { query: '/v1/thing/query' },
};

it('changes an item by its key and puts new items at the end', () => {
  const { document } = extendDocument(base, {
    schemaVersion: 2,
    name: 'mine',
    extends: 'all',
    columns: [
      { key: 'level', field: 'level' },
      { key: 'name', width: 90 },
    ],
  });
  expect(document).toEqual({
    schemaVersion: 2,
    name: 'mine',
    columns: [
      { key: 'name', field: 'name', width: 90 },
      { key: 'owner', field: 'owner.name' },
      { key: 'level', field: 'level' },
    ],
    sort: ['-createdAt'],
    api: { query: '/v1/thing/query' },
  });
});

it('puts a new item after the one it is written after', () => {
  const { document } = extendDocument(base, {
    columns: [{ key: 'name' }, { key: 'level', field: 'level' }, { key: 'city', field: 'city' }, 'owner', 'last'],
  });
  expect(document.columns).toEqual([
    { key: 'name', field: 'name', width: 120 },
    { key: 'level', field: 'level' },
    { key: 'city', field: 'city' },
    { key: 'owner', field: 'owner.name' },
    'last',
  ]);
});

it('replaces an array of plain values as a whole', () => {
  expect(extendDocument(base, { sort: ['name'] }).document.sort).toEqual(['name']);
});

it('leaves out what omit names and tells the nearest name of what is not there', () => {
  const { document, faults } = extendDocument(base, { omit: ['columns/owner', 'columns/nam', 'api/query'] });
  expect(document.columns).toEqual([{ key: 'name', field: 'name', width: 120 }]);
  expect(document.api).toEqual({});
  expect(faults).toEqual([
    expect.objectContaining({ code: 'E_SCHEMA_UNKNOWN_NAME', pointer: '/omit/1', nearest: 'columns/name' }),
  ]);
});

it('says where a place of the merged document was written', () => {
  const own = { extends: 'all', columns: [{ key: 'level', field: 'levl' }] };
  const { document } = extendDocument(base, own);
  expect(ownPointer(own, document, '/columns/2/field')).toBe('/columns/0/field');
  expect(ownPointer(own, document, '/columns/0/field')).toBe('/extends');
  expect(ownPointer(own, document, '/columns/2/missing')).toBe('/columns/0/missing');
});

const thing = {
  schemaVersion: 2,
  name: 'thing',
  title: '物品',
  label: 'name',
  operations: ['query'],
  fields: [{ key: 'name', title: '名称', type: 'string', maxLength: 20 }],
};
const things = {
  schemaVersion: 2,
  name: 'things',
  path: '/things',
  title: '物品',
  kind: 'list',
  entity: 'thing',
  scope: 'all',
  api: { query: '/v1/thing/query' },
  columns: [{ key: 'name', field: 'name' }],
};
const file = (name: string, json: object) => ({ file: name, text: JSON.stringify(json) });

it('lets a page start from another one, also through a third', () => {
  const { documents, faults } = loadDocuments([
    file('entities/thing.json', thing),
    file('pages/a/things.json', things),
    file('pages/a/more.json', { schemaVersion: 2, name: 'more', path: '/more', title: '更多', extends: 'things' }),
    file('pages/a/most.json', {
      schemaVersion: 2,
      name: 'most',
      path: '/most',
      title: '最多',
      extends: 'more',
      columns: [{ key: 'name', width: 200 }],
    }),
  ]);
  expect(faults).toEqual([]);
  expect(documents.pages.get('most')).toMatchObject({ columns: [{ key: 'name', field: 'name', width: 200 }] });
});

it('tells an unknown base with the nearest name, and a circle', () => {
  const page = (name: string, base_: string) =>
    file(`pages/a/${name}.json`, { ...things, name, path: `/${name}`, extends: base_ });
  const { faults } = loadDocuments([
    file('entities/thing.json', thing),
    page('one', 'two'),
    page('two', 'one'),
    page('three', 'onee'),
  ]);
  expect(faults).toContainEqual(
    expect.objectContaining({ file: 'pages/a/three.json', pointer: '/extends', nearest: 'one' }),
  );
  expect(faults.some((fault) => fault.expectedEn === 'no cycle of extends')).toBe(true);
});

it('lays a product document over the platform document of the same name, which keeps its fields', () => {
  const own = {
    schemaVersion: 2,
    name: 'thing',
    extends: 'thing',
    fields: [
      { key: 'name', maxLength: 40 },
      { key: 'size', title: '大小', type: 'int' },
    ],
  };
  const options = { base: [file('entities/thing.json', thing)] };
  const right = loadDocuments([file('entities/thing.json', own)], options);
  expect(right.faults).toEqual([]);
  expect(right.documents.entities.get('thing')?.fields).toMatchObject([
    { key: 'name', type: 'string', maxLength: 40 },
    { key: 'size' },
  ]);
  const retyped = { ...own, fields: [{ key: 'name', type: 'int' }] };
  expect(loadDocuments([file('entities/thing.json', retyped)], options).fatal).toContainEqual(
    expect.objectContaining({ file: 'entities/thing.json', pointer: '/fields', got: 'int' }),
  );
  expect(loadDocuments([file('entities/thing.json', { ...thing, title: '物' })], options).fatal).toContainEqual(
    expect.objectContaining({ code: 'E_SCHEMA_DUPLICATE', got: 'thing' }),
  );
});

describe('a form of another page', () => {
  const page = (name: string, forms: object) =>
    file(`pages/a/${name}.json`, { ...things, name, path: `/${name}`, title: name, forms });
  const filled = { sections: [{ key: 'base', fields: [{ key: 'name', help: '写全名' }] }] };

  it('is started from, also through a third page, and both ways', () => {
    const { documents, faults } = loadDocuments([
      file('entities/thing.json', thing),
      page('one', { edit: { extends: 'two/add', title: '编辑' } }),
      page('two', { add: { extends: 'three/base', layout: 'modal' }, other: { extends: 'one/edit' } }),
      page('three', { base: filled }),
    ]);
    expect(faults).toEqual([]);
    const forms = (name: string) => {
      const found = documents.pages.get(name);
      return found?.kind === 'list' ? found.forms : undefined;
    };
    expect(forms('one')?.edit).toEqual({ entity: 'thing', ...filled, layout: 'modal', title: '编辑' });
    expect(forms('two')?.other).toEqual(forms('one')?.edit);
  });

  it('is told of where it is not there or goes in a circle, and what is wrong in it where it was written', () => {
    const { faults } = loadDocuments([
      file('entities/thing.json', thing),
      page('one', { edit: { extends: 'two/ad' }, add: { extends: 'twoo/add' }, self: { extends: 'one/self' } }),
      page('two', { add: { extends: 'three/base' } }),
      page('three', { base: { sections: [{ key: 'base', fields: ['nme'] }] } }),
    ]);
    const told = (name: string, place: string) =>
      faults.find(({ file: found, pointer }) => found === `pages/a/${name}.json` && pointer === place);
    expect(told('one', '/forms/edit/extends')).toMatchObject({ got: 'two/ad', nearest: 'two/add' });
    expect(told('one', '/forms/add/extends')).toMatchObject({ nearest: 'two/add' });
    expect(told('one', '/forms/self/extends')).toMatchObject({ expectedEn: 'no cycle of extends' });
    // Told once, where it was written.
    expect(told('two', '/forms/add/extends')).toBeUndefined();
    expect(told('three', '/forms/base/sections/0/fields/0')).toMatchObject({ got: 'nme' });
  });
});
