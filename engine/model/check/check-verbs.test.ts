import { expect, it } from 'vitest';
import { loadDocuments } from '../load/load-documents.ts';
import { pageDependencies } from '../view/page/page-dependencies.ts';
import { theatre } from './theatre.testing.ts';

const enabled = { key: 'enabled', title: '启用', type: 'bool', required: true };
const mobile = { key: 'mobile', title: '手机号', type: 'mobile', mask: 'mobile' };
const file = (folder: string, document: { readonly name: string }) => ({
  file: `${folder}/${document.name}.json`,
  text: JSON.stringify({ schemaVersion: 2, ...document }),
});
const actor = (operations: readonly string[], fields: readonly object[] = [], more: object = {}) => ({
  ...file('entities', {
    name: 'actor',
    ...{ title: '演员', label: 'name', operations, ...more },
    ...{ fields: [{ key: 'name', title: '名称', type: 'string' }, ...fields] },
  }),
});
const page = (permission: string) =>
  file('pages', {
    name: 'actors',
    ...{ path: '/actors', title: '演员', kind: 'list', entity: 'actor', scope: 'all' },
    ...{ api: { query: '/v1/actor/query' }, columns: ['name', 'mobile'].map((field) => ({ key: field, field })) },
    ...{
      row: [{ key: 'off', title: '停用', permission, api: '/v1/actor/status/modify', values: { enabled: 'false' } }],
    },
  });
const base = theatre.filter((document) => document.file !== 'menu.json');
const load = (...files: readonly ReturnType<typeof file>[]) => loadDocuments([...base, ...files]);
const faultsOf = (...files: readonly ReturnType<typeof file>[]) =>
  load(...files).faults.map(({ pointer, code }) => `${code} ${pointer}`);

it.each([
  ['status without a switch', actor(['query', 'status']), 1],
  ['status by a switch that may be empty', actor(['query', 'status'], [{ ...enabled, required: false }]), 1],
  ['status by what is no switch', actor(['query', 'status'], [{ ...enabled, type: 'string' }]), 1],
  ['reveal without a mask', actor(['query', 'reveal']), 1],
  ['reveal of a secret alone', actor(['query', 'reveal'], [{ ...mobile, secret: true }]), 1],
  ['move without a tree', actor(['query', 'move']), 1],
  ['check without a unique field', actor(['query', 'check']), 1],
  ['restoring what is never deleted', actor(['restore'], [], { appendOnly: true }), 0],
  ['switching what never changes', actor(['status'], [enabled], { appendOnly: true }), 0],
])('refuses %s', (_, entity, place) => {
  expect(faultsOf(entity)).toEqual([`E_SCHEMA_CONFLICT /operations/${place}`]);
});

it('takes either of the two keys of a button that enables or disables, and no third', () => {
  const entity = actor(['query', 'status', 'reveal'], [enabled, mobile]);
  for (const key of ['actor:enable', 'actor:disable']) expect(faultsOf(entity, page(key))).toEqual([]);
  expect(load(entity, page('actor:edit')).documents.pageFaults.get('actors')).toMatchObject([
    { at: 'row/off', faults: [{ code: 'E_SCHEMA_PERMISSION', expected: 'actor:enable / actor:disable' }] },
  ]);
});

it('lets a page that shows a masked field have it revealed, where the entity opens that', () => {
  const operationsOf = (operations: readonly string[]) => {
    const { documents } = load(actor(operations, [enabled, mobile]), page('actor:enable'));
    const shown = documents.pages.get('actors');
    return shown === undefined ? [] : [...pageDependencies(shown, documents).operations].sort();
  };
  const listed = ['/v1/actor/query', '/v1/actor/status/modify'];
  expect(operationsOf(['query', 'status', 'reveal', 'history'])).toEqual([
    '/v1/actor/query',
    '/v1/actor/reveal',
    listed[1],
  ]);
  expect(operationsOf(['query', 'status'])).toEqual(listed);
});
