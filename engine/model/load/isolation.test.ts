import { expect, it } from 'vitest';
import type { PageDocument } from '../generated/documents.ts';
import { shippedFiles as files, loadShipped } from '../shipped.testing.ts';
import { loadCandidatePage } from './load-documents.ts';

const { documents } = loadShipped();

const [list, panorama, dashboard] = ['alllist', 'allpromotepanoramic', 'businessworkbench'].map((name) => {
  const page = documents.pages.get(name);
  if (page === undefined) throw new TypeError(`no ${name}`);
  return page;
});

const candidate = (page: PageDocument | undefined, change: object) =>
  loadCandidatePage({ file: 'pages/x/x.json', text: JSON.stringify({ ...page, ...change }) }, documents);

it('leaves out a column that cannot be drawn and keeps the others', () => {
  const columns = list?.kind === 'list' ? list.columns : [];
  const { page, nodes, faults } = candidate(list, { columns: columns.with(1, { key: 'wrong', field: 'nowhere' }) });
  expect(page?.kind === 'list' && page.columns.map((column) => column.key)).toEqual(
    columns.toSpliced(1, 1).map((column) => column.key),
  );
  expect(nodes).toEqual([{ at: 'columns/wrong', index: 1, faults: [expect.objectContaining({ got: 'nowhere' })] }]);
  expect(faults).toMatchObject([{ pointer: '/columns/1/field', file: 'pages/x/x.json' }]);
});

it('leaves out a button whose condition is wrong, rather than showing it always', () => {
  const row = list?.kind === 'list' ? (list.row ?? []) : [];
  const first = row[0];
  const { page, nodes } = candidate(list, { row: [{ ...first, visibleWhen: 'record.' }, ...row.slice(1)] });
  expect(page?.kind === 'list' && page.row?.length).toBe(row.length - 1);
  expect(nodes.map((node) => node.at)).toEqual([`row/${first?.key}`]);
});

it('never drops a fixed filter: the page shows its faults instead', () => {
  const { page, nodes } = candidate(list, { filter: { nowhere: 1 } });
  expect(page).toMatchObject({ kind: 'custom', name: list?.name, path: list?.path });
  expect(nodes).toMatchObject([{ at: '' }]);
});

it('drops an optional property that is wrong by itself', () => {
  const { page, nodes } = candidate(list, { pageSize: 7 });
  expect(page).toMatchObject({ kind: 'list' });
  expect(page).not.toHaveProperty('pageSize');
  expect(nodes).toMatchObject([{ at: 'pageSize' }]);
});

it('leaves out what needs a node that is gone', () => {
  const forms = list?.kind === 'list' ? list.forms : {};
  const { page, nodes } = candidate(list, { forms: { ...forms, create: { sections: [] } } });
  expect(nodes.map((node) => node.at)).toEqual(expect.arrayContaining(['forms/create', 'toolbar/add']));
  expect(page?.kind === 'list' && page.columns.length).toBe(list?.kind === 'list' ? list.columns.length : -1);
});

it('leaves out one bad tab of a panorama and one bad card of a dashboard', () => {
  const tabs = panorama?.kind === 'panorama' ? panorama.tabs : [];
  const tab = candidate(panorama, { tabs: [{ ...tabs[0], match: { nowhere: 1 } }, ...tabs.slice(1)] });
  expect(tab.nodes.map((node) => node.at)).toEqual([`tabs/${tabs[0]?.key}`]);
  const cards = dashboard?.kind === 'dashboard' ? dashboard.cards : [];
  const card = candidate(dashboard, { cards: [{ ...cards[0], dataset: 'nothing' }, ...cards.slice(1)] });
  expect(card.nodes.map((node) => node.at)).toEqual([`cards/${cards[0]?.key}`]);
  expect(card.page?.kind === 'dashboard' && card.page.cards.length).toBe(cards.length - 1);
});

it('serves a product with a bad page and refuses one with a bad entity', () => {
  const broken = (name: string) =>
    loadShipped(
      files.map((file) =>
        file.file.endsWith(name) ? { ...file, text: file.text.replace('"title"', '"titel"') } : file,
      ),
    );
  const page = broken(`${list?.name}.json`);
  expect(page.fatal).toEqual([]);
  expect(page.faults.length).toBeGreaterThan(0);
  expect(page.documents.pageFaults.has(list?.name ?? '')).toBe(true);
  expect(broken('entities/pool.json').fatal.length).toBeGreaterThan(0);
});
