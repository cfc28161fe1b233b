import { entityModel } from '../entity/entity-model.ts';
import type { EntityDocument } from '../generated/documents.ts';
import { indexOfKey } from '../json/former-keys.ts';
import { isJsonObject, type JsonObject } from '../json/json.ts';
import type { DesignTitles } from './design-titles.ts';

/** One step on the way into a document: a property of an object, an item of a list, or an entry that its name tells. */
export type Step = {
  readonly name: string;
  readonly holds: 'property' | 'item' | 'entry';
  /** The list or map an item or entry stands in; of a property, that of the nearest item, entry or object that has it. */
  readonly within: string;
  readonly value: unknown;
  /** Where an item stands among its siblings. */
  readonly index: number;
  /** What holds it, for words that depend on what kind that is. */
  readonly holder: JsonObject;
};

/** Properties whose object is a map: its names are said by whoever writes it. */
const maps = new Set(['forms', 'values', 'options', 'filter', 'match', 'props', 'tones']);

/** The name of the place that is the page itself. */
export const pagePlace = 'page';

/** The way to a key path; what leads nowhere ends in steps without a value. */
export function stepsTo(document: JsonObject, at: readonly string[]): readonly Step[] {
  const start: Walk = { value: document, holder: document, list: '', place: pagePlace };
  const steps: Step[] = [];
  let walk = start;
  for (const name of at) {
    const step = stepInto(walk, name, steps.at(-1));
    steps.push(step);
    walk = after(walk, step);
  }
  return steps;
}

/** Where a walk has come to: what stands there, the object around, the last property, and the place it speaks of. */
type Walk = {
  readonly value: unknown;
  readonly holder: JsonObject;
  readonly list: string;
  readonly place: string;
};

function stepInto({ value, holder, list, place }: Walk, name: string, last: Step | undefined): Step {
  if (Array.isArray(value)) {
    const index = indexOfKey(value, name);
    return { name, holds: 'item', within: list, value: value[index], index, holder };
  }
  const isEntry = isMap(list, value, last);
  const around = isJsonObject(value) ? value : holder;
  return {
    name,
    holds: isEntry ? 'entry' : 'property',
    within: isEntry ? list : place,
    value: own(value, name),
    index: -1,
    holder: around,
  };
}

function after(walk: Walk, { name, holds, value, holder }: Step): Walk {
  if (holds !== 'property') return { value, holder, list: walk.list, place: walk.list };
  const isPlace = isJsonObject(value) && !maps.has(name);
  return { value, holder, list: name, place: isPlace ? name : walk.place };
}

function isMap(list: string, value: unknown, last: Step | undefined): boolean {
  if (last?.holds !== 'property' || !isJsonObject(value)) return false;
  return maps.has(list) || (list === 'filters' && last.within === 'after');
}

function own(value: unknown, name: string): unknown {
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** The places a property stands in, the most particular first: with the kind of what has it, then without. */
export function placesOf({ within, holder }: Step): readonly string[] {
  return typeof holder.kind === 'string' ? [`${within}/${holder.kind}`, within] : [within];
}

/** The entity that field paths at the end of these steps start from. */
export function entityAt(
  document: JsonObject,
  steps: readonly Step[],
  titles: DesignTitles,
): EntityDocument | undefined {
  let name = textOf(document.entity);
  for (const step of steps) name = entityOf(step, document, name, titles) ?? name;
  return name === undefined ? undefined : titles.entities.get(name);
}

/** The entity a step comes to: one it names, that of its dataset or tab, or that of child rows. */
function entityOf(
  { value, within, holds, name }: Step,
  document: JsonObject,
  around: string | undefined,
  titles: DesignTitles,
): string | undefined {
  if (isJsonObject(value)) {
    const told = textOf(value.entity);
    if (told !== undefined) return told;
    if (typeof value.dataset === 'string') return titles.datasets.get(value.dataset)?.entity;
    if (within === 'sources') return tabEntity(document, value.tab);
  }
  return holds === 'item' && rowsOf.has(within) ? childEntity(around, name, titles) : undefined;
}

/** Lists whose items may be the rows of a child table, and so speak of its entity inside. */
const rowsOf = new Set(['children', 'fields']);

/** The entity of whose rows a tab of the page is. */
function tabEntity({ tabs }: JsonObject, key: unknown): string | undefined {
  const all: readonly unknown[] = Array.isArray(tabs) ? tabs : [];
  const tab = all.find((item) => isJsonObject(item) && item.key === key);
  return isJsonObject(tab) ? textOf(tab.entity) : undefined;
}

function childEntity(name: string | undefined, key: string, titles: DesignTitles): string | undefined {
  const entity = name === undefined ? undefined : titles.entities.get(name);
  return entity === undefined ? undefined : entityModel(entity).children.get(key)?.entity;
}

/** A text that says something. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
