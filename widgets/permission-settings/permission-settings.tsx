import { Alert, Button, Spin, Tabs } from 'antd';
import { useMemo } from 'react';
import { PageHeader, type WidgetProps } from '../../engine/react/index.ts';
import { CompareRoles } from './compare-roles.tsx';
import { MenuEditor } from './menu-editor.tsx';
import { type Catalogue, type Named, type PageCalls, useAnswer, useRoles, useRows } from './permission-calls.ts';
import './permission-settings.css';
import type { Names } from './role-draft.ts';
import { RolesPanel } from './roles-panel.tsx';
import { useGrantText } from './use-grant-text.ts';

/** Who may see and do what: roles with their pages, buttons, scopes and masks, the menu, and two roles side by side. */
export function PermissionSettings({ title, page, operations = [] }: WidgetProps) {
  const t = useGrantText();
  const calls = useMemo<PageCalls>(() => ({ page, operations }), [page, operations]);
  const catalogue = useAnswer<Catalogue>('catalogue', {}, calls);
  const roles = useRoles(calls);
  const departments = useRows<Named>('departments', { fields: ['name'] }, calls);
  const projects = useRows<Named>('projects', { fields: ['name'] }, calls);
  const names = useMemo<Names | undefined>(
    () => catalogue.data && { catalogue: catalogue.data, departments: departments ?? [], projects: projects ?? [] },
    [catalogue.data, departments, projects],
  );
  return (
    <>
      <PageHeader title={title ?? ''} />
      <div className="engine-card grant-body">
        {catalogue.isError ? (
          <Alert
            type="error"
            showIcon
            message={t('failed')}
            action={<Button onClick={() => void catalogue.refetch()}>{t('retry')}</Button>}
          />
        ) : names === undefined || roles === undefined ? (
          <Spin className="grant-waiting" />
        ) : (
          <Tabs
            items={[
              { key: 'roles', label: t('roles'), children: <RolesPanel roles={roles} names={names} calls={calls} /> },
              { key: 'menu', label: t('menu'), children: <MenuEditor catalogue={names.catalogue} calls={calls} /> },
              {
                key: 'compare',
                label: t('compare'),
                children: <CompareRoles roles={roles} names={names} calls={calls} />,
              },
            ]}
          />
        )}
      </div>
    </>
  );
}
