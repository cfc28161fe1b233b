import { Grid, Layout } from 'antd';
import { memo, type ReactNode, Suspense, useCallback, useMemo, useState } from 'react';
import type { MenuItem } from '../../contract/session.ts';

import { useText } from '../locales/i18n.ts';
import { lazyPart } from '../parts/lazy-part.tsx';
import type { PageRoute } from '../routes/menu-routes.ts';
import { settings, useSettings } from '../settings/settings.ts';
import { FullScreenButton } from './full-screen.tsx';
import { LanguageMenu } from './language-menu.tsx';
import './layout.css';
import './narrow.css';
import type { MenuLayout } from '../settings/settings-store.ts';
import { type MenuLine, menuLines } from './menu-items.ts';
import { MenuDrawer, MenuSider } from './menu-place.tsx';
import { ShellHeader } from './shell-header.tsx';
import { TopMenu } from './top-menu.tsx';
import { UserMenu } from './user-menu.tsx';

// Most visits never open it.
const SettingsDrawer = lazyPart(async () => (await import('../settings-drawer/settings-drawer.tsx')).SettingsDrawer);

type Props = {
  readonly menu: MenuItem;
  /** The open page; none where nothing matches the address. */
  readonly page: PageRoute | undefined;
  readonly userName: string;
  /** Address of the user's picture. */
  readonly userPicture?: string | undefined;
  readonly personalPath: string | undefined;
  /** Path of the mall; none where the user may not open it. */
  readonly mallPath?: string | undefined;
  readonly onLock?: (() => void) | undefined;
  /** Turns the page that is shown into its own editor; absent for who may not. */
  readonly onDesign?: (() => void) | undefined;
  /** Path of the page with the user's own analyses. */
  readonly analysisPath: string;
  /** Path of the page with all designed pages; none where the user neither designs nor publishes. */
  readonly designsPath?: string | undefined;
  readonly onSignOut: () => void;
  /** What the header shows beside the user. */
  readonly tools?: ReactNode;
  /** What is to be seen in every page, whatever is open. */
  readonly banner?: ReactNode;
  /** The bar of the open pages. */
  readonly tabs?: ReactNode;
  readonly children: ReactNode;
};

/**
 * Menu, header and the page between them, as the settings arrange them. On a narrow window the menu lies over the page
 * when asked for. The page keeps its place among its siblings in every arrangement: it is never drawn anew for that.
 */
export function ShellLayout({ menu, page, mallPath, tabs, banner, children, ...own }: Props) {
  const t = useText();
  const isNarrow = useIsNarrow();
  const chosen = useSettings();
  const lines = useMemo(() => menuLines(menu), [menu]);
  const [isDrawerOpen, setIsDrawerOpen] = useState(false);
  // Undefined until they were opened once.
  const [areSettingsOpen, setAreSettingsOpen] = useState<boolean>();
  const openSettings = useCallback(() => setAreSettingsOpen(true), []);
  const layout = isNarrow ? 'side' : chosen.layout;
  const header = (
    <Header
      {...own}
      {...{ lines, page, layout, isNarrow, isDrawerOpen }}
      isMenuCollapsed={chosen.isMenuCollapsed}
      onDrawer={setIsDrawerOpen}
      onSettings={openSettings}
    />
  );
  const place = { lines, page, mallPath };
  return (
    <Layout
      className="shell"
      data-layout={layout}
      data-header={chosen.isHeaderFixed ? 'fixed' : 'moving'}
      data-sidebar={chosen.isSidebarFixed ? 'fixed' : 'moving'}
      data-width={chosen.contentWidth}
    >
      <a className="shell-skip" href="#shell-content">
        {t('shell.skipToContent')}
      </a>
      {layout === 'side' ? null : header}
      <Layout hasSider={!isNarrow && layout !== 'top'} className="shell-below">
        {isNarrow ? <MenuDrawer {...place} isOpen={isDrawerOpen} onClose={() => setIsDrawerOpen(false)} /> : null}
        {isNarrow || layout === 'top' ? null : (
          <MenuSider {...place} layout={layout} isCollapsed={chosen.isMenuCollapsed} />
        )}
        <Layout className="shell-column">
          {layout === 'side' ? header : null}
          {tabs}
          <Layout.Content id="shell-content" className="shell-content" tabIndex={-1}>
            {children}
          </Layout.Content>
        </Layout>
      </Layout>
      {banner}
      {areSettingsOpen === undefined ? null : (
        <Suspense fallback={null}>
          <SettingsDrawer isOpen={areSettingsOpen} onClose={() => setAreSettingsOpen(false)} />
        </Suspense>
      )}
    </Layout>
  );
}

type ToolsProps = Pick<
  Props,
  | 'userName'
  | 'userPicture'
  | 'personalPath'
  | 'onDesign'
  | 'analysisPath'
  | 'designsPath'
  | 'onLock'
  | 'onSignOut'
  | 'tools'
> & {
  readonly onSettings: () => void;
};

type HeaderProps = ToolsProps & {
  readonly lines: readonly MenuLine[];
  readonly page: PageRoute | undefined;
  readonly layout: MenuLayout;
  readonly isNarrow: boolean;
  readonly isDrawerOpen: boolean;
  readonly isMenuCollapsed: boolean;
  readonly onDrawer: (isOpen: boolean) => void;
};

/** The bar above the page; what the page does leaves it alone. */
const Header = memo(function Header(props: HeaderProps) {
  const { lines, page, layout, isNarrow, isDrawerOpen, isMenuCollapsed, onDrawer, ...own } = props;
  const t = useText();
  return (
    <ShellHeader
      page={page}
      toggle={
        isNarrow
          ? { isOpen: isDrawerOpen, label: t('shell.openMenu'), use: () => onDrawer(true) }
          : collapsing(isMenuCollapsed, t)
      }
      layout={layout}
      menu={<TopMenu lines={lines} page={page} isGroupsOnly={layout === 'mixed'} />}
    >
      <Tools {...own} />
    </ShellHeader>
  );
});

/** What the header has at its end; what the page does leaves it alone. */
const Tools = memo(function Tools({
  tools,
  userName,
  userPicture,
  personalPath,
  onSettings,
  onDesign,
  analysisPath,
  designsPath,
  onLock,
  onSignOut,
}: ToolsProps) {
  return (
    <>
      <div className="shell-tools">
        {tools}
        <FullScreenButton />
        <LanguageMenu />
      </div>
      <UserMenu
        name={userName}
        picture={userPicture}
        personalPath={personalPath}
        onSettings={onSettings}
        onLock={onLock}
        onDesign={onDesign}
        analysisPath={analysisPath}
        designsPath={designsPath}
        onSignOut={onSignOut}
      />
    </>
  );
});

function collapsing(isCollapsed: boolean, t: ReturnType<typeof useText>) {
  const label = t(isCollapsed ? 'shell.expandMenu' : 'shell.collapseMenu');
  return { isOpen: !isCollapsed, label, use: () => settings.change({ isMenuCollapsed: !isCollapsed }) };
}

function useIsNarrow(): boolean {
  const { lg } = Grid.useBreakpoint();
  // Nothing is known before the first look at the window; most windows here are wide.
  return lg === false;
}
