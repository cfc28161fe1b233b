import { isJsonObject, type JsonObject } from '../json/json.ts';
import type { DesignTitles } from './design-titles.ts';
import { type Asked, conditionValue, fieldTitle, nodeTitle, partTitle, sortTitle } from './node-words.ts';
import { placesOf, type Step, stepsTo } from './place.ts';
import { nameKindOf } from './property-kinds.ts';
import { quoted, sentence } from './sentence.ts';
import { titleOfValue } from './value-titles.ts';

const maxText = 40;

/** A value of the property at a key path, in words: pages, fields, choices by their titles, other text in 「」. */
export function valueText(document: JsonObject, at: readonly string[], value: unknown, titles: DesignTitles): string {
  const steps = stepsTo(document, at);
  const last = steps.at(-1);
  return last === undefined ? plainText(value) : textAt({ document, steps, titles }, last, value);
}

/** A value at the end of these steps, in words. */
export function textAt(asked: Asked, last: Step, value: unknown): string {
  if (typeof value === 'boolean') return sentence(value ? 'design.yes' : 'design.no');
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    if (items.length === 0) return sentence('design.nothing');
    return sentence('design.list', { items: items.map((item) => itemText(asked, last, item)) });
  }
  if (typeof value === 'string') return textOfName(asked, last, value) ?? quoted(shortened(value));
  if (typeof value === 'number') return titleOfValue(last.name, placesOf(last), String(value)) ?? String(value);
  return plainText(value);
}

function itemText(asked: Asked, last: Step, item: unknown): string {
  if (isJsonObject(item) && typeof item.key === 'string') {
    const path = [...asked.steps.map(({ name }) => name), item.key];
    return quoted(nodeTitle(asked.document, path, asked.titles));
  }
  return textAt(asked, last, item);
}

function textOfName(asked: Asked, last: Step, text: string): string | undefined {
  const { name, holder } = last;
  const { titles } = asked;
  const places = placesOf(last);
  const kind = nameKindOf(last);
  if (kind === 'page') return titles.pages?.get(text)?.title;
  const part = kind === 'part' ? partTitle(titles, holder, text) : undefined;
  if (part !== undefined) return part;
  switch (name) {
    case 'dataset':
      return titles.datasets.get(text)?.title;
    case 'entity':
    case 'entities':
    case 'ref':
      return titles.entities.get(text)?.title;
    case 'widget':
      return titles.widgets?.get(text)?.title;
    case 'form':
      return quoted(nodeTitle(asked.document, ['forms', text], titles));
    case 'tab':
      return nodeTitle(asked.document, ['tabs', text], titles);
    case 'value':
      return conditionValue(asked, text);
    case 'sort':
      return sortTitle(asked, text);
    default:
      return kind === 'path' ? fieldTitle(asked, text) : titleOfValue(name, places, text);
  }
}

function plainText(value: unknown): string {
  if (value === undefined) return sentence('design.nothing');
  if (typeof value === 'string') return quoted(shortened(value));
  if (value === null) return sentence('design.emptyValue');
  return shortened(JSON.stringify(value) ?? '');
}

function shortened(text: string): string {
  return text.length > maxText ? `${text.slice(0, maxText)}…` : text;
}
