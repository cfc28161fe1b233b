import type { EntityModel } from '../../entity/entity-model.ts';
import type { DetailPage, PanoramaPage, RowsTab } from '../../generated/documents.ts';
import { formatMessage } from '../../texts/message.ts';
import { modelText } from '../../texts/model-text.ts';
import { type ActionView, actionViews } from '../action/action-view.ts';
import { defined } from '../compile/defined.ts';
import { modelOf, type ViewContext } from '../compile/view-context.ts';
import { type ColumnView, columnViews, fieldsToAsk } from '../list/column-view.ts';
import { type FactView, factView } from './record-view.ts';

/** A page of one record that may have tabs. */
export type PageOfTabs = DetailPage | PanoramaPage;

/** A tab of rows ready to draw; they are asked for when it is opened. */
export type RowsTabView = {
  readonly kind: 'rows';
  readonly key: string;
  readonly title: string;
  readonly tab: RowsTab;
  readonly entity: EntityModel;
  readonly columns: readonly ColumnView[];
  /** Values of a timeline entry by path, for lists empty. */
  readonly facts: ReadonlyMap<string, FactView>;
  readonly toolbar: readonly ActionView[];
  readonly row: readonly ActionView[];
  readonly fields: readonly string[];
  /** How the rows stand as a tree, where they are drawn as one. */
  readonly tree?: TabTreeView;
};

/** A tree in a tab: by which fields its rows stand below one another, and what of it may be changed. */
export type TabTreeView = {
  readonly parent: string;
  /** What the whole tree is within: the field its rows are found by. */
  readonly within: string;
  /** Address by which rows are moved; absent where the reader may not. */
  readonly move?: string;
  /** Whether rows are added in place. */
  readonly add?: true;
};

/** A tab that cannot be drawn, and why. */
export type FaultyTabView = {
  readonly kind: 'fault';
  readonly key: string;
  readonly title: string;
  readonly fault: string;
};

/** A tab that cannot be drawn. */
export function faultyTab(
  { key, title }: { readonly key: string; readonly title: string },
  fault: string,
): FaultyTabView {
  return { kind: 'fault', key, title, fault };
}

/** Compiles the rows of a tab, with the buttons above them and in them. */
export function rowsTab(
  tab: RowsTab,
  page: PageOfTabs,
  owner: EntityModel,
  context: ViewContext,
): RowsTabView | FaultyTabView {
  const entity = modelOf(context, tab.entity);
  if (entity === undefined)
    return faultyTab(tab, formatMessage(modelText('model.view.noEntity', { name: tab.entity })));
  const at = `tabs/${tab.key}`;
  const columns = columnViews(tab.columns ?? [], entity.document, context, `${at}/columns`);
  const row = actionViews(tab.row, entity, page.forms, context, `${at}/row`);
  const facts = timelineFacts(tab, entity, context);
  const tree = tabTree(tab, entity);
  return {
    kind: 'rows',
    key: tab.key,
    title: tab.title,
    tab,
    entity,
    columns,
    facts,
    toolbar: actionViews(tab.toolbar, owner, page.forms, context, `${at}/toolbar`),
    row,
    fields: [
      ...new Set([
        ...fieldsToAsk(entity, columns, row),
        ...facts.keys(),
        ...(tree === undefined ? [] : [tree.parent, tree.within]),
      ]),
    ],
    ...defined({ tree }),
  };
}

function tabTree({ tree: drawn }: RowsTab, { document: { tree } }: EntityModel): TabTreeView | undefined {
  if (drawn === undefined || tree?.within === undefined) return undefined;
  const { move, add } = drawn;
  return { parent: tree.parent, within: tree.within, ...defined({ move, add }) };
}

function timelineFacts(tab: RowsTab, entity: EntityModel, context: ViewContext): ReadonlyMap<string, FactView> {
  const { timeline } = tab;
  if (timeline === undefined) return new Map();
  const { mentions = undefined } = entity.fields.get(timeline.content ?? '') ?? {};
  const paths = [
    mentions,
    timeline.time,
    timeline.content,
    timeline.author,
    ...(timeline.tags ?? []),
    ...(timeline.facts ?? []),
  ];
  const facts = paths.flatMap((path) => (path === undefined ? [] : factView(path, entity, context)));
  return new Map(facts.filter((fact) => fact.fault === undefined).map((fact) => [fact.path, fact]));
}
