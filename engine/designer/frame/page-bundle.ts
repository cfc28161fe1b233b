import type { DesignTitles } from '../../model/design/index.ts';
import type { PageBundle, PageDocument } from '../../model/documents/index.ts';
import { isJsonObject, type JsonObject } from '../../model/json/index.ts';
import type { WidgetContract } from '../../model/widget/index.ts';
import type { DesignParts } from '../store/design-store.ts';

/** What a page is drawn with while it is designed: every other document that may be needed. */
export function surroundingsOf(base: PageBundle, parts: DesignParts): PageBundle {
  return {
    ...base,
    entities: joined(base.entities, parts.entities),
    dictionaries: joined(base.dictionaries, parts.dictionaries),
    datasets: joined(base.datasets, parts.datasets),
    faults: [],
  };
}

function joined<Document extends { readonly name: string }>(own: readonly Document[], more: readonly Document[]) {
  return [...new Map([...more, ...own].map((document) => [document.name, document])).values()];
}

const needed: Readonly<Record<string, readonly string[]>> = {
  list: ['columns'],
  panorama: ['facts', 'tabs'],
  detail: ['facts'],
  dashboard: ['cards'],
  form: [],
  custom: [],
};

/** The document, where it has what drawing a page of its kind takes; what else is wrong is shown in its place. */
export function drawablePage(document: JsonObject): PageDocument | undefined {
  return isDrawable(document) ? document : undefined;
}

function isDrawable(document: unknown): document is PageDocument {
  if (!isJsonObject(document) || typeof document.kind !== 'string') return false;
  const lists = needed[document.kind];
  return lists?.every((name) => Array.isArray(document[name])) === true;
}

/** Where the words of a page come from. */
export function titlesOf(base: PageBundle, parts: DesignParts, widgets: readonly WidgetContract[]): DesignTitles {
  return {
    entities: byName(joined(base.entities, parts.entities)),
    dictionaries: byName(joined(base.dictionaries, parts.dictionaries)),
    datasets: byName(joined(base.datasets, parts.datasets)),
    pages: byName(parts.pages),
    widgets: byName(widgets),
  };
}

function byName<Named extends { readonly name: string }>(all: readonly Named[]): ReadonlyMap<string, Named> {
  return new Map(all.map((one) => [one.name, one]));
}
