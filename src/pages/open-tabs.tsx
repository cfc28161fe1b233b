import { App } from 'antd';
import { useLayoutEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { Access } from '../access/access.ts';
import { useText } from '../locales/i18n.ts';
import type { PageRoute } from '../routes/menu-routes.ts';
import { useSettings } from '../settings/settings.ts';
import { recent } from '../tabs/recent.ts';
import { useRecordNames } from '../tabs/record-names.ts';
import { TabBar } from '../tabs/tab-bar.tsx';
import type { Closing, Tab } from '../tabs/tab-list.ts';
import { tabs, useTabs } from '../tabs/tabs.ts';
import { unsavedPages } from '../tabs/unsaved-work.ts';

type Props = { readonly access: Access; readonly page: PageRoute | undefined };

/** The tabs of the pages that were opened; every page that is shown has one. */
export function OpenTabs({ access, page }: Props) {
  const { routes, user } = access;
  const { search } = useLocation();
  const { tabs: open } = useTabs();
  const { isMultiTab } = useSettings();
  const nameOf = useRecordNames();
  const show = useShowTab(access);
  const close = useCloseTabs(access, show);
  useLayoutEffect(() => {
    const isOpen = (name: string) => routes.byName.has(name);
    unsavedPages.shown = page?.name;
    if (page === undefined) return;
    tabs.visit(user.id, isOpen, page.name, search.replace(/^\?/, ''));
    recent.note(page.name);
  }, [routes, user.id, page, search]);
  if (!isMultiTab) return null;
  const shown = open.flatMap((tab) => {
    const route = routes.byName.get(tab.name);
    return route === undefined ? [] : [{ ...tab, pageTitle: nameOf(tab) ?? route.title }];
  });
  return (
    <TabBar
      tabs={shown}
      shown={page?.name}
      onOpen={(name) => {
        const tab = open.find((one) => one.name === name);
        if (tab !== undefined && name !== page?.name) show(tab);
      }}
      onClose={close}
      onRename={tabs.rename}
      onMove={tabs.move}
    />
  );
}

/** Shows the page of a tab at the address it was left with. */
function useShowTab({ routes }: Access): (tab: Tab) => void {
  const navigate = useNavigate();
  return ({ name, search }) => {
    const path = routes.byName.get(name)?.path;
    if (path !== undefined) void navigate({ pathname: path, search }, { preventScrollReset: true });
  };
}

/** Closes tabs, after asking where typed work would be lost; what cannot be closed is told. */
function useCloseTabs({ routes }: Access, show: (tab: Tab) => void) {
  const { message } = App.useApp();
  const t = useText();
  const home = [...routes.byName.values()].find(({ path }) => path === routes.home)?.name ?? '';
  const closeTabs = (what: Closing, name: string): void => {
    const before = tabs.getState().tabs;
    const { shown } = unsavedPages;
    const outcome = tabs.wouldClose(what, name, shown, home);
    if ('refused' in outcome) {
      void message.info({ key: 'tabs', content: t(outcome.refused) });
      return;
    }
    const going = before.filter((tab) => !outcome.tabs.some((left) => left.name === tab.name));
    const close = () => {
      for (const tab of going) unsavedPages.forget(tab.name);
      tabs.become(outcome.tabs);
      if (outcome.show.name !== shown) show(outcome.show);
    };
    const own = going.map((tab) => (tab.name === shown ? unsavedPages.of(tab.name) : undefined)).find(Boolean);
    const left = going.find((tab) => unsavedPages.isLeft(tab.name));
    if (own !== undefined) own.ask({ go: close, stay: () => undefined });
    else if (left === undefined) close();
    else {
      // Who is asked about work must see it.
      unsavedPages.askWhenShown(left.name, () => closeTabs(what, name));
      show(left);
    }
  };
  return closeTabs;
}
