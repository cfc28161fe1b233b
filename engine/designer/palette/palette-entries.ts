import { operationsOfEntity } from '../../model/access/index.ts';
import { analysisCard, type SavedAnalysis } from '../../model/dataset/index.ts';
import { type DesignTitles, nodeTitle } from '../../model/design/index.ts';
import { isJsonObject, type JsonObject, keyOfItem } from '../../model/json/index.ts';
import { parseKeyPath } from '../../model/layers/index.ts';
import type { WidgetContract } from '../../model/widget/index.ts';
import { pathAround, valueIn } from '../document/edits.ts';
import { freshKey } from '../document/node-edits.ts';
import type { DesignText } from '../texts/use-design-text.ts';
import { type FieldChoice, fieldChoices } from './field-choices.ts';
import { entityOfNode } from './node-entity.ts';

/** Something that can be put into a list of the page. */
export type PaletteEntry = {
  readonly id: string;
  readonly title: string;
  /** Whether the list has it already. */
  readonly isShown: boolean;
  /** The item it becomes. */
  readonly item: unknown;
  /** Entries of what it refers to. */
  readonly below: readonly PaletteEntry[];
};

/** Entries under one heading. */
export type PaletteGroup = { readonly title: string; readonly entries: readonly PaletteEntry[] };

/** What the palette is made of. */
export type PaletteSource = {
  readonly document: JsonObject;
  readonly titles: DesignTitles;
  readonly widgets: readonly WidgetContract[];
  /** What people asked of the datasets by themselves: each can become a card. */
  readonly analyses?: readonly SavedAnalysis[];
  readonly t: DesignText;
};

type Making = PaletteSource & { readonly list: string; readonly items: readonly unknown[] };

/** What can be put into the list at a key path, in groups; none where nothing can. */
export function paletteFor(source: PaletteSource, list: string): readonly PaletteGroup[] {
  const value = valueIn(source.document, list);
  const making: Making = { ...source, list, items: Array.isArray(value) ? value : [] };
  const groups = makers[pathAround(list).name]?.(making) ?? [];
  return groups.filter(({ entries }) => entries.length > 0);
}

type Maker = (making: Making) => readonly PaletteGroup[];

const makers: Readonly<Record<string, Maker>> = {
  columns: (making) => [...fieldGroup(making, keyed)],
  filters: (making) =>
    making.document.kind === 'dashboard' ? datasetFilters(making) : fieldGroup(making, keyed, isFilterable),
  tags: (making) => fieldGroup(making, keyed),
  fields: (making) => (isForm(making.list) ? formFields(making) : fieldGroup(making, (_, path) => path)),
  facts: (making) => [newNode(making, making.t('designer.add.newSection'), 'group', firstField(making))],
  sections: (making) => [newNode(making, making.t('designer.add.newSection'), 'section', firstInput(making))],
  toolbar: actionGroup,
  actions: actionGroup,
  row: actionGroup,
  bulk: actionGroup,
  tabs: tabGroups,
  views: viewGroups,
  figures: (making) => measureGroups(making),
  cards: (making) => [analysisGroup(making), ...measureGroups(making), ...cardWidgets(making)],
  children: childGroups,
};

function isForm(list: string): boolean {
  return /(^|\/)(sections|fields)\/[^/]+\/fields$/.test(list);
}

function keyed(making: Making, path: string): unknown {
  return { key: freshKey(making.document, making.list, path), field: path };
}

function isFilterable({ field }: FieldChoice): boolean {
  return field.type !== 'json' && field.type !== 'html' && field.type !== 'files' && field.type !== 'images';
}

function fieldGroup(
  making: Making,
  itemOf: (making: Making, path: string) => unknown,
  isOffered: (choice: FieldChoice) => boolean = () => true,
): readonly PaletteGroup[] {
  const { document, titles, list, items, t } = making;
  const entity = entityOfNode(document, pathAround(list).around, titles);
  if (entity === undefined) return [];
  const shown = new Set(items.map((item) => (isJsonObject(item) ? (item.field ?? item.key) : item)));
  const entryOf = (choice: FieldChoice): PaletteEntry => ({
    id: choice.path,
    title: choice.title,
    isShown: shown.has(choice.path),
    item: itemOf(making, choice.path),
    below: choice.below.filter(isOffered).map(entryOf),
  });
  const entries = fieldChoices(entity, titles.entities).filter(isOffered).map(entryOf);
  return [{ title: t('designer.add.of', { title: entity.title }), entries }];
}

