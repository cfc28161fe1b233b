import type { Draft } from './draft-shape.ts';
import { readDraft } from './read-draft.ts';

const prefix = 'engine.draft.';
const keptMilliseconds = 7 * 86_400_000;

/** Where the draft of one form of one person lies. */
export type DraftPlace = {
  readonly user: string;
  readonly page: string;
  /** The action whose form it is. */
  readonly form: string;
  /** Id of the record; empty for a new one. */
  readonly record: string;
};

function nameOf({ user, page, form, record }: DraftPlace): string {
  return `${prefix}${user}.${page}.${form}.${record}`;
}

/** The draft that lies there. */
export function keptDraft(place: DraftPlace): Draft | undefined {
  try {
    return readDraft(JSON.parse(localStorage.getItem(nameOf(place)) ?? 'null'));
  } catch {
    return undefined;
  }
}

/** Keeps a draft, or removes the one that lies there. Answers whether it is kept: a storage may be full or forbidden. */
export function keepDraft(place: DraftPlace, draft: Draft | undefined): boolean {
  try {
    if (draft === undefined) localStorage.removeItem(nameOf(place));
    else localStorage.setItem(nameOf(place), JSON.stringify(draft));
    return true;
  } catch {
    // What was typed stays on the screen as long as the page does.
    return draft === undefined;
  }
}

/** Removes drafts of other people from this browser, and those nobody came back to for a week. */
export function forgetDrafts(user: string, now = Date.now()): void {
  try {
    for (const name of Object.keys(localStorage)) {
      if (!name.startsWith(prefix)) continue;
      const isOwn = name.startsWith(`${prefix}${user}.`);
      const draft = isOwn ? readDraft(JSON.parse(localStorage.getItem(name) ?? 'null')) : undefined;
      if (draft === undefined || now - Date.parse(draft.at) > keptMilliseconds) localStorage.removeItem(name);
    }
  } catch {
    // A storage that cannot be read keeps nothing.
  }
}
