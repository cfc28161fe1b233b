import { expect, it } from 'vitest';
import { theatre } from '../../check/theatre.testing.ts';
import { loadDocuments } from '../../load/load-documents.ts';
import { createForms } from './create-forms.ts';

const actor = {
  ...{ schemaVersion: 2, name: 'actor', title: '演员', label: 'name', operations: ['query', 'create'] },
  fields: [
    { key: 'name', title: '名称', type: 'string' },
    { key: 'teacherId', title: '师傅', type: 'ref', ref: 'actor' },
    { key: 'venueId', title: '场馆', type: 'ref', ref: 'venue' },
  ],
};

function page(name: string, fields: readonly unknown[]) {
  return {
    ...{ schemaVersion: 2, name, path: `/${name}`, title: name, kind: 'form', entity: 'actor', scope: 'all' },
    ...{ permission: 'actor:add', api: { submit: '/v1/actor/create' }, form: { sections: [{ key: 'base', fields }] } },
  };
}

function load(...pages: readonly { readonly name: string }[]) {
  return loadDocuments([
    ...theatre.filter(({ file }) => file !== 'menu.json'),
    { file: 'entities/actor.json', text: JSON.stringify(actor) },
    ...pages.map((document) => ({ file: `pages/${document.name}.json`, text: JSON.stringify(document) })),
  ]);
}

const reader = { grants: new Set(['actor:add']), mayOpen: () => true };

it('offers the only form there is without being told, and none of several', () => {
  const one = load(page('one', ['name'])).documents;
  expect(createForms(['actor', 'venue'], reader, one)).toEqual([{ entity: 'actor', page: 'one', only: true }]);
  const two = load(page('one', ['name']), page('two', ['name'])).documents;
  expect(createForms(['actor'], reader, two).map(({ only }) => only)).toEqual([false, false]);
});

it('offers nothing to whom the page or the permission is missing', () => {
  const { documents } = load(page('one', ['name']));
  expect(createForms(['actor'], { ...reader, grants: new Set() }, documents)).toEqual([]);
  expect(createForms(['actor'], { ...reader, mayOpen: () => false }, documents)).toEqual([]);
});

it('takes no form of a page that was made in the app: the one of the product stays the only one', () => {
  const { documents } = load(page('one', ['name']), page('own', ['name']));
  const made = { names: new Set(['own']), left: [] };
  expect(createForms(['actor'], reader, { ...documents, made })).toEqual([
    { entity: 'actor', page: 'one', only: true },
  ]);
});

it.each([
  ['an unknown page', { key: 'teacherId', create: 'nowhere' }, 'E_SCHEMA_UNKNOWN_NAME'],
  ['a page without such a form', { key: 'venueId', create: 'one' }, 'E_SCHEMA_CONFLICT'],
  ['a field that refers to nothing', { key: 'name', create: false }, 'E_SCHEMA_CONFLICT'],
])('refuses %s', (_, field, code) => {
  expect(load(page('one', [field])).faults).toMatchObject([{ code }]);
});

it('takes the page that is named, and the word that no form is wanted', () => {
  expect(
    load(
      page('one', [
        { key: 'teacherId', create: 'one' },
        { key: 'venueId', create: false },
      ]),
    ).faults,
  ).toEqual([]);
});
