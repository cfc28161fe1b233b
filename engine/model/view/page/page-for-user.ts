import { verbPermissions } from '../../access/operations.ts';
import { type Grants, isGranted } from '../../access/permissions.ts';
import { linksOf } from '../../dataset/links-of.ts';
import { toldSources } from '../../documents/activity-sources.ts';
import type { DocumentSet } from '../../documents/documents.ts';
import type {
  ActivityTab,
  Card,
  FormFieldOverride,
  ListAside,
  ListPage,
  PageAction,
  PageDocument,
  PanoramaTab,
  RowsTab,
} from '../../generated/documents.ts';
import { columnsForReader } from './own-columns.ts';

/** What decides how much of a page a user sees. */
export type PageReader = {
  readonly grants: Grants;
  /** Whether the user may open another page, for tabs that show one. */
  readonly mayOpen: (page: string) => boolean;
  /** Whether the user reaches no rows of an entity but his own; nobody does where that is not said. */
  readonly reachesOwn?: (entity: string) => boolean;
  /** Told of every part of a page that needs something, as it is decided whether the user sees it. */
  readonly onJudged?: (part: JudgedPart) => void;
};

/** Where on a page a part stands that needs a permission, or another page. */
export type PartArea =
  | 'toolbar'
  | 'row'
  | 'bulk'
  | 'header'
  | 'tab'
  | 'tabToolbar'
  | 'tabRow'
  | 'card'
  | 'aside'
  | 'operation'
  | 'check'
  | 'pick';

/** A part of a page, what it needs, and whether the user has that. */
export type JudgedPart = {
  readonly area: PartArea;
  readonly key: string;
  readonly title: string | undefined;
  readonly needs: { readonly permission: string } | { readonly page: string };
  readonly isAllowed: boolean;
};

/** The page as a user may see it: actions, tabs, cards and operations without permission are gone. */
export function pageForUser(page: PageDocument, reader: PageReader, documents: DocumentSet): PageDocument {
  switch (page.kind) {
    case 'list': {
      const { aside, ...list } = page;
      return {
        ...list,
        api: listApiForUser(page, reader),
        columns: columnsForReader(page, reader.reachesOwn ?? (() => false), documents),
        toolbar: allowed(page.toolbar, 'toolbar', reader),
        row: allowed(page.row, 'row', reader),
        bulk: allowed(page.bulk, 'bulk', reader),
        ...formsForUser(page.forms, reader),
        ...treeFilterForUser(aside, reader),
        ...(page.tabs === undefined ? {} : { tabs: page.tabs.filter((tab) => mayShow(tab, reader)) }),
        ...(page.figures === undefined ? {} : { figures: cardsForUser(page.figures, reader, documents) }),
      };
    }
    case 'detail':
      return {
        ...page,
        header: { ...page.header, actions: allowed(page.header.actions, 'header', reader) },
        ...formsForUser(page.forms, reader),
        ...(page.tabs === undefined ? {} : { tabs: tabsForUser(page.tabs, reader) }),
      };
    case 'panorama':
      return {
        ...page,
        header: { ...page.header, actions: allowed(page.header.actions, 'header', reader) },
        ...formsForUser(page.forms, reader),
        tabs: tabsForUser(page.tabs, reader),
      };
    case 'form':
      return { ...page, form: formsForUser({ own: page.form }, reader).forms?.own ?? page.form };
    case 'dashboard':
      return {
        ...page,
        cards: cardsForUser(page.cards, reader, documents),
        ...(page.tabs === undefined ? {} : { tabs: page.tabs.filter((tab) => mayShow(tab, reader)) }),
      };
    case 'custom':
      return { ...page, operations: allowed(page.operations, 'operation', reader) };
  }
}

type Part = { readonly key: string; readonly title?: string | undefined };

/** Whether the user has what a part of a page needs: the one place where that is decided. */
function isAllowed(part: Part, area: PartArea, needs: JudgedPart['needs'], reader: PageReader): boolean {
  const isHad = 'page' in needs ? reader.mayOpen(needs.page) : isGranted(reader.grants, needs.permission);
  reader.onJudged?.({ area, key: part.key, title: part.title, needs, isAllowed: isHad });
  return isHad;
}

function mayShow(tab: Part & { readonly page?: string | undefined }, reader: PageReader): boolean {
  return tab.page === undefined || isAllowed(tab, 'tab', { page: tab.page }, reader);
}

function cardsForUser<One extends Card>(cards: readonly One[], reader: PageReader, documents: DocumentSet): One[] {
  return cards
    .filter((card) => {
      const permission = cardPermission(card, documents);
      const isListed = card.kind !== 'list' || mayShow(card, reader);
      return isListed && (permission === undefined || isAllowed(card, 'card', { permission }, reader));
    })
    .map((card) => withOpenLinks(card, reader));
}

