import { Menu } from 'antd';
import { useCallback, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useText } from '../locales/i18n.ts';
import type { PageRoute } from '../routes/menu-routes.ts';
import { useMatcher, wordOf } from '../search/matcher.ts';
import { useSettings } from '../settings/settings.ts';
import { toEntry } from './menu-entries.tsx';
import type { MenuLine } from './menu-items.ts';
import { firstPage, foundLines, groupKeys } from './menu-search.ts';
import { MenuSearchBox } from './menu-search-box.tsx';

type Props = {
  /** What the menu shows. */
  readonly lines: readonly MenuLine[];
  /** What is searched: the whole menu, also where only a part of it stands here. */
  readonly allLines: readonly MenuLine[];
  readonly page: PageRoute | undefined;
  readonly isCollapsed: boolean;
  /** A page was chosen; where the menu lies over the page it can go. */
  readonly onChoose?: () => void;
};

/** The pages the user may open, in the groups of the server's menu; those around the open page are unfolded. */
export function SideMenu({ lines, allLines, page, isCollapsed, onChoose }: Props) {
  const t = useText();
  const navigate = useNavigate();
  const { menuStyle } = useSettings();
  const [query, setQuery] = useState('');
  const matches = useMatcher(query);
  const [openKeys, setOpenKeys] = useOpenGroups(page);
  const isSearching = wordOf(query) !== '' && !isCollapsed;
  const shown = useMemo(
    () => (isSearching ? foundLines(allLines, query, matches) : lines),
    [isSearching, allLines, query, matches, lines],
  );
  const choose = useCallback(() => {
    setQuery('');
    onChoose?.();
  }, [onChoose]);
  const openFirst = () => {
    const first = isSearching ? firstPage(shown) : undefined;
    if (first?.path === undefined) return;
    void navigate(first.path);
    choose();
  };
  // Drawn anew with another menu or page alone, not whenever the address changes.
  const tree = useMemo(() => {
    const folding = isSearching
      ? { openKeys: [...groupKeys(shown)] }
      : // Collapsed, groups open beside the menu while the pointer is on them: antd keeps those itself.
        isCollapsed
        ? {}
        : { openKeys, onOpenChange: setOpenKeys };
    return (
      <Menu
        theme={menuStyle}
        mode="inline"
        items={shown.map(toEntry)}
        inlineCollapsed={isCollapsed}
        selectedKeys={page === undefined ? [] : [page.name]}
        onClick={choose}
        {...folding}
      />
    );
  }, [menuStyle, shown, isSearching, isCollapsed, page, openKeys, setOpenKeys, choose]);
  return (
    <nav className="shell-menu" aria-label={t('shell.mainMenu')}>
      {isCollapsed ? null : <MenuSearchBox query={query} onQuery={setQuery} onEnter={openFirst} />}
      {shown.length === 0 ? (
        <p className="shell-menu-none" role="status">
          {t('shell.menuNone')}
        </p>
      ) : null}
      {tree}
    </nav>
  );
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
