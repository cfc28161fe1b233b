import type { DetailView, PanoramaView, TabView } from '../../../model/view/index.ts';

/** Tabs that stand together under a title; those first that stand alone. */
export type TabGroup = { readonly title: string | undefined; readonly tabs: readonly TabView[] };

/** The tabs of a page in the groups its document puts them into, in the order in which each comes first; undefined where it has none. */
export function tabGroups({
  page,
  tabs,
}: Pick<DetailView | PanoramaView, 'page' | 'tabs'>): readonly TabGroup[] | undefined {
  const titles = new Map((page.tabs ?? []).map(({ key, group }) => [key, group]));
  const byTitle = new Map<string | undefined, readonly TabView[]>([[undefined, []]]);
  for (const tab of tabs) {
    const title = titles.get(tab.key);
    byTitle.set(title, [...(byTitle.get(title) ?? []), tab]);
  }
  if (byTitle.size === 1) return undefined;
  return [...byTitle].flatMap(([title, own]) => (own.length === 0 ? [] : [{ title, tabs: own }]));
}
