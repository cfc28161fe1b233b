import { isJsonObject, type JsonObject } from '../../model/json/index.ts';

/** Whose text it is, and of what: the page and the level it is designed on. */
export type KeptPlace = { readonly user: string; readonly of: string };

/** A text that is no document, and the document that it and the page last had in common. */
export type KeptSource = { readonly text: string; readonly common: JsonObject };

/** A text that was no document when it was left. */
export function keptSource(place: KeptPlace): KeptSource | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(nameOf(place)) ?? 'null');
    return isKept(kept) ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a text that is no document, so that neither a reload nor another panel loses it; without one forgets it. */
export function keepSource(place: KeptPlace, source: KeptSource | undefined): void {
  try {
    if (source === undefined) sessionStorage.removeItem(nameOf(place));
    else sessionStorage.setItem(nameOf(place), JSON.stringify(source));
  } catch {
    // A full or forbidden store: the text still stands in the editor.
  }
}

function nameOf({ user, of }: KeptPlace): string {
  return `engine.source.${user}.${of}`;
}

function isKept(kept: unknown): kept is KeptSource {
  return isJsonObject(kept) && typeof kept.text === 'string' && isJsonObject(kept.common);
}
