import { Dropdown } from 'antd';
import { useNavigate } from 'react-router-dom';
import type { LinkTabs, PagePlace } from '../../engine/react/index.ts';
import type { Access } from '../access/access.ts';
import { useCopy } from '../copy/use-copy.ts';
import { useText } from '../locales/i18n.ts';
import { addressOf } from '../routes/address.ts';

/** A link whose menu is open, and the point of the window where. */
export type OpenMenu = { readonly place: PagePlace; readonly link: HTMLElement; readonly at: { x: number; y: number } };

type LinkMenuProps = {
  readonly menu: OpenMenu;
  readonly access: Access;
  readonly onOpenBeside: LinkTabs['openBeside'];
  readonly onClose: () => void;
};

/** The menu of a link to a record, at the point where it was asked for. */
export function LinkMenu({ menu: { place, link, at }, access, onOpenBeside, onClose }: LinkMenuProps) {
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
