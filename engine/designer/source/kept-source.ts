/** Whose text it is, and of what: the page and the level it is designed on. */
export type KeptPlace = { readonly user: string; readonly of: string };

/** A text that was no document when it was left. */
export function keptSource(place: KeptPlace): string | undefined {
  try {
    return sessionStorage.getItem(nameOf(place)) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a text that is no document, so that neither a reload nor another panel loses it; without one forgets it. */
export function keepSource(place: KeptPlace, text: string | undefined): void {
  try {
    if (text === undefined) sessionStorage.removeItem(nameOf(place));
    else sessionStorage.setItem(nameOf(place), text);
  } catch {
    // A full or forbidden store: the text still stands in the editor.
  }
}

function nameOf({ user, of }: KeptPlace): string {
  return `engine.source.${user}.${of}`;
}
