import { MenuFoldOutlined, MenuUnfoldOutlined } from '@ant-design/icons';
import { Breadcrumb, Button, Layout } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../locales/i18n.ts';
import { type PageRoute, trailOf } from '../router/menu-routes.ts';

type Props = {
  readonly page: PageRoute | undefined;
  readonly isMenuOpen: boolean;
  /** What the button does to the menu, in words. */
  readonly toggleLabel: string;
  readonly onToggleMenu: () => void;
  readonly children: ReactNode;
};

/** The bar above the page: menu button, where one is, and what belongs to the user. */
export function ShellHeader({ page, isMenuOpen, toggleLabel, onToggleMenu, children }: Props) {
  const t = useText();
  const titles = page === undefined ? [] : trailOf(page);
  return (
    <Layout.Header className="shell-header">
      <Button
        type="text"
        icon={isMenuOpen ? <MenuFoldOutlined /> : <MenuUnfoldOutlined />}
        aria-label={toggleLabel}
        aria-expanded={isMenuOpen}
        title={toggleLabel}
        onClick={onToggleMenu}
      />
      <Breadcrumb
        className="shell-breadcrumb"
        aria-label={t('shell.location')}
        items={titles.map((title) => ({ key: title, title }))}
      />
      {children}
    </Layout.Header>
  );
}
