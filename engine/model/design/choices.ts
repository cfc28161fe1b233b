import { entityModel, isStored, pathTitle } from '../entity/entity-model.ts';
import type { EntityDocument } from '../generated/documents.ts';
import { isJsonObject, type JsonObject } from '../json/json.ts';
import { type DesignTitles, operationsIn } from './design-titles.ts';
import { conditionField, nodeTitle } from './node-words.ts';
import { entityAt, placesOf, type Step, stepsTo, textOf } from './place.ts';
import { nameKindOf } from './property-kinds.ts';
import { sentence } from './sentence.ts';
import { titleOfValue } from './value-titles.ts';

/** A name that may stand somewhere, and what it is called. */
export type Choice = { readonly value: string; readonly title: string };

/** How many relations the offered field paths lead through. */
const maxSteps = 2;

/**
 * What the documents offer for the text at a key path: fields two references deep, pages, datasets and their parts,
 * values of dictionaries, forms, operations. Nothing where the text says whatever it likes.
 */
export function choicesAt(document: JsonObject, at: readonly string[], titles: DesignTitles): readonly Choice[] {
  const steps = stepsTo(document, at);
  const last = steps.at(-1);
  if (last === undefined) return [];
  // An item of a list of texts is chosen as its list says.
  const list = last.holds === 'item' ? (steps.at(-2) ?? last) : last;
  const kind = nameKindOf(list);
  if (kind === 'page') return [...(titles.pages ?? [])].map(([value, { title }]) => ({ value, title }));
  const parts = kind === 'part' ? partsOf(list.holder, titles) : [];
  if (parts.length > 0) return parts;
  const entity = entityOfPaths(document, steps, list, titles);
  if (kind === 'path') return entity === undefined ? [] : pathsFrom(entity, titles);
  return named(list, { document, steps, titles, entity });
}

type Around = {
  readonly document: JsonObject;
  readonly steps: readonly Step[];
  readonly titles: DesignTitles;
  readonly entity: EntityDocument | undefined;
};

function named(list: Step, around: Around): readonly Choice[] {
  const { document, titles, entity, steps } = around;
  switch (list.name) {
    case 'dataset':
      return titled(titles.datasets);
    case 'entity':
    case 'entities':
    case 'ref':
      return titled(titles.entities);
    case 'widget':
      return titled(titles.widgets);
    case 'form':
      return keysOf(document.forms).map((key) => ({ value: key, title: nodeTitle(document, ['forms', key], titles) }));
    case 'tab':
      return itemsOf(document.tabs).map(({ key, title }) => ({ value: String(key), title: String(title) }));
    case 'sort':
      return orders(entity, titles);
    case 'fields':
      return entity === undefined ? [] : fillable(entity);
    case 'api':
    case 'query':
    case 'submit':
      return [...operationsIn(titles)].map(([value, { title }]) => ({ value, title }));
    case 'permission':
      return permissions(list.holder, titles);
    case 'scope':
      return scopes(list, entity);
    case 'value':
    case 'lanes':
      return dictionaryChoices({ document, steps, titles }, list);
    default:
      return [];
  }
}

function titled(documents: ReadonlyMap<string, { readonly title: string }> | undefined): readonly Choice[] {
  return [...(documents ?? [])].map(([value, { title }]) => ({ value, title }));
}

/** The entity the paths start from: what has the item that says the path, or the page for the field of a tree beside it. */
function entityOfPaths(
  document: JsonObject,
  steps: readonly Step[],
  list: Step,
  titles: DesignTitles,
): EntityDocument | undefined {
  const isTreeField = list.within === 'aside' && list.name === 'field';
  const around = isTreeField ? [] : steps.slice(0, steps.indexOf(list));
  return entityAt(document, around, titles);
}

function pathsFrom(entity: EntityDocument, titles: DesignTitles): readonly Choice[] {
  return pathsBelow(entity, titles, '', maxSteps).map((value) => ({
    value,
    title: pathTitle(titles.entities, entity, value),
  }));
}

function pathsBelow(entity: EntityDocument, titles: DesignTitles, prefix: string, steps: number): readonly string[] {
  const { fields, relations } = entityModel(entity);
  const own = [...fields.values()].filter(({ secret }) => secret !== true).map(({ key }) => `${prefix}${key}`);
  if (steps === 0) return own;
  const behind = [...relations.values()].flatMap(({ name, many, entity: target }) => {
    const next = many ? undefined : titles.entities.get(target);
    return next === undefined ? [] : pathsBelow(next, titles, `${prefix}${name}.`, steps - 1);
  });
  return [...own, ...behind];
}

function fillable(entity: EntityDocument): readonly Choice[] {
  const { fields, children } = entityModel(entity);
  const own = [...fields.values()].filter(
    (field) => field.readonly !== true && field.secret !== true && isStored(field),
  );
  return [...own, ...children.values()].map(({ key, title }) => ({ value: key, title }));
}

function orders(entity: EntityDocument | undefined, titles: DesignTitles): readonly Choice[] {
  const fields = entity === undefined ? [] : [...entityModel(entity).fields.values()];
  const sortable = fields.filter((field) => field.sortable === true);
  return entity === undefined
    ? []
    : sortable.flatMap(({ key }) => {
        const title = pathTitle(titles.entities, entity, key);
        return [
          { value: key, title: sentence('design.ascending', { title }) },
          { value: `-${key}`, title: sentence('design.descending', { title }) },
        ];
      });
}

function partsOf({ dataset: name }: JsonObject, titles: DesignTitles): readonly Choice[] {
  const dataset = typeof name === 'string' ? titles.datasets.get(name) : undefined;
  return [...(dataset?.dimensions ?? []), ...(dataset?.measures ?? [])].map(({ key, title }) => ({
    value: key,
    title,
  }));
}

/** The keys that the operation of this button asks for; of nothing in particular those of every operation. */
function permissions({ api }: JsonObject, titles: DesignTitles): readonly Choice[] {
  const operation = typeof api === 'string' ? operationsIn(titles).get(api) : undefined;
  const all = operation === undefined ? [...operationsIn(titles).values()] : [operation];
  return [...new Map(all.map(({ permission, title }) => [permission, { value: permission, title }])).values()];
}

function scopes(list: Step, entity: EntityDocument | undefined): readonly Choice[] {
  const usual = ['mine', 'department', 'all'].map((value) => ({
    value,
    title: titleOfValue('scope', placesOf(list), value) ?? value,
  }));
  return [...usual, ...(entity?.access?.scopes ?? []).map(({ key, title }) => ({ value: key, title }))];
}

function dictionaryChoices(around: Omit<Around, 'entity'>, list: Step): readonly Choice[] {
  const { document, steps, titles } = around;
  const field = list.name === 'value' ? conditionField(around) : laneField(document, steps, list, titles);
  const dictionary = field?.dictionary === undefined ? undefined : titles.dictionaries.get(field.dictionary);
  return (dictionary?.values ?? []).map(({ key, title }) => ({ value: key, title }));
}

function laneField(document: JsonObject, steps: readonly Step[], { holder }: Step, titles: DesignTitles) {
  const entity = entityAt(document, steps, titles);
  const key = textOf(holder.field);
  return entity === undefined || key === undefined ? undefined : entityModel(entity).fields.get(key);
}

function keysOf(value: unknown): readonly string[] {
  return isJsonObject(value) ? Object.keys(value) : [];
}

function itemsOf(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
