import type { MenuProps } from 'antd';
import { Link, useLocation } from 'react-router-dom';
import { useSettings } from '../settings/settings.ts';
import { useTabs } from '../tabs/tabs.ts';
import { MenuIcon } from './menu-icon.tsx';
import type { MenuLine } from './menu-items.ts';

type Entry = NonNullable<MenuProps['items']>[number];

/** A line as antd's menu takes it. */
export function toEntry({ key, title, icon, path, children }: MenuLine): Entry {
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

/** A group as antd's menu takes it where what it holds stands elsewhere. */
export function toGroupEntry({ key, title, icon }: MenuLine): Entry {
  return { key, title, label: title, ...(icon === null ? {} : { icon: <MenuIcon name={icon} /> }) };
}

/** Leads to a page as its tab shows it; of the page that is shown, to its beginning. */
function PageLink({ name, path, children }: { name: string; path: string; children: string }) {
  const { tabs } = useTabs();
  const { isMultiTab } = useSettings();
  const { pathname } = useLocation();
  const tab = isMultiTab && pathname !== path ? tabs.find((one) => one.name === name) : undefined;
  return <Link to={{ pathname: path, search: tab?.search ?? '' }}>{children}</Link>;
}
