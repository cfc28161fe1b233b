import { faultsAt } from '../../documents/isolate.ts';
import type { EntityModel } from '../../entity/entity-model.ts';
import type { ChildTable, DetailPage } from '../../generated/documents.ts';
import { formatMessage } from '../../texts/message.ts';
import { modelText } from '../../texts/model-text.ts';
import { withFaultyNodes } from '../compile/compiled-text.ts';
import { modelOf, type ViewContext } from '../compile/view-context.ts';
import { type ColumnView, columnViews, fieldsToAsk } from '../list/column-view.ts';
import { type TabView, tabViews } from './panorama-view.ts';
import { type RecordView, recordPaths, recordView } from './record-view.ts';

/** A table of child rows ready to draw; its rows come with the record. */
export type ChildTableView = {
  readonly key: string;
  readonly title: string;
  readonly columns: readonly ColumnView[];
  /** Whether each row stands as a card. */
  readonly isCards?: boolean;
  /** Why the table cannot be drawn; then only this is shown in its place. */
  readonly fault?: string;
  /** Tables of the rows of each row. */
  readonly children: readonly ChildTableView[];
};

/** A detail page ready to draw. */
export type DetailView = RecordView & {
  readonly page: DetailPage;
  readonly entity: EntityModel;
  readonly children: readonly ChildTableView[];
  readonly tabs: readonly TabView[];
  readonly fields: readonly string[];
};

/** Compiles a detail page once; undefined when its entity is not in the bundle. */
export function detailView(page: DetailPage, context: ViewContext): DetailView | undefined {
  const entity = modelOf(context, page.entity);
  if (entity === undefined) return undefined;
  const record = recordView(page, entity, context);
  const tables = (page.children ?? []).map((table) => childTable(table, entity, context));
  const paths = tables.flatMap((table) => table.paths);
  const { tabs, toolbars, matched } = tabViews(page, entity, context);
  return {
    ...record,
    page,
    entity,
    children: withFaultyNodes<ChildTableView>(
      tables.map((table) => table.view),
      faultsAt(context.faults, 'children'),
      faultyTable,
    ),
    tabs,
    fields: [...new Set([...recordPaths(record, entity, toolbars, matched), ...paths])],
  };
}

function faultyTable(key: string, fault: string): ChildTableView {
  return { key, title: key, columns: [], fault, children: [] };
}

type Compiled = { readonly view: ChildTableView; readonly paths: readonly string[] };

function childTable(table: ChildTable, owner: EntityModel, context: ViewContext, at = 'children'): Compiled {
  const { key } = table;
  const rows = owner.children.get(key);
  if (rows === undefined)
    return { view: faultyTable(key, formatMessage(modelText('model.view.noRows', { name: key }))), paths: [] };
  const title = table.title ?? rows.title;
  const entity = modelOf(context, rows.entity);
  if (entity === undefined)
    return {
      view: { ...faultyTable(key, formatMessage(modelText('model.view.noEntity', { name: rows.entity }))), title },
      paths: [],
    };
  const columns = columnViews(table.columns, entity.document, context, `${at}/${key}/columns`);
  const below = `${at}/${key}/children`;
  const own = (table.children ?? []).map((inner) => childTable(inner, entity, context, below));
  const children = withFaultyNodes<ChildTableView>(
    own.map((inner) => inner.view),
    faultsAt(context.faults, below),
    faultyTable,
  );
  const asked = [...fieldsToAsk(entity, columns, []), ...own.flatMap((inner) => inner.paths)];
  return {
    view: { key, title, columns, children, isCards: table.arrange === 'cards' },
    paths: asked.map((path) => `${key}.${path}`),
  };
}
