import { useNavigate } from 'react-router-dom';
import { HostKeysHelp } from '../../engine/react/index.ts';
import { showNotices } from '../notifications/notice-drawer-state.ts';
import type { MenuRoutes } from '../routes/menu-routes.ts';
import { impersonation } from '../session/impersonation.ts';
import { useSettings } from '../settings/settings.ts';
import { inTab } from '../tabs/tab-state.ts';
import { tabs } from '../tabs/tabs.ts';
import { useGoKeys } from './use-go-keys.ts';

/** G and H lead home, G and N to the notices, G and a figure to the tab in that place; the question mark lists them anywhere. */
export function ShellKeys({ routes: { byName, home } }: { readonly routes: MenuRoutes }) {
  const navigate = useNavigate();
  const { isMultiTab } = useSettings();
  useGoKeys((key) => {
    if (key === 'h') return () => void navigate(home ?? '/');
    if (key === 'n') return impersonation === undefined ? () => showNotices() : undefined;
    const tab = isMultiTab && /^[1-9]$/.test(key) ? tabs.getState().tabs[Number(key) - 1] : undefined;
    const path = tab === undefined ? undefined : byName.get(tab.name)?.path;
    if (tab === undefined || path === undefined) return undefined;
    return () =>
      void navigate({ pathname: path, search: tab.search }, { state: inTab(tab.key), preventScrollReset: true });
  });
  return <HostKeysHelp />;
}
