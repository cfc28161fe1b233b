/** A page that is open, with the part of its address that says what it shows. */
export type Tab = {
  /** Tells it from others of the same page; the first one has the name of its page. */
  readonly key: string;
  /** Name of the page. */
  readonly name: string;
  /** As in the address, without the question mark. */
  readonly search: string;
  /** The name its user gave it. */
  readonly title?: string;
  /** Whether another record of the same page leaves it alone. */
  readonly isOwn?: true;
  /** Whether it stays at the beginning of the bar until it is let go. */
  readonly isPinned?: true;
};

/** Where somebody goes: a page, what its address says, and the tab that is asked for. */
export type Visit = { readonly name: string; readonly search: string; readonly key?: string | undefined };

/** Which tabs shall go, seen from one of them. */
export type Closing = 'current' | 'left' | 'right' | 'all';

/** What closing comes to: the tabs left and the one to show, or why nothing is closed. */
export type Closed =
  | { readonly tabs: readonly Tab[]; readonly show: Tab }
  | { readonly refused: 'tab.last' | 'tab.noLeft' | 'tab.noRight' | 'tab.pinned' };

const maxTitleLength = 20;

/** The record an address is about. */
export function recordOf(search: string): string | undefined {
  return new URLSearchParams(search).get('id') ?? undefined;
}

/**
 * The tab in which a place is shown: the one asked for, one that shows the record already, or the tab of the page, which
 * gives up what it showed. A pinned record stays; where each record has a tab of its own, so does every other.
 */
export function landing(tabs: readonly Tab[], visit: Visit, isRecordTab = false): Tab {
  const { name, search } = visit;
  const record = recordOf(search);
  const ofPage = tabs.filter((tab) => tab.name === name);
  const isFree = (tab: Tab) => tab.isPinned !== true || recordOf(tab.search) === record;
  const found =
    ofPage.find((tab) => tab.key === visit.key && isFree(tab)) ??
    (record === undefined ? undefined : ofPage.find((tab) => recordOf(tab.search) === record)) ??
    (isRecordTab && record !== undefined ? undefined : ofPage.find((tab) => tab.isOwn !== true && isFree(tab)));
  if (found !== undefined) return found.search === search ? found : { ...found, search };
  const key = freeKey(tabs, name);
  return isRecordTab && record !== undefined ? { key, name, search, isOwn: true } : { key, name, search };
}

/** The tabs with one as it is shown now: in its place, or at the end where it is new. */
export function visited(tabs: readonly Tab[], shown: Tab): readonly Tab[] {
  const known = tabs.find((tab) => tab.key === shown.key);
  if (known === undefined) return [...tabs, shown];
  return known.search === shown.search ? tabs : replaced(tabs, { ...known, search: shown.search });
}

/** The tabs with a place in a tab of its own beside another one; a tab that shows the record already becomes its own. */
export function beside(
  tabs: readonly Tab[],
  { name, search }: Visit,
  after: string | undefined,
): { readonly tabs: readonly Tab[]; readonly tab: Tab } {
  const record = recordOf(search);
  const known =
    record === undefined ? undefined : tabs.find((tab) => tab.name === name && recordOf(tab.search) === record);
  if (known !== undefined) {
    const tab: Tab = known.isOwn === true ? known : { ...known, isOwn: true };
    return { tabs: replaced(tabs, tab), tab };
  }
  return insertedBeside(tabs, { key: freeKey(tabs, name), name, search, isOwn: true }, after);
}

/** The tabs with one of them a second time, beside it: as it stands, and from then on for itself. */
export function doubled(
  tabs: readonly Tab[],
  key: string,
): { readonly tabs: readonly Tab[]; readonly tab: Tab } | undefined {
  const tab = tabs.find((one) => one.key === key);
  if (tab === undefined) return undefined;
  const { name, search } = tab;
  return insertedBeside(tabs, { key: freeKey(tabs, name), name, search, isOwn: true }, key);
}

function insertedBeside(tabs: readonly Tab[], tab: Tab, after: string | undefined) {
  const at = tabs.findIndex(({ key }) => key === after);
  let place = at === -1 ? tabs.length : Math.max(at + 1, pinnedOf(tabs).length);
  // What was opened beside it before stays nearer: one after the other they stand in the order of opening.
  while (at !== -1 && tabs[place]?.isOwn === true) place += 1;
  return { tabs: [...tabs.slice(0, place), tab, ...tabs.slice(place)], tab };
}

/** The tabs with one under a name of the user's; without any it has its own again. */
export function renamed(tabs: readonly Tab[], key: string, title: string): readonly Tab[] {
  const given = title.trim().slice(0, maxTitleLength);
  return tabs.map((tab) => {
    if (tab.key !== key) return tab;
    const { title: _, ...plain } = tab;
    return given === '' ? plain : { ...plain, title: given };
  });
}