/** Fields that are filled in: those of the entity itself, each once. */
function formFields(making: Making): readonly PaletteGroup[] {
  const [group] = fieldGroup(
    making,
    (_, path) => path,
    ({ field }) => field.readonly !== true,
  );
  if (group === undefined) return [];
  const used = usedInForm(making);
  const entries = group.entries.map((entry) => ({ ...entry, below: [], isShown: used.has(entry.id) }));
  return [{ ...group, entries: entries.filter(({ isShown, id }) => !isShown || isIn(making.items, id)) }];
}

/** The keys of all fields of the form that a list of fields belongs to. */
function usedInForm({ document, list, items }: Making): ReadonlySet<string> {
  const form = valueIn(document, list.replace(/(^|\/)sections\/.*$/, ''));
  const sections: readonly unknown[] = isJsonObject(form) && Array.isArray(form.sections) ? form.sections : [];
  const fields = sections.flatMap((section): readonly unknown[] =>
    isJsonObject(section) && Array.isArray(section.fields) ? section.fields : [],
  );
  return new Set([...fields, ...items].flatMap((item) => keyOfItem(item) ?? []));
}

function isIn(items: readonly unknown[], key: string): boolean {
  return items.some((item) => keyOfItem(item) === key);
}

function newNode({ document, list, t }: Making, title: string, stem: string, more: JsonObject): PaletteGroup {
  const key = freshKey(document, list, stem);
  return {
    title: t('designer.add.new'),
    entries: [{ id: 'new', title, isShown: false, item: { key, title, ...more }, below: [] }],
  };
}

function firstField({ document, titles, list }: Making): JsonObject {
  const entity = entityOfNode(document, pathAround(list).around, titles);
  return { fields: [entity?.label ?? 'id'] };
}

/** A section may not be empty: it begins with the first field that no other has. */
function firstInput(making: Making): JsonObject {
  const inside = { ...making, list: `${making.list}/new/fields`, items: [] };
  const used = usedInForm({ ...making, list: `${making.list}/new/fields`, items: [] });
  const entries = formFields(inside)[0]?.entries ?? [];
  const free = entries.find(({ id }) => !used.has(id));
  return { fields: free === undefined ? [] : [free.id] };
}

/** Operations of the entity that are no button here yet; each brings its own permission. */
function actionGroup({ document, titles, list, items, t }: Making): readonly PaletteGroup[] {
  const entity = entityOfNode(document, pathAround(list).around, titles);
  if (entity === undefined) return [];
  const isOfRow = pathAround(list).name !== 'toolbar';
  const shown = new Set(items.map((item) => (isJsonObject(item) ? item.api : undefined)));
  const entries = operationsOfEntity(entity).flatMap((operation): readonly PaletteEntry[] => {
    const { path, kind, permission, title } = operation;
    const isButton = isOfRow ? ofRow.has(kind) : kind === 'action' && operation.isWhole;
    if (!isButton) return [];
    const key = freshKey(document, list, 'key' in operation ? operation.key : kind);
    return [{ id: path, title, isShown: shown.has(path), item: { key, title, permission, api: path }, below: [] }];
  });
  return [{ title: t('designer.add.actions'), entries }];
}

const ofRow: ReadonlySet<string> = new Set(['transition', 'action', 'delete', 'print']);

/** Widgets as cards; as buttons they would need a permission, which a widget does not bring. */
function cardWidgets({ document, list, items, widgets, t }: Making): readonly PaletteGroup[] {
  const shown = new Set(items.map((item) => (isJsonObject(item) ? item.widget : undefined)));
  const entries = widgets
    .filter(({ slots }) => slots.includes('card'))
    .map(({ name, title }): PaletteEntry => {
      const key = freshKey(document, list, `${name.slice(0, 1).toLowerCase()}${name.slice(1)}`);
      const item = { key, kind: 'widget', title, widget: name };
      return { id: name, title, isShown: shown.has(name), item, below: [] };
    });
  return [{ title: t('designer.add.widgets'), entries }];
}

function tabGroups(making: Making): readonly PaletteGroup[] {
  const { document, list, items, titles, t } = making;
  if (list !== 'tabs') return [];
  const shown = new Set(items.map((item) => (isJsonObject(item) ? item.page : undefined)));
  const ofPages = (kind: string) =>
    [...(titles.pages ?? [])].flatMap(([name, page]): readonly PaletteEntry[] => {
      if (!('kind' in page) || page.kind !== kind || name === document.name) return [];
      const key = freshKey(document, list, `${name.slice(0, 1).toLowerCase()}${name.slice(1)}`);
      return [
        {
          id: name,
          title: page.title,
          isShown: shown.has(name),
          item: { key, title: page.title, page: name },
          below: [],
        },
      ];
    });
  if (document.kind === 'dashboard') return [{ title: t('designer.add.pages'), entries: ofPages('dashboard') }];
  if (document.kind !== 'list') return [];
  return [
    newNode(making, t('designer.add.newTab'), 'tab', {}),
    { title: t('designer.add.pages'), entries: ofPages('list') },
  ];
}

