import { useState } from 'react';
import { type Location, useLocation } from 'react-router-dom';
import type { Access } from '../access/access.ts';
import type { PageRoute } from '../routes/menu-routes.ts';
import { settings } from '../settings/settings.ts';
import { landing, type Tab } from '../tabs/tab-list.ts';
import { keyIn } from '../tabs/tab-state.ts';
import { tabs } from '../tabs/tabs.ts';

/** The tab in which a place is shown, as things stand now. */
export function tabAt({ routes, user }: Access, page: PageRoute, { search, state }: Location<unknown>): Tab {
  const { isMultiTab, isRecordTab } = settings.getState();
  const open = isMultiTab ? tabs.of(user.id, (name) => routes.byName.has(name)) : [];
  const visit = { name: page.name, search: search.replace(/^\?/, ''), key: keyIn(state) };
  return landing(open, visit, isMultiTab && isRecordTab);
}

/** The tab of the place the browser is at; it stays the same as long as that does, whatever becomes of other tabs. */
export function useShownTab(access: Access, page: PageRoute | undefined): Tab | undefined {
  const location: Location<unknown> = useLocation();
  const [held, setHeld] = useState<{ readonly location: Location; readonly page: PageRoute; readonly tab: Tab }>();
  if (page === undefined) return undefined;
  if (held?.location === location && held.page === page) return held.tab;
  const tab = tabAt(access, page, location);
  setHeld({ location, page, tab });
  return tab;
}