/** The tabs with one pinned, last of those that are, or let go again, first of the others. */
export function pinned(tabs: readonly Tab[], key: string, isPinned: boolean): readonly Tab[] {
  const tab = tabs.find((one) => one.key === key);
  if (tab === undefined || (tab.isPinned === true) === isPinned) return tabs;
  const { isPinned: _, ...plain } = tab;
  const others = tabs.filter((one) => one !== tab);
  const place = pinnedOf(others).length;
  return [...others.slice(0, place), isPinned ? { ...plain, isPinned } : plain, ...others.slice(place)];
}

/** The tabs with one at another place; the pinned ones stay before the others. */
export function moved(tabs: readonly Tab[], key: string, place: number): readonly Tab[] {
  const tab = tabs.find((one) => one.key === key);
  if (tab === undefined) return tabs;
  const others = tabs.filter((one) => one !== tab);
  const border = pinnedOf(others).length;
  const [from, to] = tab.isPinned === true ? [0, border] : [border, others.length];
  const at = Math.max(from, Math.min(place, to));
  return [...others.slice(0, at), tab, ...others.slice(at)];
}

/** Closes tabs, seen from the one with the key; pinned ones stay, and where all others go, `home` is there afterwards. */
export function closed(
  tabs: readonly Tab[],
  what: Closing,
  key: string,
  shown: string | undefined,
  home: string,
): Closed {
  const at = tabs.findIndex((tab) => tab.key === key);
  const tab = tabs[at];
  if (tab === undefined) return { refused: 'tab.last' };
  switch (what) {
    case 'current':
      return closedOne(tabs, tab, at, shown);
    case 'left':
      return closedBeside(tabs, tab, (place) => place >= at, 'tab.noLeft', shown);
    case 'right':
      return closedBeside(tabs, tab, (place) => place <= at, 'tab.noRight', shown);
    case 'all':
      return closedAll(tabs, shown, home);
  }
}

function closedOne(tabs: readonly Tab[], tab: Tab, at: number, shown: string | undefined): Closed {
  if (tab.isPinned === true) return { refused: 'tab.pinned' };
  const left = tabs.filter((one) => one !== tab);
  const next = left[at] ?? left[at - 1];
  if (next === undefined) return { refused: 'tab.last' };
  return { tabs: left, show: left.find((one) => one.key === shown) ?? next };
}

function closedBeside(
  tabs: readonly Tab[],
  tab: Tab,
  stays: (place: number) => boolean,
  refused: 'tab.noLeft' | 'tab.noRight',
  shown: string | undefined,
): Closed {
  const left = tabs.filter((one, place) => stays(place) || one.isPinned === true);
  if (left.length === tabs.length) return { refused };
  return { tabs: left, show: left.find((one) => one.key === shown) ?? tab };
}

function closedAll(tabs: readonly Tab[], shown: string | undefined, home: string): Closed {
  const first = tabs.find((one) => one.key === home) ?? { key: home, name: home, search: '' };
  const held = pinnedOf(tabs);
  const left = held.length > 0 ? held : [first];
  if (left.length === tabs.length && left.every((one) => tabs.includes(one))) return { refused: 'tab.last' };
  return { tabs: left, show: left.find((one) => one.key === shown) ?? left[0] ?? first };
}

function pinnedOf(tabs: readonly Tab[]): readonly Tab[] {
  return tabs.filter(({ isPinned }) => isPinned === true);
}

function replaced(tabs: readonly Tab[], tab: Tab): readonly Tab[] {
  return tabs.map((one) => (one.key === tab.key ? tab : one));
}

/** The name of the page, or the name with a number that no tab of it has. */
function freeKey(tabs: readonly Tab[], name: string): string {
  const isTaken = (key: string) => tabs.some((tab) => tab.key === key);
  if (!isTaken(name)) return name;
  let number = 2;
  while (isTaken(`${name}~${number}`)) number += 1;
  return `${name}~${number}`;
}

/** Reads tabs as they were kept; what is not of their kind is left out. */
export function readTabs(kept: unknown): readonly Tab[] {
  if (!Array.isArray(kept)) return [];
  const tabs: Tab[] = [];
  for (const one of kept) {
    const tab = readTab(one);
    if (tab !== undefined && !tabs.some(({ key }) => key === tab.key)) tabs.push(tab);
  }
  return tabs;
}

function readTab(kept: unknown): Tab | undefined {
  if (typeof kept !== 'object' || kept === null) return undefined;
  const { key, name, search, title, isOwn, isPinned }: Readonly<Record<string, unknown>> = { ...kept };
  if (typeof key !== 'string' || typeof name !== 'string' || typeof search !== 'string') return undefined;
  return {
    key,
    name,
    search,
    ...(typeof title === 'string' ? { title: title.slice(0, maxTitleLength) } : {}),
    ...(isOwn === true ? { isOwn } : {}),
    ...(isPinned === true ? { isPinned } : {}),
  };
}
