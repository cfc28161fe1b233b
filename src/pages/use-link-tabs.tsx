import { Dropdown } from 'antd';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { LinkTabs, PagePlace } from '../../engine/react/index.ts';
import type { Access } from '../access/access.ts';
import { useCopy } from '../copy/use-copy.ts';
import { useText } from '../locales/i18n.ts';
import { addressOf } from '../routes/address.ts';
import { useSettings } from '../settings/settings.ts';
import { tabs } from '../tabs/tabs.ts';
import { unsavedPages } from '../tabs/unsaved-work.ts';
import { inTab } from './use-shown-tab.ts';

type OpenMenu = { readonly place: PagePlace; readonly link: HTMLElement; readonly at: { x: number; y: number } };

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
    menu: menu && <LinkMenu menu={menu} access={access} onOpenBeside={openBeside} onClose={close} />,
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

type LinkMenuProps = {
  readonly menu: OpenMenu;
  readonly access: Access;
  readonly onOpenBeside: LinkTabs['openBeside'];
  readonly onClose: () => void;
};

/** The menu of a link to a record, at the point where it was asked for. */
function LinkMenu({ menu: { place, link, at }, access, onOpenBeside, onClose }: LinkMenuProps) {
  const t = useText();
  const copy = useCopy();
  const navigate = useNavigate();
  const address = addressOf(access.routes, place.page, place.params);
  if (address === undefined) return null;
  const whole = new URL(address, window.location.href).href;
  const uses: Readonly<Record<string, () => void>> = {
    open: () => void navigate(address),
    beside: () => onOpenBeside(place, true),
    window: () => void window.open(whole, '_blank', 'noopener'),
    copy: () => void copy(whole),
  };
  return (
    <Dropdown
      key={`${at.x} ${at.y} ${whole}`}
      open
      autoFocus
      trigger={['click']}
      onOpenChange={(isOpen) => {
        if (isOpen) return;
        onClose();
        link.focus();
      }}
      menu={{
        items: [
          { key: 'open', label: t('link.open') },
          { key: 'beside', label: t('tab.openBeside') },
          { key: 'window', label: t('link.window') },
          { type: 'divider' },
          { key: 'copy', label: t('link.copy') },
        ],
        onClick: ({ key }) => {
          onClose();
          uses[key]?.();
        },
      }}
    >
      {/* Of some size: beside what has none no menu is shown. */}
      <span aria-hidden="true" style={{ position: 'fixed', left: at.x, top: at.y, width: 1, height: 1 }} />
    </Dropdown>
  );
}
