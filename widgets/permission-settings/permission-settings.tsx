import { Tabs } from 'antd';
import { useMemo } from 'react';
import { PageHeader, QueryState, type WidgetProps } from '../../engine/react/index.ts';
import { CompareRoles } from './compare-roles.tsx';
import { MenuEditor } from './menu-editor.tsx';
import { type PageCalls, useNames, useRoles } from './permission-calls.ts';
import './permission-settings.css';
import { RolesPanel } from './roles-panel.tsx';
import { useGrantText } from './use-grant-text.ts';

/** Who may see and do what: roles with their pages, buttons, scopes and masks, the menu, and two roles side by side. */
export function PermissionSettings({ title, page, operations = [] }: WidgetProps) {
  const t = useGrantText();
  const calls = useMemo<PageCalls>(() => ({ page, operations }), [page, operations]);
  const names = useNames(calls);
  const roles = useRoles(calls);
  return (
    <>
      <PageHeader title={title ?? ''} />
      <div className="engine-card grant-body">
        <QueryState query={names}>
          {(known) => (
            <QueryState query={roles}>
              {(all) => (
                <Tabs
                  items={[
                    {
                      key: 'roles',
                      label: t('roles'),
                      children: <RolesPanel roles={all} names={known} calls={calls} />,
                    },
                    {
                      key: 'menu',
                      label: t('menu'),
                      children: <MenuEditor catalogue={known.catalogue} calls={calls} />,
                    },
                    {
                      key: 'compare',
                      label: t('compare'),
                      children: <CompareRoles roles={all} names={known} calls={calls} />,
                    },
                  ]}
                />
              )}
            </QueryState>
          )}
        </QueryState>
      </div>
    </>
  );
}
