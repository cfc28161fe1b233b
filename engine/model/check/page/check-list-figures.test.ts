import { expect, it } from 'vitest';
import { loadDocuments } from '../../load/load-documents.ts';
import { theatre } from '../theatre.testing.ts';

const files = theatre.filter(({ file }) => file !== 'menu.json');

/** A list of rows with one number above it. */
const list = (name: string, figure: object, entity = 'ticket') => ({
  file: `pages/${name}.json`,
  text: JSON.stringify({
    schemaVersion: 2,
    name,
    path: `/${name}`,
    title: name,
    kind: 'list',
    scope: 'all',
    entity,
    api: { query: `/v1/${entity}/query` },
    columns: [{ key: 'name', field: 'name' }],
    figures: [{ key: 'sold', kind: 'figure', title: '票数', dataset: 'ticket_figures', measure: 'tickets', ...figure }],
  }),
});

/** Where the first of the lists has faults. */
function faultsOf(...[first, ...others]: readonly [ReturnType<typeof list>, ...ReturnType<typeof list>[]]) {
  const { documents } = loadDocuments([...files, first, ...others]);
  const name = first.file.replace(/^pages\/|\.json$/g, '');
  return (documents.pageFaults.get(name) ?? []).flatMap(({ faults }) => faults.map(({ pointer }) => pointer));
}

it('takes a number of the rows listed, which leads to some of them', () => {
  expect(faultsOf(list('tickets', {}))).toEqual([]);
  expect(faultsOf(list('tickets', { link: { page: 'tickets' } }))).toEqual([]);
});

it('refuses a number of other rows, and a link to another list', () => {
  expect(faultsOf(list('tickets', { measure: 'visits' }))).toEqual(['/figures/0/measure']);
  expect(faultsOf(list('visits', {}, 'visit'))).toEqual(['/figures/0/measure']);
  expect(faultsOf(list('few', { link: { page: 'tickets' } }), list('tickets', {}))).toEqual(['/figures/0/link/page']);
});
