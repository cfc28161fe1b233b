import { faultsAt } from '../../documents/isolate.ts';
import { recordPathsOf } from '../../documents/record-match.ts';
import type { EntityModel } from '../../entity/entity-model.ts';
import type {
  DetailPage,
  FormTab,
  HistoryTab,
  PanoramaPage,
  PanoramaTab,
  RowsTab,
  WidgetTab,
} from '../../generated/documents.ts';
import { type ActionView, actionViews } from '../action/action-view.ts';
import { withFaultyNodes } from '../compile/compiled-text.ts';
import { defined } from '../compile/defined.ts';
import { modelOf, type ViewContext } from '../compile/view-context.ts';
import { type ColumnView, columnViews, fieldsToAsk } from '../list/column-view.ts';
import { type FactView, factView, type RecordView, recordPaths, recordView } from './record-view.ts';

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

/** One tab ready to draw. */
export type TabView =
  | RowsTabView
  | { readonly kind: 'history'; readonly key: string; readonly title: string; readonly tab: HistoryTab }
  | { readonly kind: 'form'; readonly key: string; readonly title: string; readonly action: ActionView }
  | { readonly kind: 'widget'; readonly key: string; readonly title: string; readonly tab: WidgetTab }
  | { readonly kind: 'fault'; readonly key: string; readonly title: string; readonly fault: string };

/** A panorama ready to draw. */
export type PanoramaView = RecordView & {
  readonly page: PanoramaPage;
  readonly entity: EntityModel;
  readonly tabs: readonly TabView[];
  readonly fields: readonly string[];
};

/** Compiles a panorama once; undefined when its entity is not in the bundle. */
export function panoramaView(page: PanoramaPage, context: ViewContext): PanoramaView | undefined {
  const entity = modelOf(context, page.entity);
  if (entity === undefined) return undefined;
  const record = recordView(page, entity, context);
  const { tabs, toolbars, matched } = tabViews(page, entity, context);
  return { ...record, page, entity, tabs, fields: recordPaths(record, entity, toolbars, matched) };
}

type PageOfTabs = DetailPage | PanoramaPage;

/** Tabs of a record's page, the buttons above their rows, and what of the record those rows are found by. */
export function tabViews(page: PageOfTabs, owner: EntityModel, context: ViewContext) {
  const documents = page.tabs ?? [];
  const tabs = withFaultyNodes<TabView>(
    documents.map((tab) => tabView(tab, page, owner, context)),
    faultsAt(context.faults, 'tabs'),
    (key, fault) => ({ kind: 'fault', key, title: key, fault }),
  );
  const toolbars = tabs.flatMap((tab) => (tab.kind === 'rows' ? tab.toolbar : []));
  return { tabs, toolbars, matched: documents.flatMap((tab) => ('match' in tab ? recordPathsOf(tab.match) : [])) };
}

function tabView(tab: PanoramaTab, page: PageOfTabs, owner: EntityModel, context: ViewContext): TabView {
  switch (tab.kind) {
    case 'form':
      return formTab(tab, page, owner, context);
    case 'history':
      return { kind: 'history', key: tab.key, title: tab.title, tab };
    case 'widget':
      return { kind: 'widget', key: tab.key, title: tab.title, tab };
    case 'list':
    case 'timeline':
      return rowsTab(tab, page, owner, context);
    default:
      return faultyTab(tab, `不认识的标签页种类`);
  }
}

function faultyTab({ key, title }: { readonly key: string; readonly title: string }, fault: string): TabView {
  return { kind: 'fault', key, title, fault };
}

/** A form in a tab is an action on the record whose form stands open. */
function formTab(tab: FormTab, page: PageOfTabs, owner: EntityModel, context: ViewContext): TabView {
  const { key, title, permission, api, form, values, success } = tab;
  const [action] = actionViews(
    [
      {
        key,
        title,
        permission,
        api,
        form,
        ...(values === undefined ? {} : { values }),
        ...(success === undefined ? {} : { success }),
      },
    ],
    owner,
    page.forms,
    context,
  );
  if (action?.form === undefined) return faultyTab(tab, action?.fault ?? `找不到表单“${form}”`);
  return { kind: 'form', key, title, action };
}

function rowsTab(tab: RowsTab, page: PageOfTabs, owner: EntityModel, context: ViewContext): TabView {
  const entity = modelOf(context, tab.entity);
  if (entity === undefined) return faultyTab(tab, `找不到实体“${tab.entity}”`);
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
