import { isJsonObject, type JsonObject, withItems, withProperty, withValues } from '../json/json.ts';

const maxKeyLength = 64;

/**
 * Version 2: every object in an array has a key, so that edits made in the app can name it.
 * Conditions of cards and drill-downs and effects of form rules had none.
 */
export function pageTo2(json: JsonObject): JsonObject {
  const withCards = withProperty(json, 'cards', (cards) => withItems(cards, cardWithKeys));
  return withProperty(withCards, 'forms', (forms) => withValues(forms, formWithKeys));
}

function cardWithKeys(card: JsonObject): JsonObject {
  const own = withProperty(card, 'where', (where) => keyed(where, conditionKeys));
  return withProperty(own, 'link', (link) =>
    isJsonObject(link) ? withProperty(link, 'where', (where) => keyed(where, conditionKeys)) : link,
  );
}

function formWithKeys(form: JsonObject): JsonObject {
  return withProperty(form, 'rules', (rules) =>
    withItems(rules, (rule) => withProperty(rule, 'then', (then) => keyed(then, effectKeys))),
  );
}

/** Names for a condition, best first: its field, then field and operator. */
function conditionKeys(condition: JsonObject): readonly string[] {
  return [camelCase(condition.field), camelCase(condition.field, condition.op)];
}

/** Names for an effect: the field and what is set on it. */
function effectKeys(effect: JsonObject): readonly string[] {
  return [camelCase(effect.field, effect.set)];
}

/** Gives every object of an array a key no sibling has; keys that are there stay. */
function keyed(value: unknown, namesFor: (item: JsonObject) => readonly string[]): unknown {
  if (!Array.isArray(value)) return value;
  const taken = new Set(value.flatMap((item: unknown) => (isJsonObject(item) ? [item.key] : [])));
  return withItems(value, (item) => {
    if (Object.hasOwn(item, 'key')) return item;
    const key = freeKey(namesFor(item), taken);
    taken.add(key);
    return { key, ...item };
  });
}

function freeKey(names: readonly string[], taken: ReadonlySet<unknown>): string {
  const free = names.find((name) => !taken.has(name));
  if (free !== undefined) return free;
  const stem = names.at(-1) ?? 'item';
  for (let number = 2; ; number += 1) {
    const suffix = String(number);
    const key = `${stem.slice(0, maxKeyLength - suffix.length)}${suffix}`;
    if (!taken.has(key)) return key;
  }
}

/** One camelCase key out of texts; whatever cannot stand in a key separates words. */
function camelCase(...texts: readonly unknown[]): string {
  const words = texts
    .flatMap((text) => (typeof text === 'string' ? text.split(/[^A-Za-z0-9]+/) : []))
    .filter((word) => word !== '');
  const joined = words
    .map(
      (word, index) => (index === 0 ? word.slice(0, 1).toLowerCase() : word.slice(0, 1).toUpperCase()) + word.slice(1),
    )
    .join('')
    .replace(/^[0-9]+/, '');
  const key = joined.slice(0, 1).toLowerCase() + joined.slice(1, maxKeyLength);
  return key === '' ? 'item' : key;
}
