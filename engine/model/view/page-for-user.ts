import type { DocumentSet } from '../documents.ts';
import type { Card, PageAction, PageDocument, PanoramaTab } from '../generated/documents.ts';
import { type Grants, isGranted } from '../permissions.ts';

/** What decides how much of a page a user sees. */
export type PageReader = {
  readonly grants: Grants;
  /** Whether the user may open another page, for tabs that show one. */
  readonly mayOpen: (page: string) => boolean;
};

/** The page as a user may see it: actions, tabs, cards and operations without permission are gone. */
export function pageForUser(page: PageDocument, reader: PageReader, documents: DocumentSet): PageDocument {
  const { grants } = reader;
  switch (page.kind) {
    case 'list':
      return {
        ...page,
        toolbar: allowed(page.toolbar, grants),
        row: allowed(page.row, grants),
        bulk: allowed(page.bulk, grants),
        ...(page.tabs === undefined
          ? {}
          : { tabs: page.tabs.filter((tab) => tab.page === undefined || reader.mayOpen(tab.page)) }),
        ...(page.figures === undefined
          ? {}
          : { figures: page.figures.filter((card) => isGranted(grants, cardPermission(card, documents))) }),
      };
    case 'detail':
      return { ...page, header: { ...page.header, actions: allowed(page.header.actions, grants) } };
    case 'panorama':
      return {
        ...page,
        header: { ...page.header, actions: allowed(page.header.actions, grants) },
        tabs: allowed(page.tabs, grants).map((tab) => tabForUser(tab, grants)),
      };
    case 'form':
      return page;
    case 'dashboard':
      return { ...page, cards: page.cards.filter((card) => isGranted(grants, cardPermission(card, documents))) };
    case 'custom':
      return { ...page, operations: allowed(page.operations, grants) };
  }
}

function allowed<Item extends { readonly permission: string }>(
  items: readonly Item[] | undefined,
  grants: Grants,
): Item[] {
  return (items ?? []).filter((item) => isGranted(grants, item.permission));
}

function tabForUser(tab: PanoramaTab, grants: Grants): PanoramaTab {
  if (tab.kind !== 'list' && tab.kind !== 'timeline') return tab;
  const actions = (items: readonly PageAction[] | undefined) => allowed(items, grants);
  return { ...tab, toolbar: actions(tab.toolbar), row: actions(tab.row) };
}

function cardPermission(card: Card, documents: DocumentSet): string {
  return 'permission' in card ? card.permission : (documents.datasets.get(card.dataset)?.permission ?? '');
}
