import { type Matcher, wordOf } from '../search/matcher.ts';

/** What the palette offers: a page, or something that can be done on the page that is open or to the product. */
export type PaletteEntry = {
  readonly key: string;
  readonly title: string;
  /** Where it lies, or what it is about. */
  readonly detail: string;
  readonly use: () => void;
  /** Calls the number of the record; absent where there is none, or no telephone. */
  readonly dial?: () => void;
  /** What can be done with the record at once, such as writing a follow-up, and how it is called. */
  readonly act?: { readonly title: string; readonly use: () => void };
};

/** Entries under one heading. */
export type PaletteGroup = {
  readonly key: 'recent' | 'actions' | 'pages' | 'shell';
  readonly entries: readonly PaletteEntry[];
};

/** Entries as they are shown. */
export type ShownGroup = { readonly key: string; readonly title: string; readonly entries: readonly PaletteEntry[] };

/** Records that the server finds by what was typed: a group a kind. */
export type Finding = {
  readonly groups: readonly ShownGroup[];
  /** Whether an answer to what is typed now is waited for. */
  readonly isLooking: boolean;
  /** Why nothing was found, where the server says so. */
  readonly refusal?: string | undefined;
};

/** So many of a group are shown; who looks for others types more. */
const maxShown = 12;

/**
 * What a query means: titles, and of pages after them where they lie. An entry stands in the first group that has it;
 * groups without any go.
 */
export function foundGroups(groups: readonly PaletteGroup[], query: string, matches: Matcher): readonly PaletteGroup[] {
  const isAll = wordOf(query) === '';
  const taken = new Set<string>();
  return groups.flatMap((group) => {
    // All pages are the menu's business.
    if (isAll && group.key === 'pages') return [];
    const open = group.entries.filter(({ key }) => !taken.has(key));
    const byTitle = isAll ? open : open.filter(({ title }) => matches(title, query));
    const byDetail =
      group.key === 'pages' ? open.filter((one) => !byTitle.includes(one) && matches(one.detail, query)) : [];
    const entries = [...byTitle, ...byDetail].slice(0, maxShown);
    for (const { key } of entries) taken.add(key);
    return entries.length === 0 ? [] : [{ key: group.key, entries }];
  });
}
