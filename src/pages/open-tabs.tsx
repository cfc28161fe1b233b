import { App } from 'antd';
import { useLayoutEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Access } from '../access/access.ts';
import { useText } from '../locales/i18n.ts';
import type { PageRoute } from '../routes/menu-routes.ts';
import { useSettings } from '../settings/settings.ts';
import { recent } from '../tabs/recent.ts';
import { placeOf, useNamesOf } from '../tabs/record-names.ts';
import { TabBar } from '../tabs/tab-bar.tsx';
import type { Closing, Tab } from '../tabs/tab-list.ts';
import { inTab } from '../tabs/tab-state.ts';
import { tabs, useTabs } from '../tabs/tabs.ts';
import { unsavedPages } from '../tabs/unsaved-work.ts';
import { useAskedNames } from '../tabs/use-asked-names.ts';

type Props = {
  readonly access: Access;
  readonly page: PageRoute | undefined;
  /** The tab of the page that is shown. */
  readonly tab: Tab | undefined;
};

/** The tabs of the pages that were opened; every page that is shown has one. */
export function OpenTabs({ access, page, tab }: Props) {
  const { routes, user } = access;
  const { tabs: open } = useTabs();
  const { isMultiTab } = useSettings();
  const nameOf = useNamesOf();
  const show = useShowTab(access);
  const close = useCloseTabs(access, show);
  useLayoutEffect(() => {
    unsavedPages.shown = tab?.key;
    if (tab === undefined) return;
    tabs.visit(user.id, (name) => routes.byName.has(name), tab);
    recent.note(tab.name);
  }, [routes, user.id, tab]);
  // The page that is shown tells its record itself.
  const others = isMultiTab ? open.filter((one) => one.key !== tab?.key) : [];
  useAskedNames(others.flatMap((one) => placeOf(one) ?? []));
  if (!isMultiTab) return null;
  const shown = open.flatMap((one) => {
    const route = routes.byName.get(one.name);
    const place = placeOf(one);
    const name = place && nameOf(place);
    return route === undefined ? [] : [{ ...one, pageTitle: name ?? route.title }];
  });
  return (
    <TabBar
      tabs={shown}
      shown={page === undefined ? undefined : tab?.key}
      onOpen={(key) => {
        const wanted = open.find((one) => one.key === key);
        if (wanted !== undefined && key !== tab?.key) show(wanted);
      }}
      onClose={close}
      onRename={tabs.rename}
      onMove={tabs.move}
      onPin={tabs.pin}
      onDouble={(key) => {
        const twin = tabs.double(key);
        if (twin !== undefined) show(twin);
      }}
    />
  );
}

/** Shows the page of a tab at the address it was left with. */
function useShowTab({ routes }: Access): (tab: Tab) => void {
  const navigate = useNavigate();
  return ({ key, name, search }) => {
    const path = routes.byName.get(name)?.path;
    if (path !== undefined) void navigate({ pathname: path, search }, { state: inTab(key), preventScrollReset: true });
  };
}

/** Closes tabs, after asking where typed work would be lost; what cannot be closed is told. */
function useCloseTabs({ routes }: Access, show: (tab: Tab) => void) {
  const { message } = App.useApp();
  const t = useText();
  const home = [...routes.byName.values()].find(({ path }) => path === routes.home)?.name ?? '';
  const closeTabs = (what: Closing, key: string): void => {
    const before = tabs.getState().tabs;
    const { shown } = unsavedPages;
    const outcome = tabs.wouldClose(what, key, shown, home);
    if ('refused' in outcome) {
      void message.info({ key: 'tabs', content: t(outcome.refused) });
      return;
    }
    const going = before.filter((tab) => !outcome.tabs.some((left) => left.key === tab.key));
    const close = () => {
      for (const tab of going) unsavedPages.forget(tab.key);
      tabs.become(outcome.tabs);
      if (outcome.show.key !== shown) show(outcome.show);
    };
    const own = going.map((tab) => (tab.key === shown ? unsavedPages.of(tab.key) : undefined)).find(Boolean);
    const left = going.find((tab) => unsavedPages.isLeft(tab.key));
    if (own !== undefined) own.ask({ go: close, stay: () => undefined });
    else if (left === undefined) close();
    else {
      // Who is asked about work must see it.
      unsavedPages.askWhenShown(left.key, () => closeTabs(what, key));
      show(left);
    }
  };
  return closeTabs;
}
