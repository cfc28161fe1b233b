/** A page that is open: by the name of its route, with the part of its address that says what it shows. */
export type Tab = {
  readonly name: string;
  /** As in the address, without the question mark. */
  readonly search: string;
  /** The name its user gave it. */
  readonly title?: string;
};

/** Which tabs shall go, seen from one of them. */
export type Closing = 'current' | 'left' | 'right' | 'all';

/** What closing comes to: the tabs left and the one to show, or why nothing is closed. */
export type Closed =
  | { readonly tabs: readonly Tab[]; readonly show: Tab }
  | { readonly refused: 'tab.last' | 'tab.noLeft' | 'tab.noRight' };

const maxTitleLength = 20;

/** The tabs once a page was opened: a tab of the same name shows it from now on, else a new one at the end. */
export function visited(tabs: readonly Tab[], name: string, search: string): readonly Tab[] {
  const known = tabs.find((tab) => tab.name === name);
  if (known === undefined) return [...tabs, { name, search }];
  return known.search === search ? tabs : tabs.map((tab) => (tab === known ? { ...known, search } : tab));
}

/** The tabs with one under a name of the user's; without any it has its own again. */
export function renamed(tabs: readonly Tab[], name: string, title: string): readonly Tab[] {
  const given = title.trim().slice(0, maxTitleLength);
  return tabs.map((tab) => {
    if (tab.name !== name) return tab;
    return { name, search: tab.search, ...(given === '' ? {} : { title: given }) };
  });
}

/** The tabs with one at another place. */
export function moved(tabs: readonly Tab[], name: string, place: number): readonly Tab[] {
  const tab = tabs.find((one) => one.name === name);
  if (tab === undefined) return tabs;
  const others = tabs.filter((one) => one !== tab);
  const at = Math.max(0, Math.min(place, others.length));
  return [...others.slice(0, at), tab, ...others.slice(at)];
}

/** Closes tabs, seen from the one named; where all go, `home` is there afterwards. */
export function closed(
  tabs: readonly Tab[],
  what: Closing,
  name: string,
  shown: string | undefined,
  home: string,
): Closed {
  const at = tabs.findIndex((tab) => tab.name === name);
  const tab = tabs[at];
  if (tab === undefined) return { refused: 'tab.last' };
  switch (what) {
    case 'current': {
      const rest = tabs.filter((one) => one !== tab);
      const beside = rest[at] ?? rest[at - 1];
      if (beside === undefined) return { refused: 'tab.last' };
      return { tabs: rest, show: rest.find((one) => one.name === shown) ?? beside };
    }
    case 'left':
      return at === 0 ? { refused: 'tab.noLeft' } : rest(tabs.slice(at), tab, shown);
    case 'right':
      return at === tabs.length - 1 ? { refused: 'tab.noRight' } : rest(tabs.slice(0, at + 1), tab, shown);
    case 'all': {
      const first = tabs.find((one) => one.name === home) ?? { name: home, search: '' };
      return tabs.length === 1 && tab.name === home ? { refused: 'tab.last' } : { tabs: [first], show: first };
    }
  }
}

function rest(tabs: readonly Tab[], tab: Tab, shown: string | undefined): Closed {
  return { tabs, show: tabs.find((one) => one.name === shown) ?? tab };
}

/** Reads tabs as they were kept; what is not of their kind is left out. */
export function readTabs(kept: unknown): readonly Tab[] {
  if (!Array.isArray(kept)) return [];
  const tabs: Tab[] = [];
  for (const one of kept) {
    if (typeof one !== 'object' || one === null) continue;
    const { name, search, title }: Readonly<Record<string, unknown>> = one;
    if (typeof name !== 'string' || typeof search !== 'string' || tabs.some((tab) => tab.name === name)) continue;
    tabs.push({ name, search, ...(typeof title === 'string' ? { title: title.slice(0, maxTitleLength) } : {}) });
  }
  return tabs;
}
