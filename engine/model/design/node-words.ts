import { entityModel, pathTitle, resolvePath, titleOfKey } from '../entity/entity-model.ts';
import type { EntityField, OperationInput } from '../generated/documents.ts';
import { isJsonObject, type JsonObject } from '../json/json.ts';
import { type DesignTitles, operationsIn } from './design-titles.ts';
import { entityAt, pagePlace, placesOf, type Step, stepsTo, textOf } from './place.ts';
import { titleOfItem, titleOfProperty } from './property-titles.ts';
import { sentence } from './sentence.ts';
import { titleOfValue } from './value-titles.ts';

/** What the property at a key path is called, for example 宽度; of an item or entry, what such a one is. */
export function propertyTitle(document: JsonObject, at: readonly string[]): string {
  const last = stepsTo(document, at).at(-1);
  return last === undefined ? pageKind(document) : stepTitle(last);
}

/** What kind of thing stands at a key path: 列, 筛选, 行操作, 标签页, …; of the page itself, what page it is. */
export function nodeKind(document: JsonObject, at: readonly string[]): string {
  const steps = stepsTo(document, at);
  const last = steps.at(-1);
  if (last === undefined) return pageKind(document);
  return last.holds === 'property' ? stepTitle(last) : itemKind(steps);
}

/** What an item of a list, or an entry of a map, is: as its list is called where that stands. */
export function itemKind(steps: readonly Step[]): string {
  const list = steps.findLast(({ holds }) => holds === 'property');
  return list === undefined ? '' : (titleOfItem(list.name, placesOfStep(list)) ?? stepTitle(list));
}

/** The title of the property a step goes through; one that the grammar has not is told by its name. */
export function stepTitle(step: Step): string {
  const { name } = step;
  return titleOfProperty(name, placesOfStep(step)) ?? sentence('design.propertyNamed', { name });
}

function placesOfStep(step: Step): readonly string[] {
  return step.within === pagePlace ? pagePlaces(step) : placesOf(step);
}

function pagePlaces({ holder }: Step): readonly string[] {
  return typeof holder.kind === 'string' ? [`${pagePlace}/${holder.kind}`] : [];
}

function pageKind({ kind }: JsonObject): string {
  return (typeof kind === 'string' ? titleOfValue('kind', [], kind) : undefined) ?? sentence('design.page');
}

/**
 * What the node at a key path is called: the title it says or takes from its field, operation, dataset or dictionary;
 * where there is none anywhere, its number among its siblings. Never a code where a title exists.
 */
export function nodeTitle(document: JsonObject, at: readonly string[], titles: DesignTitles): string {
  const steps = stepsTo(document, at);
  const last = steps.at(-1);
  if (last === undefined) return textOf(document.title) ?? pageKind(document);
  if (last.holds === 'property') return stepTitle(last);
  return titleOfStep({ document, steps, titles }, last);
}

/** Where a node is asked for its name. */
export type Asked = { readonly document: JsonObject; readonly steps: readonly Step[]; readonly titles: DesignTitles };

/** The name of the item or entry that these steps lead to. */
export function titleOfStep(asked: Asked, last: Step): string {
  const { value } = last;
  const told = isJsonObject(value) ? textOf(value.title) : undefined;
  const number = sentence(last.within === 'sections' ? 'design.section' : 'design.item', { number: last.index + 1 });
  return told ?? taken(asked, last) ?? (last.holds === 'item' ? number : last.name);
}

/** A name from what the node refers to. */
function taken(asked: Asked, { name, within, value, holder, holds }: Step): string | undefined {
  const node = isJsonObject(value) ? value : {};
  switch (within) {
    case 'toolbar':
    case 'row':
    case 'bulk':
    case 'actions':
    case 'operations':
      return operationTitle(node, asked.titles);
    case 'views':
    case 'after':
      return typeof node.kind === 'string' ? titleOfValue('kind', [], node.kind) : undefined;
    case 'forms':
      return formTitle(asked.document, name, asked.titles);
    case 'rules':
      return ruleTitle(asked, node);
    case 'fields':
      return fieldTitle(asked, textOf(node.field) ?? name) ?? inputTitle(asked, name);
    case 'filters':
      if (holds === 'item' && node.field === undefined) return datasetFilter(asked.titles, name);
      return fieldTitle(asked, textOf(node.field) ?? name);
    case 'sources':
      return tabTitle(asked.document, textOf(node.tab));
    case 'measures':
    case 'dimensions':
      return partTitle(asked.titles, holder, name);
    case 'lanes':
      return laneTitle(asked, name);
    case 'sort':
      return sortTitle(asked, name);
    case 'periods':
    case 'kinds':
      return titleOfValue(within, [], name);
    case 'entities':
      return asked.titles.entities.get(name)?.title;
    case 'value':
      return conditionValue(asked, name);
    case 'values':
      return sentTitle(asked, name);
    case 'options':
      return optionTitle(asked, name);
    case 'props':
      return settingTitle(asked, name);
    default:
      return fieldTitle(asked, textOf(node.field) ?? name);
  }
}

