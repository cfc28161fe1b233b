import type { EntityModel } from '../../entity/entity-model.ts';
import { pathsRead } from '../../expression/dependencies.ts';
import { holds, type Scope } from '../../expression/evaluate.ts';
import type { EntityTree, ListAside, ListPage } from '../../generated/documents.ts';
import { type ActionView, actionViews } from '../action/action-view.ts';
import { compiledText } from '../compile/compiled-text.ts';
import { defined } from '../compile/defined.ts';
import { modelOf, type ViewContext } from '../compile/view-context.ts';
import { askable } from './column-view.ts';

/** The tree beside a list ready to draw. */
export type TreeFilterView = {
  readonly title: string;
  readonly entity: EntityModel;
  readonly tree: EntityTree;
  /** The field of the rows that refers to a node. */
  readonly field: string;
  readonly queryApi: string;
  /** Address at which a node gets another place; absent where the reader may not. */
  readonly moveApi?: string;
  readonly note?: string;
  readonly count?: string;
  /** Whether a node is drawn in grey. */
  readonly isDim: (scope: Scope) => boolean;
  readonly toolbar: readonly ActionView[];
  readonly row: readonly ActionView[];
  /** Field paths to ask the server for. */
  readonly fields: readonly string[];
};

/** Compiles the tree beside a list; undefined when its entity is not in the bundle. */
export function treeFilterView(aside: ListAside, page: ListPage, context: ViewContext): TreeFilterView | undefined {
  const entity = modelOf(context, aside.entity);
  const tree = entity?.document.tree;
  if (entity === undefined || tree === undefined) return undefined;
  const { title, field, api, note, count } = aside;
  const row = actionViews(aside.row, entity, page.forms, context, 'aside/row');
  const dim = compiledText(aside.dim).expression;
  const read = [
    entity.document.label,
    tree.parent,
    ...[tree.order, note, count].filter((path) => path !== undefined),
    ...(dim === undefined ? [] : pathsRead(dim, 'record')),
    ...row.flatMap((action) => action.reads),
  ];
  return {
    title,
    entity,
    tree,
    field,
    queryApi: api.query,
    isDim: (scope) => dim !== undefined && holds(dim, scope),
    toolbar: actionViews(aside.toolbar, entity, page.forms, context, 'aside/toolbar'),
    row,
    fields: askable(read),
    ...defined({ moveApi: api.move, note, count }),
  };
}
