import { keyOfItem } from '../json/former-keys.ts';
import { isJsonObject, type JsonObject } from '../json/json.ts';
import { mergeObjects } from './extend.ts';

/** Whose tabs a panorama shows, and the relation path from its own record to the record they are about. */
export type TabsOf = { readonly page: string; readonly through: string; readonly place: 'before' | 'after' };

/** Kinds of tabs that hold rows of their own; history, forms and widgets belong to the record they were made for. */
const lentKinds: readonly unknown[] = ['list', 'timeline'];

/** What a document says in `tabsOf`; undefined where it says nothing that could be followed. */
export function tabsOfDocument(json: JsonObject): TabsOf | undefined {
  const { tabsOf } = json;
  if (!isJsonObject(tabsOf) || typeof tabsOf.page !== 'string' || typeof tabsOf.through !== 'string') return undefined;
  return { page: tabsOf.page, through: tabsOf.through, place: tabsOf.place === 'after' ? 'after' : 'before' };
}

/**
 * The panorama with the rows tabs of another one beside its own: what they read of the record they read of the related
 * record, their forms come along, and an own tab of the same key changes the borrowed one.
 */
export function shareTabs(own: JsonObject, lender: JsonObject, { through, place }: TabsOf): JsonObject {
  const lent = items(lender.tabs)
    .filter((tab) => lentKinds.includes(tab.kind))
    .map((tab) => throughRelation(tab, through));
  const { tabsOf: _, ...rest } = own;
  return {
    ...rest,
    tabs: placed(lent, items(own.tabs), place),
    forms: mergeObjects(formsOf(lender, lent), isJsonObject(own.forms) ? own.forms : {}),
  };
}

function placed(
  lent: readonly JsonObject[],
  own: readonly JsonObject[],
  place: TabsOf['place'],
): readonly JsonObject[] {
  const changes = new Map(own.map((tab) => [keyOfItem(tab), tab]));
  const lentKeys = new Set(lent.map(keyOfItem));
  const borrowed = lent.map((tab) => mergeObjects(tab, changes.get(keyOfItem(tab)) ?? {}));
  const added = own.filter((tab) => !lentKeys.has(keyOfItem(tab)));
  return place === 'after' ? [...added, ...borrowed] : [...borrowed, ...added];
}

function items(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** A tab about the related record: its rows are found by it, and the buttons above them stand on it. */
function throughRelation(tab: JsonObject, through: string): JsonObject {
  return {
    ...tab,
    ...(isJsonObject(tab.match) ? { match: mapValues(tab.match, (value) => matchThrough(value, through)) } : {}),
    ...(Array.isArray(tab.toolbar)
      ? { toolbar: items(tab.toolbar).map((action) => actionThrough(action, through)) }
      : {}),
  };
}

function matchThrough(value: unknown, through: string): unknown {
  return typeof value === 'string' && value.startsWith('@record.')
    ? value.replace('@record.', `@record.${through}.`)
    : value;
}

function actionThrough(action: JsonObject, through: string): JsonObject {
  const { values, visibleWhen, enabledWhen, after } = action;
  return {
    ...action,
    ...(isJsonObject(values) ? { values: mapValues(values, (value) => expressionThrough(value, through)) } : {}),
    ...(visibleWhen === undefined ? {} : { visibleWhen: expressionThrough(visibleWhen, through) }),
    ...(Array.isArray(after) ? { after: items(after).map((step) => stepThrough(step, through)) } : {}),
    ...(enabledWhen === undefined ? {} : { enabledWhen: expressionThrough(enabledWhen, through) }),
  };
}

function stepThrough(step: JsonObject, through: string): JsonObject {
  const { filters } = step;
  if (!isJsonObject(filters)) return step;
  return { ...step, filters: mapValues(filters, (value) => expressionThrough(value, through)) };
}

/** `record` outside of texts and of other names. */
const recordName = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|(?<![\w.])record\b/g;

function expressionThrough(source: unknown, through: string): unknown {
  if (typeof source !== 'string') return source;
  return source.replaceAll(recordName, (found) => (found === 'record' ? `record.${through}` : found));
}

/** The forms that borrowed tabs open; one that names no entity is about the record of the page it was written for. */
function formsOf(lender: JsonObject, tabs: readonly JsonObject[]): JsonObject {
  const forms = isJsonObject(lender.forms) ? lender.forms : {};
  const actions = tabs.flatMap((tab) => [...items(tab.toolbar), ...items(tab.row)]);
  const names = new Set(actions.flatMap((action) => (typeof action.form === 'string' ? [action.form] : [])));
  return Object.fromEntries(
    Object.entries(forms).flatMap(([name, form]) =>
      names.has(name) && isJsonObject(form) ? [[name, { entity: lender.entity, ...form }]] : [],
    ),
  );
}

function mapValues(object: JsonObject, change: (value: unknown) => unknown): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
}
