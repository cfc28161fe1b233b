import { type ReactNode, Suspense, useCallback, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { LinkTabs } from '../../engine/react/index.ts';
import type { Access } from '../access/access.ts';
import { lazyPart } from '../parts/lazy-part.tsx';
import { useSettings } from '../settings/settings.ts';
import { inTab } from '../tabs/tab-state.ts';
import { tabs } from '../tabs/tabs.ts';
import { unsavedPages } from '../tabs/unsaved-work.ts';
import type { OpenMenu } from './link-menu.tsx';

// Few are opened by the menu.
const LinkMenu = lazyPart(async () => (await import('./link-menu.tsx')).LinkMenu);

/** What links to records do in a product with tabs, and the menu of a link while it is open; neither where there are none. */
export function useLinkTabs(access: Access): { readonly linkTabs: LinkTabs | undefined; readonly menu: ReactNode } {
  const { isMultiTab } = useSettings();
  const [menu, setMenu] = useState<OpenMenu>();
  const openBeside = useOpenBeside(access);
  const linkTabs = useMemo<LinkTabs>(
    () => ({
      openBeside,
      showMenu: (place, link, at) => {
        // Once this event is over: it would count as one beside the menu, which closes it.
        setTimeout(() => setMenu({ place, link, at }));
      },
    }),
    [openBeside],
  );
  if (!isMultiTab) return { linkTabs: undefined, menu: null };
  const close = () => setMenu(undefined);
  return {
    linkTabs,
    menu: menu && (
      <Suspense fallback={null}>
        <LinkMenu menu={menu} access={access} onOpenBeside={openBeside} onClose={close} />
      </Suspense>
    ),
  };
}

function useOpenBeside({ routes }: Access): LinkTabs['openBeside'] {
  const navigate = useNavigate();
  return useCallback(
    ({ page, params }, isShown) => {
      const route = routes.byName.get(page);
      if (route === undefined) return;
      const search = new URLSearchParams(params).toString();
      const { key } = tabs.openBeside({ name: page, search }, unsavedPages.shown);
      if (isShown) void navigate({ pathname: route.path, search }, { state: inTab(key) });
    },
    [routes, navigate],
  );
}
