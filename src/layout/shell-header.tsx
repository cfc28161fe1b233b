import { MenuFoldOutlined, MenuUnfoldOutlined } from '@ant-design/icons';
import { Breadcrumb, Button, Layout } from 'antd';
import { memo, type ReactNode } from 'react';
import { useText } from '../locales/i18n.ts';
import { navigationOf, type PageRoute } from '../routes/menu-routes.ts';
import type { MenuLayout } from '../settings/settings-store.ts';
import { Brand } from './brand.tsx';
import { alertPlaceId } from './measures.ts';

/** The button of the side menu: how it stands, what pressing does in words, and doing it. */
type Toggle = { readonly isOpen: boolean; readonly label: string; readonly use: () => void };

type Props = {
  readonly page: PageRoute | undefined;
  readonly layout: MenuLayout;
  readonly toggle: Toggle;
  /** The menu, where the header has one; else the way to the page stands there. */
  readonly menu: ReactNode;
  readonly children: ReactNode;
};

/** The bar above the page: menu or its button, and what belongs to the user. */
export function ShellHeader({ page, layout, toggle, menu, children }: Props) {
  return (
    <Layout.Header className="shell-header">
      {layout === 'side' ? null : <Brand />}
      {layout === 'top' ? null : (
        <Button
          type="text"
          className="shell-tool"
          icon={toggle.isOpen ? <MenuFoldOutlined /> : <MenuUnfoldOutlined />}
          aria-label={toggle.label}
          aria-expanded={toggle.isOpen}
          title={toggle.label}
          onClick={toggle.use}
        />
      )}
      <div className="shell-place">
        {layout === 'side' ? <RecordNavigation page={page} /> : menu}
        <div id={alertPlaceId} className="shell-alerts" />
      </div>
      {children}
    </Layout.Header>
  );
}

const RecordNavigation = memo(function RecordNavigation({ page }: Pick<Props, 'page'>) {
  const t = useText();
  const titles = page === undefined ? [] : navigationOf(page);
  return (
    <Breadcrumb
      className="shell-breadcrumb"
      aria-label={t('shell.location')}
      items={titles.map((title) => ({ key: title, title }))}
    />
  );
});
