import { Menu, type MenuProps } from 'antd';
import { useMemo, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { MenuItem } from '../../engine/model/index.ts';
import { useText } from '../locales/i18n.ts';
import type { PageRoute } from '../router/menu-routes.ts';
import { useSettings } from '../settings/settings.ts';
import { useTabs } from '../tabs/tabs.ts';
import { MenuIcon } from './menu-icon.tsx';
import { type MenuLine, menuLines } from './menu-items.ts';

type Entry = NonNullable<MenuProps['items']>[number];

type Props = {
  readonly menu: MenuItem;
  readonly page: PageRoute | undefined;
  readonly isCollapsed: boolean;
  /** A page was chosen; where the menu lies over the page it can go. */
  readonly onChoose?: () => void;
};

/** The pages the user may open, in the groups of the server's menu; those around the open page are unfolded. */
export function SideMenu({ menu, page, isCollapsed, onChoose }: Props) {
  const t = useText();
  const items = useMemo(() => menuLines(menu).map(toEntry), [menu]);
  const [openKeys, setOpenKeys] = useOpenGroups(page);
  return (
    <nav aria-label={t('shell.mainMenu')}>
      <Menu
        theme="dark"
        mode="inline"
        items={items}
        inlineCollapsed={isCollapsed}
        selectedKeys={page === undefined ? [] : [page.name]}
        // Collapsed, groups open beside the menu while the pointer is on them: antd keeps those itself.
        {...(isCollapsed ? {} : { openKeys, onOpenChange: setOpenKeys })}
        {...(onChoose === undefined ? {} : { onClick: onChoose })}
      />
    </nav>
  );
}

function toEntry({ key, title, icon, path, children }: MenuLine): Entry {
  const shared = { key, title, ...(icon === null ? {} : { icon: <MenuIcon name={icon} /> }) };
  // A link, so that a page can be opened in another tab of the browser.
  if (path !== undefined)
    return {
      ...shared,
      label: (
        <PageLink name={key} path={path}>
          {title}
        </PageLink>
      ),
    };
  return { ...shared, label: title, children: children.map(toEntry) };
}

/** Leads to a page as its tab shows it; of the page that is shown, to its beginning. */
function PageLink({ name, path, children }: { name: string; path: string; children: string }) {
  const { tabs } = useTabs();
  const { isMultiTab } = useSettings();
  const { pathname } = useLocation();
  const tab = isMultiTab && pathname !== path ? tabs.find((one) => one.name === name) : undefined;
  return <Link to={{ pathname: path, search: tab?.search ?? '' }}>{children}</Link>;
}

/** Groups that are unfolded: those the user opened, and those around every page he comes to. */
function useOpenGroups(page: PageRoute | undefined): [string[], (keys: string[]) => void] {
  const around = page?.groups.map((group) => group.name) ?? [];
  const [openKeys, setOpenKeys] = useState<string[]>(around);
  const [shownPage, setShownPage] = useState(page?.name);
  if (page?.name !== shownPage) {
    setShownPage(page?.name);
    setOpenKeys([...new Set([...openKeys, ...around])]);
  }
  return [openKeys, setOpenKeys];
}
