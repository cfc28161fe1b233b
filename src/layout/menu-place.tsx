import { Drawer, Layout } from 'antd';
import { memo } from 'react';
import { useText } from '../locales/i18n.ts';
import type { PageRoute } from '../routes/menu-routes.ts';
import type { MenuLayout } from '../settings/settings-store.ts';
import { Brand } from './brand.tsx';
import { MallEntry } from './mall-entry.tsx';
import { collapsedMenuWidth, menuWidth } from './measures.ts';
import type { MenuLine } from './menu-items.ts';
import { SideMenu } from './side-menu.tsx';
import { groupOf } from './top-menu.tsx';

type PlaceProps = {
  readonly lines: readonly MenuLine[];
  readonly page: PageRoute | undefined;
  /** Path of the mall; none where the user may not open it. */
  readonly mallPath: string | undefined;
};

type SiderProps = PlaceProps & { readonly layout: Exclude<MenuLayout, 'top'>; readonly isCollapsed: boolean };

/** The menu at the side of the page; what the page does leaves it alone. */
export const MenuSider = memo(function MenuSider({ lines, page, mallPath, layout, isCollapsed }: SiderProps) {
  return (
    <Layout.Sider
      className="shell-sider"
      width={menuWidth}
      collapsedWidth={collapsedMenuWidth}
      collapsed={isCollapsed}
      trigger={null}
    >
      {layout === 'side' ? <Brand isShort={isCollapsed} /> : null}
      <SideMenu
        lines={layout === 'mixed' ? linesOfGroup(lines, page) : lines}
        allLines={lines}
        page={page}
        isCollapsed={isCollapsed}
      />
      {isCollapsed || mallPath === undefined ? null : <MallEntry path={mallPath} />}
    </Layout.Sider>
  );
});

/** What stands at the side where the groups stand at the top: the lines of the group around the page. */
function linesOfGroup(lines: readonly MenuLine[], page: PageRoute | undefined): readonly MenuLine[] {
  const group = page === undefined ? lines[0] : lines.find(({ key }) => key === groupOf(page));
  if (group === undefined) return lines;
  return group.path === undefined ? group.children : [group];
}

type DrawerProps = PlaceProps & { readonly isOpen: boolean; readonly onClose: () => void };

/** The menu over the page, on a narrow window. */
export function MenuDrawer({ lines, page, mallPath, isOpen, onClose }: DrawerProps) {
  const t = useText();
  return (
    <Drawer
      open={isOpen}
      onClose={onClose}
      placement="left"
      width={menuWidth + 24}
      closable={false}
      className="shell-drawer"
      aria-label={t('shell.mainMenu')}
    >
      <Brand />
      <SideMenu lines={lines} allLines={lines} page={page} isCollapsed={false} onChoose={onClose} />
      {mallPath === undefined ? null : <MallEntry path={mallPath} />}
    </Drawer>
  );
}
