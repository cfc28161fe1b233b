import { type EntityModel, pathTitle, resolvePath } from '../entity-model.ts';
import type { EntityDocument, EntityField, ListColumn, ListPage } from '../generated/documents.ts';
import type { ActionView } from './action-view.ts';
import { actionViews } from './action-view.ts';
import { modelOf, type ViewContext } from './view-context.ts';

/** One column ready to draw. `path` addresses the value in a row, `field` says its type. */
export type ColumnView = {
  readonly key: string;
  readonly path: string;
  readonly field: EntityField;
  readonly title: string;
  readonly sortable: boolean;
  readonly hidden: boolean;
  readonly width?: number;
  readonly pin?: 'left' | 'right';
  readonly link?: string;
  /** Where the id of the linked record stands when the column shows a related one, such as `customer.id`. */
  readonly linkId?: string;
  /** Why the column cannot be drawn; then only this is shown in its place. */
  readonly fault?: string;
};

/** One filter ready to draw. */
export type FilterView = {
  readonly key: string;
  readonly path: string;
  readonly field: EntityField;
  readonly title: string;
  readonly folded: boolean;
};

/** A list page ready to draw. */
export type ListView = {
  readonly page: ListPage;
  readonly entity: EntityModel;
  readonly columns: readonly ColumnView[];
  readonly filters: readonly FilterView[];
  readonly toolbar: readonly ActionView[];
  readonly row: readonly ActionView[];
  readonly bulk: readonly ActionView[];
  /** Field paths to ask the server for. */
  readonly fields: readonly string[];
};

/** Compiles a list page once; undefined when its entity is not in the bundle. */
export function listView(page: ListPage, context: ViewContext): ListView | undefined {
  const entity = modelOf(context, page.entity);
  if (entity === undefined) return undefined;
  const columns = columnViews(page.columns, entity.document, context);
  const actions = { toolbar: page.toolbar, row: page.row, bulk: page.bulk };
  const compile = (group: keyof typeof actions) => actionViews(actions[group], entity, page.forms, context);
  const row = compile('row');
  const bulk = compile('bulk');
  return {
    page,
    entity,
    columns,
    filters: (page.filters ?? []).flatMap((filter) => {
      const resolved = resolvePath(context.entities, entity.document, filter.field);
      if (resolved === undefined) return [];
      const title = filter.title ?? pathTitle(context.entities, entity.document, filter.field);
      return [{ key: filter.key, path: filter.field, field: resolved.field, title, folded: filter.folded === true }];
    }),
    toolbar: compile('toolbar'),
    row,
    bulk,
    fields: fieldsToAsk(entity, columns, [...row, ...bulk]),
  };
}

/** Compiles columns; one that names an unknown field becomes its own fault. */
export function columnViews(
  columns: readonly ListColumn[],
  entity: EntityDocument,
  context: ViewContext,
): readonly ColumnView[] {
  return columns.map((column) => {
    const resolved = resolvePath(context.entities, entity, column.field);
    const shared = {
      key: column.key,
      path: column.field,
      title: column.title ?? pathTitle(context.entities, entity, column.field),
      hidden: column.hidden === true,
      ...(column.width === undefined ? {} : { width: column.width }),
      ...(column.pin === undefined ? {} : { pin: column.pin }),
      ...(column.link === undefined ? {} : { link: column.link }),
    };
    if (resolved === undefined) {
      return {
        ...shared,
        sortable: false,
        field: { key: column.key, title: shared.title, type: 'string' },
        fault: `找不到字段“${column.field}”`,
      };
    }
    const related = column.link !== undefined && resolved.relations.length > 0;
    return {
      ...shared,
      ...(related ? { linkId: column.field.replace(/[^.]+$/, 'id') } : {}),
      sortable: resolved.field.sortable === true && resolved.relations.length === 0,
      field: resolved.field,
    };
  });
}

/** Paths a list must ask for: what it shows, what its buttons read, and the label. */
export function fieldsToAsk(
  entity: EntityModel,
  columns: readonly ColumnView[],
  actions: readonly ActionView[],
): readonly string[] {
  const drawn = columns.filter((column) => column.fault === undefined);
  const shown = drawn.flatMap((column) => (column.linkId === undefined ? [column.path] : [column.path, column.linkId]));
  return [...new Set([entity.document.label, ...shown, ...actions.flatMap((action) => action.reads)])].filter(
    (path) => path !== 'id' && path !== 'version',
  );
}