/** The title of a field path that starts where these steps end; undefined where it leads nowhere. */
export function fieldTitle({ document, steps, titles }: Asked, path: string): string | undefined {
  // An item may itself change what the paths inside it start from; its own field starts from what it stands in.
  const around = steps.at(-1)?.within === 'aside' && steps.at(-1)?.name === 'field' ? [] : steps.slice(0, -1);
  const entity = entityAt(document, around, titles);
  if (entity === undefined) return undefined;
  const model = entityModel(entity);
  if (model.children.has(path)) return titleOfKey(model, path);
  return found(pathTitle(titles.entities, entity, path), path);
}

function operationTitle({ api, link, after }: JsonObject, titles: DesignTitles): string | undefined {
  const operation = typeof api === 'string' ? operationsIn(titles).get(api)?.title : undefined;
  if (operation !== undefined) return operation;
  const steps: readonly unknown[] = Array.isArray(after) ? after : [];
  const goal = steps.map((step) => (isJsonObject(step) ? textOf(step.page) : undefined)).find((page) => page);
  const page = textOf(link) ?? goal;
  return page === undefined ? undefined : titles.pages?.get(page)?.title;
}

/** A rule is called as what it does first. */
function ruleTitle(asked: Asked, rule: JsonObject): string | undefined {
  const [effect] = itemsOf(rule.then);
  if (typeof effect?.field !== 'string' || typeof effect.set !== 'string') return undefined;
  const title = fieldTitle(asked, effect.field);
  return title && `${title}${titleOfValue('set', [], effect.set) ?? ''}`;
}

/** What a form is called by the buttons that open it. */
function formTitle(document: JsonObject, name: string, titles: DesignTitles): string | undefined {
  return opening(document, name)
    .map((button) => textOf(button.title) ?? operationTitle(button, titles))
    .find((title) => title !== undefined);
}

/** What a field of a form is called that is no field of the entity: an input of the operation the form is for. */
function inputTitle({ document, steps, titles }: Asked, key: string): string | undefined {
  const form = steps.find(({ within, holds }) => within === 'forms' && holds === 'entry')?.name;
  const buttons = form === undefined ? [] : opening(document, form);
  return buttons.map((button) => inputOf(button.api, key, titles)?.title).find((title) => title !== undefined);
}

/** The buttons and tabs of a page that open a form. */
function opening(document: JsonObject, form: string): readonly JsonObject[] {
  const { header, aside, tabs } = document;
  const inner = itemsOf(tabs);
  const lists = [
    document.toolbar,
    document.row,
    document.bulk,
    inner,
    ...inner.flatMap((tab) => [tab.toolbar, tab.row]),
  ];
  if (isJsonObject(header)) lists.push(header.actions);
  if (isJsonObject(aside)) lists.push(aside.toolbar, aside.row);
  return lists.flatMap((list) => itemsOf(list).filter((button) => button.form === form));
}

function itemsOf(list: unknown): readonly JsonObject[] {
  return Array.isArray(list) ? list.filter(isJsonObject) : [];
}

function inputOf(api: unknown, key: string, titles: DesignTitles): OperationInput | undefined {
  const operation = typeof api === 'string' ? operationsIn(titles).get(api) : undefined;
  return operation !== undefined && 'input' in operation
    ? operation.input.find((input) => input.key === key)
    : undefined;
}

function tabTitle({ tabs }: JsonObject, key: string | undefined): string | undefined {
  return textOf(itemsOf(tabs).find((tab) => tab.key === key)?.title);
}

