import { Drawer, Grid, Layout } from 'antd';
import { type ReactNode, useState } from 'react';
import type { MenuItem } from '../../engine/model/index.ts';
import { useText } from '../locales/i18n.ts';
import type { PageRoute } from '../router/menu-routes.ts';
import { SettingsDrawer } from '../settings/settings-drawer.tsx';
import { Brand } from './brand.tsx';
import './layout.css';
import { collapsedMenuWidth, menuWidth } from './measures.ts';
import { ShellHeader } from './shell-header.tsx';
import { SideMenu } from './side-menu.tsx';
import { UserMenu } from './user-menu.tsx';

type Props = {
  readonly menu: MenuItem;
  /** The open page; none where nothing matches the address. */
  readonly page: PageRoute | undefined;
  readonly userName: string;
  readonly personalPath: string | undefined;
  readonly onSignOut: () => void;
  /** What the header shows beside the user. */
  readonly tools?: ReactNode;
  /** The bar of the open pages. */
  readonly tabs?: ReactNode;
  readonly children: ReactNode;
};

/** Side menu, header and the page between them. On a narrow window the menu lies over the page when asked for. */
export function ShellLayout({ menu, page, userName, personalPath, onSignOut, tools, tabs, children }: Props) {
  const t = useText();
  const isNarrow = useIsNarrow();
  const [isCollapsed, setIsCollapsed] = useState(false);
  const [isDrawerOpen, setIsDrawerOpen] = useState(false);
  const [areSettingsOpen, setAreSettingsOpen] = useState(false);
  const isMenuOpen = isNarrow ? isDrawerOpen : !isCollapsed;
  const toggleLabel = isNarrow ? t('shell.openMenu') : t(isCollapsed ? 'shell.expandMenu' : 'shell.collapseMenu');
  const handleToggle = () => (isNarrow ? setIsDrawerOpen(true) : setIsCollapsed(!isCollapsed));
  return (
    <Layout hasSider={!isNarrow} className="shell">
      <a className="shell-skip" href="#shell-content">
        {t('shell.skipToContent')}
      </a>
      {isNarrow ? (
        <MenuDrawer isOpen={isDrawerOpen} onClose={() => setIsDrawerOpen(false)}>
          <SideMenu menu={menu} page={page} isCollapsed={false} onChoose={() => setIsDrawerOpen(false)} />
        </MenuDrawer>
      ) : (
        <Layout.Sider
          className="shell-sider"
          width={menuWidth}
          collapsedWidth={collapsedMenuWidth}
          collapsed={isCollapsed}
          trigger={null}
        >
          <Brand isShort={isCollapsed} />
          <SideMenu menu={menu} page={page} isCollapsed={isCollapsed} />
        </Layout.Sider>
      )}
      <Layout className="shell-column">
        <ShellHeader page={page} isMenuOpen={isMenuOpen} toggleLabel={toggleLabel} onToggleMenu={handleToggle}>
          <div className="shell-tools">{tools}</div>
          <UserMenu
            name={userName}
            personalPath={personalPath}
            onSettings={() => setAreSettingsOpen(true)}
            onSignOut={onSignOut}
          />
        </ShellHeader>
        {tabs}
        <Layout.Content id="shell-content" className="shell-content" tabIndex={-1}>
          {children}
        </Layout.Content>
      </Layout>
      <SettingsDrawer isOpen={areSettingsOpen} onClose={() => setAreSettingsOpen(false)} />
    </Layout>
  );
}

function MenuDrawer({ isOpen, onClose, children }: { isOpen: boolean; onClose: () => void; children: ReactNode }) {
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
      {children}
    </Drawer>
  );
}

function useIsNarrow(): boolean {
  const { lg } = Grid.useBreakpoint();
  // Nothing is known before the first look at the window; most windows here are wide.
  return lg === false;
}
