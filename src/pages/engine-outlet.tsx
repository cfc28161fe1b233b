import { App } from 'antd';
import { useCallback, useMemo } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { EngineProvider, engineTexts, SchemaPage } from '../../engine/react/index.ts';
import { widgets } from '../../widgets/index.ts';
import { client, queries } from '../api/client.ts';
import { tasks } from '../api/tasks.ts';
import { headerHeight } from '../layout/measures.ts';
import { addTexts, textOf, useText } from '../locales/i18n.ts';
import { addressOf, type PageParams } from '../router/address.ts';
import type { PageRoute } from '../router/menu-routes.ts';
import type { Access } from '../session/access.ts';
import { useLeaveGuard } from './use-leave-guard.ts';

addTexts(engineTexts);

/** Draws the page of a route from its document; the address holds its parameters. */
export function EngineOutlet({ access, page }: { readonly access: Access; readonly page: PageRoute }) {
  const { routes } = access;
  const open = useOpenPage(access);
  const guardLeaving = useLeaveGuard();
  const href = useCallback((name: string, params: PageParams = {}) => addressOf(routes, name, params), [routes]);
  const [search, setSearch] = useSearchParams();
  const params = useMemo(() => Object.fromEntries(search), [search]);
  const keepParams = useCallback(
    // The same page goes on: it must not jump to its top.
    (next: PageParams) => setSearch({ ...next }, { preventScrollReset: true }),
    [setSearch],
  );
  return (
    <EngineProvider
      client={client}
      queryClient={queries}
      user={access.user}
      text={textOf}
      open={open}
      href={href}
      widgets={widgets}
      stickyTop={headerHeight}
      guardLeaving={guardLeaving}
      tasks={tasks}
    >
      <SchemaPage key={page.name} name={page.name} params={params} onParams={keepParams} />
    </EngineProvider>
  );
}

function useOpenPage({ routes }: Access) {
  const navigate = useNavigate();
  const { message } = App.useApp();
  const t = useText();
  return useCallback(
    (name: string, params: PageParams = {}) => {
      const address = addressOf(routes, name, params);
      if (address === undefined) void message.warning({ key: 'pageDenied', content: t('perm.pageDenied') });
      else void navigate(address);
    },
    [routes, navigate, message, t],
  );
}
