import { faultsAt } from '../../documents/isolate.ts';
import { type EntityModel, pathTitle, resolvePath } from '../../entity/entity-model.ts';
import type { Expression } from '../../expression/ast.ts';
import type { CardCondition, EntityField, FigureCard, ListPage } from '../../generated/documents.ts';
import { apiBase } from '../../naming/naming.ts';
import { formatMessage } from '../../texts/message.ts';
import { modelText } from '../../texts/model-text.ts';
import type { Where } from '../../wire/wire.ts';
import { type ActionView, actionViews } from '../action/action-view.ts';
import { compiledText, withFaultyNodes } from '../compile/compiled-text.ts';
import { defined } from '../compile/defined.ts';
import { modelOf, type ViewContext } from '../compile/view-context.ts';
import { type ColumnView, columnViews, fieldsToAsk } from './column-view.ts';
import { type DisplayView, displayViews } from './display-view.ts';
import { editableColumns } from './editable-columns.ts';
import { importsOf } from './list-transfer.ts';
import { type TreeFilterView, treeFilterView } from './tree-filter-view.ts';

/** One filter ready to draw. */
export type FilterView = {
  readonly key: string;
  readonly path: string;
  readonly field: EntityField;
  readonly title: string;
  readonly folded: boolean;
  /** What the filter holds when the page is opened. */
  readonly initial?: Expression;
  /** Why the filter cannot be drawn; it then narrows nothing. */
  readonly fault?: string;
};

/** A tab above a list: the same rows under conditions, or another list page in its place. */
export type ListTabView = {
  readonly key: string;
  readonly title: string;
  readonly where: readonly CardCondition[];
  /** What its rows are sorted by; absent where as the page says. */
  readonly sort?: readonly string[];
  readonly counted: boolean;
  readonly page?: string;
  readonly fault?: string;
};

/** A number above a list. */
export type ListFigureView = { readonly key: string } & (
  | { readonly card: FigureCard; readonly fault?: undefined }
  | { readonly fault: string; readonly card?: undefined }
);

/** A list page ready to draw. */
export type ListView = {
  readonly page: ListPage;
  readonly entity: EntityModel;
  readonly columns: readonly ColumnView[];
  readonly filters: readonly FilterView[];
  readonly toolbar: readonly ActionView[];
  readonly row: readonly ActionView[];
  readonly bulk: readonly ActionView[];
  /** Ways of looking at the rows; at least one. */
  readonly displays: readonly DisplayView[];
  readonly tabs: readonly ListTabView[];
  readonly figures: readonly ListFigureView[];
  /** The tree beside the list, where it has one. */
  readonly aside?: TreeFilterView;
  /** Conditions on the rows besides those of the page, where some of them are picked for a form. */
  readonly where?: readonly Where[];
  /** Field paths to ask the server for. */
  readonly fields: readonly string[];
  /** Address at which the rows are exported; absent where the reader may not. */
  readonly exportApi?: string;
  /** Address at which the rows are grouped; absent where the entity does not open it. */
  readonly groupApi?: string;
  /** The tables that may be imported here; none where the reader may not. */
  readonly imports: readonly ImportOffer[];
};

/** A table that may be imported on a page: its address, and the words for it where an action takes its rows. */
export type ImportOffer = { readonly api: string; readonly title?: string };

/** Compiles a list page once; undefined when its entity is not in the bundle. */
export function listView(page: ListPage, context: ViewContext): ListView | undefined {
  const entity = modelOf(context, page.entity);
  if (entity === undefined) return undefined;
  const actions = { toolbar: page.toolbar, row: page.row, bulk: page.bulk };
  const compile = (group: keyof typeof actions) => actionViews(actions[group], entity, page.forms, context, group);
  const row = compile('row');
  const columns = editableColumns(page, columnViews(page.columns, entity.document, context, 'columns'), row);
  const bulk = compile('bulk');
  return {
    page,
    entity,
    columns,
    filters: filterViews(page, entity, context),
    toolbar: compile('toolbar'),
    row,
    bulk,
    displays: displayViews(page.views, { entity, columns, row, context }),
    tabs: tabViews(page, context),
    figures: figureViews(page, context),
    fields: withOrder(entity, page, fieldsToAsk(entity, columns, [...row, ...bulk])),
    ...defined({ aside: page.aside === undefined ? undefined : treeFilterView(page.aside, page, context) }),
    ...transfers(page, entity, context),
  };
}

/** Rows that are moved, or get others below them, tell where they stand and within what. */
function withOrder({ document }: EntityModel, page: ListPage, fields: readonly string[]): readonly string[] {
  const { order, tree } = document;
  const { api, views = [] } = page;
  const isAddedTo = views.some((view) => view.kind === 'tree' && view.add === true);
  if (isAddedTo && tree?.within !== undefined) return [...new Set([...fields, tree.within])];
  if (order === undefined || api.move === undefined) return fields;
  return [...new Set([...fields, order.field, ...(order.within === undefined ? [] : [order.within])])];
}

/** The bundle names only operations that are granted to the reader. */
function transfers(
  page: ListPage,
  { document }: EntityModel,
  { operations }: ViewContext,
): Pick<ListView, 'exportApi' | 'imports' | 'groupApi'> {
  const opens = (verb: 'export' | 'group') => document.operations.includes(verb);
  return {
    imports: importsOf(page, operations).map(({ kind, path, title }) =>
      kind === 'import' ? { api: path } : { api: path, title },
    ),
    ...defined({
      exportApi: opens('export') ? `${apiBase(document)}/export` : undefined,
      groupApi: opens('group') ? `${apiBase(document)}/group` : undefined,
    }),
  };
}

function filterViews(page: ListPage, entity: EntityModel, context: ViewContext): readonly FilterView[] {
  const compiled = (page.filters ?? []).map((filter): FilterView => {
    const { key, field: path } = filter;
    const resolved = resolvePath(context.entities, entity.document, path);
    if (resolved === undefined)
      return faultyFilter(key, formatMessage(modelText('model.view.noField', { name: path })));
    const initial = compiledText(filter.defaultValue);
    return {
      key,
      path,
      field: resolved.field,
      title: filter.title ?? pathTitle(context.entities, entity.document, path),
      folded: filter.folded === true,
      ...defined({ initial: initial.expression, fault: initial.fault }),
    };
  });
  return withFaultyNodes(compiled, faultsAt(context.faults, 'filters'), faultyFilter);
}

function faultyFilter(key: string, fault: string): FilterView {
  return { key, path: key, field: { key, title: key, type: 'string' }, title: key, folded: false, fault };
}

function tabViews(page: ListPage, context: ViewContext): readonly ListTabView[] {
  const compiled = (page.tabs ?? []).map(
    (tab): ListTabView => ({
      key: tab.key,
      title: tab.title,
      where: tab.where ?? [],
      counted: tab.count === true && tab.page === undefined,
      ...defined({ page: tab.page, sort: tab.sort }),
    }),
  );
  return withFaultyNodes<ListTabView>(compiled, faultsAt(context.faults, 'tabs'), (key, fault) => ({
    key,
    title: key,
    where: [],
    counted: false,
    fault,
  }));
}

function figureViews(page: ListPage, context: ViewContext): readonly ListFigureView[] {
  const compiled = (page.figures ?? []).map((card): ListFigureView => ({ key: card.key, card }));
  return withFaultyNodes<ListFigureView>(compiled, faultsAt(context.faults, 'figures'), (key, fault) => ({
    key,
    fault,
  }));
}
