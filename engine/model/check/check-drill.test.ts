import { expect, it } from 'vitest';
import { loadDocuments } from '../load/load-documents.ts';
import { theatre } from './theatre.testing.ts';

const page = (name: string, more: object) => ({
  file: `pages/${name}.json`,
  text: JSON.stringify({ schemaVersion: 2, name, path: `/${name}`, title: name, scope: 'all', ...more }),
});
const list = (name: string, entity: string) =>
  page(name, {
    kind: 'list',
    entity,
    api: { query: `/v1/${entity}/query` },
    columns: [{ key: 'name', field: 'name' }],
  });

/** Faults of a board with one figure that leads somewhere. */
function faultsOf(link: object, measure = 'tickets') {
  const card = { key: 'sold', kind: 'figure', title: '票数', dataset: 'ticket_figures', measure, link };
  const board = page('board', { kind: 'dashboard', cards: [card] });
  const files = theatre.filter(({ file }) => file !== 'menu.json');
  const { documents } = loadDocuments([...files, list('tickets', 'ticket'), list('visits', 'visit'), board]);
  return (documents.pageFaults.get('board') ?? []).flatMap(({ faults }) => faults.map(({ pointer }) => pointer));
}

it('takes a page that lists what was counted, of the source that it names', () => {
  expect(faultsOf({ page: 'tickets' })).toEqual([]);
  expect(faultsOf({ page: 'visits', source: 'visits' }, 'visits')).toEqual([]);
});

it.each([
  ['a page that lists something else', { page: 'visits' }, 'tickets', '/cards/0/link/page'],
  ['a page that is no list', { page: 'board' }, 'tickets', '/cards/0/link/page'],
  ['a source that the dataset does not have', { page: 'visits', source: 'calls' }, 'tickets', '/cards/0/link/source'],
  ['a number of another source', { page: 'tickets' }, 'visits', '/cards/0/link'],
  ['words of before', { page: 'tickets', time: 'soldAt' }, 'tickets', '/cards/0/link/time'],
])('refuses %s', (_, link, measure, pointer) => expect(faultsOf(link, measure)[0]).toBe(pointer));
