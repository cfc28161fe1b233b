import { Menu } from 'antd';
import { useNavigate } from 'react-router-dom';
import { useText } from '../locales/i18n.ts';
import type { PageRoute } from '../routes/menu-routes.ts';
import { useSettings } from '../settings/settings.ts';
import { toEntry, toGroupEntry } from './menu-entries.tsx';
import type { MenuLine } from './menu-items.ts';
import { firstPage } from './menu-search.ts';

type Props = {
  readonly lines: readonly MenuLine[];
  readonly page: PageRoute | undefined;
  /** Only the outermost groups: what they hold stands in the side menu. */
  readonly isGroupsOnly: boolean;
};

/** The menu within the header. */
export function TopMenu({ lines, page, isGroupsOnly }: Props) {
  const t = useText();
  const navigate = useNavigate();
  const { menuStyle } = useSettings();
  const open = (key: string) => {
    const first = firstPage(lines.filter((line) => line.key === key));
    if (first?.path !== undefined) void navigate(first.path);
  };
  return (
    <nav className="shell-top-menu" aria-label={t(isGroupsOnly ? 'shell.menuGroups' : 'shell.mainMenu')}>
      <Menu
        theme={menuStyle}
        mode="horizontal"
        items={lines.map(isGroupsOnly ? toGroupEntry : toEntry)}
        selectedKeys={page === undefined ? [] : isGroupsOnly ? [groupOf(page)] : [page.name]}
        {...(isGroupsOnly ? { onClick: ({ key }) => open(key) } : {})}
      />
    </nav>
  );
}

/** The outermost group around a page; the page itself where it stands alone. */
export function groupOf(page: PageRoute): string {
  return page.groups[0]?.name ?? page.name;
}