function datasetFilter(titles: DesignTitles, key: string): string | undefined {
  for (const dataset of titles.datasets.values()) {
    const title = dataset.filters?.find((filter) => filter.key === key)?.title;
    if (title !== undefined) return title;
  }
  return undefined;
}

/** The title of a measure or dimension of the dataset that a card names. */
export function partTitle(titles: DesignTitles, card: JsonObject, key: string): string | undefined {
  const dataset = typeof card.dataset === 'string' ? titles.datasets.get(card.dataset) : undefined;
  return dataset && [...dataset.measures, ...(dataset.dimensions ?? [])].find((part) => part.key === key)?.title;
}

/** A lane of a board: a value of the dictionary of its field. */
function laneTitle(asked: Asked, value: string): string | undefined {
  const board = asked.steps.findLast(({ within, holds }) => within === 'views' && holds === 'item')?.value;
  const key = isJsonObject(board) ? textOf(board.field) : undefined;
  const entity = entityAt(asked.document, asked.steps, asked.titles);
  const field = key === undefined || entity === undefined ? undefined : entityModel(entity).fields.get(key);
  const dictionary = field?.dictionary === undefined ? undefined : asked.titles.dictionaries.get(field.dictionary);
  return dictionary?.values.find((item) => item.key === value)?.title;
}

/** A condition on what a reference field offers: a path from what it refers to. */
function optionTitle({ document, steps, titles }: Asked, path: string): string | undefined {
  const index = steps.findLastIndex(({ within, holds }) => within === 'fields' && holds === 'item');
  const entity = entityAt(document, steps.slice(0, index), titles);
  const ref = entity && entityModel(entity).fields.get(steps[index]?.name ?? '')?.ref;
  const target = ref === undefined ? undefined : titles.entities.get(ref);
  return target && found(pathTitle(titles.entities, target, path), path);
}

/** A value sent along with a form: an input of the operation, or a field. */
function sentTitle(asked: Asked, name: string): string | undefined {
  const api = asked.steps.findLast(({ name: property }) => property === 'values')?.holder.api;
  const operation = typeof api === 'string' ? operationsIn(asked.titles).get(api) : undefined;
  const input = inputOf(api, name, asked.titles);
  const entity = operation !== undefined && 'entity' in operation ? operation.entity : '';
  const document = asked.titles.entities.get(entity);
  const key = input?.field ?? name;
  return input?.title ?? (document && found(titleOfKey(entityModel(document), key), key)) ?? fieldTitle(asked, name);
}

function found(title: string, path: string): string | undefined {
  return title === path ? undefined : title;
}

/** The field that a condition is about. */
export function conditionField({ document, steps, titles }: Asked): EntityField | undefined {
  const condition = steps.findLast(({ within, holds }) => within === 'where' && holds === 'item');
  const path = isJsonObject(condition?.value) ? textOf(condition.value.field) : undefined;
  const entity = entityAt(document, steps, titles);
  return path === undefined || entity === undefined ? undefined : resolvePath(titles.entities, entity, path)?.field;
}

/** A value of a condition on a field with a dictionary. */
export function conditionValue(asked: Asked, value: string): string | undefined {
  const name = conditionField(asked)?.dictionary;
  const dictionary = name === undefined ? undefined : asked.titles.dictionaries.get(name);
  return dictionary?.values.find((item) => item.key === value)?.title;
}

/** A setting of a widget, as its contract calls it. */
function settingTitle({ steps, titles }: Asked, name: string): string | undefined {
  const holder = steps.findLast(({ name: property }) => property === 'props')?.holder;
  const contract = typeof holder?.widget === 'string' ? titles.widgets?.get(holder.widget) : undefined;
  const { properties } = contract?.propsSchema ?? {};
  const schema = isJsonObject(properties) ? properties[name] : undefined;
  return isJsonObject(schema) ? (textOf(schema.title) ?? textOf(schema.description)) : undefined;
}

/** An order: the field's title, and that it runs backwards. */
export function sortTitle(asked: Asked, text: string): string | undefined {
  const isBackwards = text.startsWith('-');
  const title = fieldTitle(asked, isBackwards ? text.slice(1) : text);
  return title === undefined ? undefined : sentence(isBackwards ? 'design.descending' : 'design.ascending', { title });
}
