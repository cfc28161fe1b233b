import type { DocumentSet } from '../documents.ts';
import type {
  Card,
  FormFieldOverride,
  ListAside,
  ListPage,
  PageAction,
  PageDocument,
  PanoramaTab,
} from '../generated/documents.ts';
import { verbPermissions } from '../operations.ts';
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
    case 'list': {
      const { aside, ...list } = page;
      return {
        ...list,
        toolbar: allowed(page.toolbar, grants),
        row: allowed(page.row, grants),
        bulk: allowed(page.bulk, grants),
        ...formsForUser(page.forms, grants),
        ...asideForUser(aside, grants),
        ...(page.tabs === undefined
          ? {}
          : { tabs: page.tabs.filter((tab) => tab.page === undefined || reader.mayOpen(tab.page)) }),
        ...(page.figures === undefined
          ? {}
          : { figures: page.figures.filter((card) => isGranted(grants, cardPermission(card, documents))) }),
      };
    }
    case 'detail':
      return { ...page, header: { ...page.header, actions: allowed(page.header.actions, grants) } };
    case 'panorama':
      return {
        ...page,
        header: { ...page.header, actions: allowed(page.header.actions, grants) },
        tabs: allowed(page.tabs, grants).map((tab) => tabForUser(tab, grants)),
      };
    case 'form':
      return { ...page, form: formsForUser({ own: page.form }, grants).forms?.own ?? page.form };
    case 'dashboard':
      return { ...page, cards: page.cards.filter((card) => isGranted(grants, cardPermission(card, documents))) };
    case 'custom':
      return { ...page, operations: allowed(page.operations, grants) };
  }
}

/** Forms whose fields ask about what is filled in only for who may ask. */
function formsForUser(forms: ListPage['forms'], grants: Grants): Pick<ListPage, 'forms'> {
  if (forms === undefined) return {};
  const withoutCheck = (item: string | FormFieldOverride): string | FormFieldOverride => {
    if (typeof item === 'string' || item.check === undefined || isGranted(grants, item.check.permission)) return item;
    const { check: _, ...rest } = item;
    return rest;
  };
  const kept = Object.entries(forms).map(([key, form]) => {
    const sections = form.sections.map((section) => ({ ...section, fields: section.fields.map(withoutCheck) }));
    return [key, { ...form, sections }] as const;
  });
  return { forms: Object.fromEntries(kept) };
}

/** The tree beside a list, for who may see its nodes; its nodes are moved by who may edit them. */
function asideForUser(aside: ListAside | undefined, grants: Grants): Pick<ListPage, 'aside'> {
  if (aside === undefined) return {};
  const { move, ...api } = aside.api;
  const may = (verb: 'query' | 'move') => isGranted(grants, `${aside.entity}:${verbPermissions[verb]}`);
  if (!may('query')) return {};
  const actions = { toolbar: allowed(aside.toolbar, grants), row: allowed(aside.row, grants) };
  return { aside: { ...aside, ...actions, api: move !== undefined && may('move') ? { ...api, move } : api } };
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
