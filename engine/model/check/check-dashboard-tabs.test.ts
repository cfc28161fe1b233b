import { expect, it } from 'vitest';
import { loadDocuments } from '../load/load-documents.ts';
import { theatre } from './theatre.testing.ts';

const board = (name: string, more: object) => ({
  file: `pages/${name}.json`,
  text: JSON.stringify({
    schemaVersion: 2,
    name,
    path: `/${name}`,
    title: name,
    kind: 'dashboard',
    scope: 'all',
    cards: [{ key: 'sold', kind: 'figure', title: '票数', dataset: 'ticket_figures', measure: 'tickets' }],
    ...more,
  }),
});
const list = {
  file: 'pages/tickets.json',
  text: JSON.stringify({
    schemaVersion: 2,
    name: 'tickets',
    path: '/tickets',
    title: '票',
    kind: 'list',
    entity: 'ticket',
    scope: 'all',
    api: { query: '/v1/ticket/query' },
    columns: [{ key: 'name', field: 'name' }],
  }),
};

/** Where the tabs of a dashboard are at fault. */
function faultsOf(tabs: readonly object[]) {
  const files = theatre.filter(({ file }) => file !== 'menu.json');
  const tabbed = board('tabbed', { tabs: [{ key: 'today', title: '今天', page: 'today' }] });
  const { documents } = loadDocuments([...files, list, board('today', {}), tabbed, board('home', { tabs })]);
  return (documents.pageFaults.get('home') ?? []).flatMap(({ faults }) => faults.map(({ pointer }) => pointer));
}

it('takes other dashboards as tabs', () => {
  expect(faultsOf([{ key: 'today', title: '今天', page: 'today' }])).toEqual([]);
});

it.each([
  ['a page that is not there', [{ key: 'a', title: '甲', page: 'nowhere' }], '/tabs/0/page'],
  ['a page that is no dashboard', [{ key: 'a', title: '甲', page: 'tickets' }], '/tabs/0/page'],
  ['a dashboard with tabs of its own', [{ key: 'a', title: '甲', page: 'tabbed' }], '/tabs/0/page'],
  ['itself', [{ key: 'a', title: '甲', page: 'home' }], '/tabs/0/page'],
  [
    'two tabs of one key',
    [
      { key: 'a', title: '甲', page: 'today' },
      { key: 'a', title: '乙', page: 'today' },
    ],
    '/tabs/1/key',
  ],
])('refuses %s', (_, tabs, pointer) => expect(faultsOf(tabs)).toContain(pointer));

/** Where a card that shows the rows of a list is at fault. */
function faultsOfCard(page: string, more: object = {}) {
  const files = theatre.filter(({ file }) => file !== 'menu.json');
  const rows = {
    entity: 'ticket',
    permission: 'ticket:query',
    api: '/v1/ticket/query',
    columns: [{ key: 'name', field: 'name' }],
    ...more,
  };
  const card = { key: 'rows', kind: 'list', title: '票', ...rows, page };
  const { documents } = loadDocuments([...files, list, board('today', {}), board('home', { cards: [card] })]);
  return (documents.pageFaults.get('home') ?? []).flatMap(({ faults }) => faults.map(({ pointer }) => pointer));
}

it('takes a list of the same rows for a card, and refuses what is none', () => {
  expect(faultsOfCard('tickets')).toEqual([]);
  expect(faultsOfCard('today')).toContain('/cards/0/page');
  expect(faultsOfCard('nowhere')).toContain('/cards/0/page');
  expect(faultsOfCard('tickets', { row: ['melt'] })).toEqual(['/cards/0/row/0']);
  expect(faultsOfCard('today', { row: ['melt'] })).toContain('/cards/0/row');
});
