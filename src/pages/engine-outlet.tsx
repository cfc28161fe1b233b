import { App } from 'antd';
import { useCallback, useMemo } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { EngineProvider, engineTexts, SchemaPage } from '../../engine/react/index.ts';
import { widgets } from '../../widgets/index.ts';
import { client, queries } from '../api/client.ts';
import { headerHeight } from '../layout/measures.ts';
import { addTexts, textOf, useText } from '../locales/i18n.ts';
import type { PageRoute } from '../router/menu-routes.ts';
import type { Access } from '../session/access.ts';

addTexts(engineTexts);

/** Draws the page of a route from its document; the address holds its parameters. */
export function EngineOutlet({ access, page }: { readonly access: Access; readonly page: PageRoute }) {
  const open = useOpenPage(access);
  const [search] = useSearchParams();
  const params = useMemo(() => Object.fromEntries(search), [search]);
  return (
    <EngineProvider
      client={client}
      queryClient={queries}
      user={access.user}
      text={textOf}
      open={open}
      widgets={widgets}
      stickyTop={headerHeight}
    >
      <SchemaPage key={page.name} name={page.name} params={params} />
    </EngineProvider>
  );
}

function useOpenPage({ routes }: Access) {
  const navigate = useNavigate();
  const { message } = App.useApp();
  const t = useText();
  return useCallback(
    (name: string, params: Readonly<Record<string, string>> = {}) => {
      const route = routes.byName.get(name);
      if (route === undefined) {
        void message.warning({ key: 'pageDenied', content: t('perm.pageDenied') });
        return;
      }
      const search = new URLSearchParams(params).toString();
      void navigate({ pathname: route.path, search: search === '' ? '' : `?${search}` });
    },
    [routes, navigate, message, t],
  );
}