function viewGroups(making: Making): readonly PaletteGroup[] {
  const { document, list, items, titles, t } = making;
  const entity = entityOfNode(document, '', titles);
  if (entity === undefined) return [];
  const card = entity.label;
  const byState = entity.states?.[0]?.field ?? entity.fields.find(({ type }) => type === 'enum')?.key;
  const day = entity.fields.find(({ type }) => type === 'date' || type === 'datetime')?.key;
  const possible = [
    { kind: 'table' },
    ...(byState === undefined ? [] : [{ kind: 'kanban', field: byState, card }]),
    ...(day === undefined ? [] : [{ kind: 'calendar', start: day, card }]),
    ...(entity.tree === undefined ? [] : [{ kind: 'tree' }]),
  ];
  const shown = new Set(items.map((item) => (isJsonObject(item) ? item.kind : undefined)));
  const entries = possible.map((view): PaletteEntry => {
    const item = { key: freshKey(document, list, view.kind), ...view };
    const title = nodeTitle({ ...document, views: [item] }, ['views', item.key], titles);
    return { id: view.kind, title, isShown: shown.has(view.kind), item, below: [] };
  });
  return [{ title: t('designer.add.kinds'), entries }];
}

function measureGroups({ document, list, items, titles }: Making): readonly PaletteGroup[] {
  const shown = new Set(items.map((item) => (isJsonObject(item) ? `${item.dataset} ${item.measure}` : undefined)));
  return [...titles.datasets.values()].map((dataset) => ({
    title: dataset.title,
    entries: dataset.measures.map((measure): PaletteEntry => {
      const key = freshKey(document, list, measure.key);
      const item = { key, kind: 'figure', title: measure.title, dataset: dataset.name, measure: measure.key };
      const id = `${dataset.name} ${measure.key}`;
      return { id, title: measure.title, isShown: shown.has(id), item, below: [] };
    }),
  }));
}

/** Analyses as cards: from then on a card of the page like any other, whatever becomes of the analysis. */
function analysisGroup({ document, list, items, titles, analyses = [], t }: Making): PaletteGroup {
  const shown = new Set(items.map((item) => (isJsonObject(item) ? item.title : undefined)));
  const entries = analyses.flatMap(({ id, name, ask }): readonly PaletteEntry[] => {
    const dataset = ask === null ? undefined : titles.datasets.get(ask.dataset);
    if (ask === null || dataset === undefined) return [];
    const key = freshKey(document, list, 'analysis');
    const { card, lacks } = analysisCard(ask, { key, title: name }, dataset);
    if (card === undefined || lacks.length > 0) return [];
    return [{ id, title: name, isShown: shown.has(name), item: card, below: [] }];
  });
  return { title: t('designer.add.analyses'), entries };
}

function datasetFilters({ document, items, titles, t }: Making): readonly PaletteGroup[] {
  const cards: readonly unknown[] = Array.isArray(document.cards) ? document.cards : [];
  const names = new Set(cards.map((card) => (isJsonObject(card) ? card.dataset : undefined)));
  const found = [...titles.datasets.values()]
    .filter(({ name }) => names.has(name))
    .flatMap(({ filters = [] }) => filters);
  const entries = [...new Map(found.map((filter) => [filter.key, filter])).values()].map(
    ({ key, title }): PaletteEntry => ({ id: key, title, isShown: isIn(items, key), item: { key }, below: [] }),
  );
  return [{ title: t('designer.add.fields'), entries: entries.filter(({ isShown }) => !isShown) }];
}

function childGroups({ document, list, items, titles, t }: Making): readonly PaletteGroup[] {
  const entity = entityOfNode(document, pathAround(list).around, titles);
  const entries = (entity?.children ?? []).flatMap((rows): readonly PaletteEntry[] => {
    const label = titles.entities.get(rows.entity)?.label;
    if (label === undefined) return [];
    const item = { key: rows.key, columns: [{ key: label, field: label }] };
    return [{ id: rows.key, title: rows.title, isShown: isIn(items, rows.key), item, below: [] }];
  });
  return [{ title: t('designer.add.kinds'), entries: entries.filter(({ isShown }) => !isShown) }];
}

/** The list that something would be added to when this node is selected; undefined where there is none. */
export function listAround(
  document: JsonObject,
  at: string,
): { readonly list: string; readonly after?: string } | undefined {
  const path = parseKeyPath(at) ?? [];
  if (at !== '' && Array.isArray(valueIn(document, at))) return { list: at };
  if (path.length < 2) return undefined;
  const { around, name } = pathAround(at);
  return Array.isArray(valueIn(document, around)) ? { list: around, after: name } : undefined;
}