/** A number leads only to lists the reader may open. */
function withOpenLinks<One extends Card>(card: One, reader: PageReader): One {
  if (!('dataset' in card) || card.link === undefined) return card;
  const [first, ...others] = linksOf(card.link).filter(({ page }) => reader.mayOpen(page));
  return { ...card, link: first === undefined ? undefined : [first, ...others] };
}

/** Forms whose fields ask about what is filled in only for who may ask, and whose rows are picked only from lists he may open. */
function formsForUser(forms: ListPage['forms'], reader: PageReader): Pick<ListPage, 'forms'> {
  if (forms === undefined) return {};
  const kept = Object.entries(forms).map(([key, form]) => {
    const sections = form.sections.map((section) => ({ ...section, fields: fieldsForUser(section.fields, reader) }));
    return [key, { ...form, sections }] as const;
  });
  return { forms: Object.fromEntries(kept) };
}

type FormItem = string | FormFieldOverride;

function fieldsForUser(items: readonly FormItem[], reader: PageReader): FormItem[] {
  return items.map((item) => {
    if (typeof item === 'string') return item;
    const { check, pick, fields, ...rest } = item;
    return {
      ...rest,
      ...(check === undefined || !isAllowed(item, 'check', { permission: check.permission }, reader) ? {} : { check }),
      ...(pick === undefined || !isAllowed(item, 'pick', { page: pick.page }, reader) ? {} : { pick }),
      ...(fields === undefined ? {} : { fields: fieldsForUser(fields, reader) }),
    };
  });
}

/** The rows of a list are moved by who may edit them. */
function listApiForUser({ api: { move, ...api }, entity }: ListPage, reader: PageReader): ListPage['api'] {
  if (move === undefined) return api;
  const needs = { permission: `${entity}:${verbPermissions.move}` };
  return isAllowed({ key: 'move' }, 'row', needs, reader) ? { ...api, move } : api;
}

/** The tree beside a list, for who may see its nodes; its nodes are moved by who may edit them. */
function treeFilterForUser(aside: ListAside | undefined, reader: PageReader): Pick<ListPage, 'aside'> {
  if (aside === undefined) return {};
  const { move, ...api } = aside.api;
  const may = (verb: 'query' | 'move') =>
    isAllowed({ key: verb }, 'aside', { permission: `${aside.entity}:${verbPermissions[verb]}` }, reader);
  if (!may('query')) return {};
  const actions = { toolbar: allowed(aside.toolbar, 'aside', reader), row: allowed(aside.row, 'aside', reader) };
  return { aside: { ...aside, ...actions, api: move !== undefined && may('move') ? { ...api, move } : api } };
}

type Allowable = Part & { readonly permission: string; readonly successPage?: string };

function allowed<Item extends Allowable>(
  items: readonly Item[] | undefined,
  area: PartArea,
  reader: PageReader,
): Item[] {
  return (items ?? [])
    .filter((item) => isAllowed(item, area, item, reader))
    .map((item) => {
      const { successPage } = item;
      return successPage === undefined || reader.mayOpen(successPage) ? item : { ...item, successPage: undefined };
    });
}

function tabsForUser(tabs: readonly PanoramaTab[], reader: PageReader): PanoramaTab[] {
  const shown = tabs
    .filter((tab) => tab.kind === 'activity' || isAllowed(tab, 'tab', tab, reader))
    .map((tab) => tabForUser(tab, reader));
  return shown.flatMap((tab) => (tab.kind === 'activity' ? activityForUser(tab, shown) : [tab]));
}

/** A timeline of several tabs tells of those the user sees; of none it is none. */
function activityForUser(tab: ActivityTab, shown: readonly PanoramaTab[]): readonly PanoramaTab[] {
  const sources = toldSources(tab, shown).map(({ source }) => source);
  return sources.length === 0 ? [] : [{ ...tab, sources }];
}

function tabForUser(tab: PanoramaTab, reader: PageReader): PanoramaTab {
  if (tab.kind !== 'list' && tab.kind !== 'timeline') return tab;
  const actions = (items: readonly PageAction[] | undefined, area: PartArea) => allowed(items, area, reader);
  return {
    ...tab,
    ...tabTreeForUser(tab, reader),
    toolbar: actions(tab.toolbar, 'tabToolbar'),
    row: actions(tab.row, 'tabRow'),
  };
}

/** The rows of a tab drawn as a tree are moved by who may edit them. */
function tabTreeForUser({ tree, entity }: RowsTab, reader: PageReader): Pick<RowsTab, 'tree'> {
  if (tree?.move === undefined) return {};
  const { move, ...rest } = tree;
  const needs = { permission: `${entity}:${verbPermissions.move}` };
  return { tree: isAllowed({ key: 'move' }, 'tabRow', needs, reader) ? { ...rest, move } : rest };
}

/** What a card needs; undefined of a widget that everybody on the page sees. */
function cardPermission(card: Card, documents: DocumentSet): string | undefined {
  if (card.kind === 'list' || card.kind === 'widget') return card.permission;
  return documents.datasets.get(card.dataset)?.permission ?? '';
}
