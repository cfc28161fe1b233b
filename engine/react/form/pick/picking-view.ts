import type { ColumnView, ListView, TreeFilterView } from '../../../model/view/index.ts';
import type { Where } from '../../../model/wire/index.ts';

/** The list as rows are picked from it: found as ever, with nothing to open, change, group or take out. */
export function pickingView(view: ListView, where: readonly Where[], reads: readonly string[]): ListView {
  const { exportApi, groupApi, aside, page, ...list } = view;
  const { move, ...api } = page.api;
  const displays = view.displays.filter(({ kind }) => kind === 'table' || kind === 'tree');
  return {
    ...list,
    page: { ...page, api },
    columns: view.columns.map(plainColumn),
    ...{ toolbar: [], row: [], bulk: [], figures: [], imports: [] },
    displays: displays.length === 0 ? [{ key: 'table', kind: 'table' }] : displays,
    tabs: view.tabs.filter((tab) => tab.page === undefined),
    fields: [...new Set([...view.fields, ...reads])],
    ...(aside === undefined ? {} : { aside: plainTree(aside) }),
    where,
  };
}

function plainColumn(column: ColumnView): ColumnView {
  const { link, linkId, edit, dial, ...plain } = column;
  return plain;
}

function plainTree(aside: TreeFilterView): TreeFilterView {
  const { moveApi, ...plain } = aside;
  return { ...plain, toolbar: [], row: [] };
}
