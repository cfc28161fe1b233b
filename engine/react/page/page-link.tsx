import type { MouseEvent, ReactNode } from 'react';
import { type PagePlace, useEngine } from '../host/engine-context.tsx';

type PageLinkProps = {
  readonly page: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly children: ReactNode;
  readonly className?: string;
};

/**
 * A link to another page. A middle click or Ctrl opens a record in a tab of its own beside, with Shift that tab is shown;
 * where the host has none, and for other pages, the browser opens it as it does any link.
 */
export function PageLink({ page, params = {}, children, className }: PageLinkProps) {
  const { open, href } = useEngine();
  const beside = useBeside({ page, params });
  const address = href?.(page, params);
  if (address === undefined) {
    return (
      <button type="button" className={`engine-link ${className ?? ''}`} onClick={() => open(page, params)}>
        {children}
      </button>
    );
  }
  return (
    <a
      href={address}
      className={`engine-page-link ${className ?? ''}`}
      {...beside}
      onClick={(event) => {
        if (event.button !== 0) return;
        if (event.metaKey || event.ctrlKey) beside?.onClick(event);
        else if (!event.shiftKey) {
          event.preventDefault();
          open(page, params);
        }
      }}
    >
      {children}
    </a>
  );
}

type LinkEvent = MouseEvent<HTMLElement>;

/** What a link to a record does besides being followed; undefined for other pages, and where the host has no tabs. */
function useBeside(place: PagePlace) {
  const { linkTabs } = useEngine();
  if (linkTabs === undefined || place.params.id === undefined) return undefined;
  const openBeside = (event: LinkEvent) => {
    event.preventDefault();
    linkTabs.openBeside(place, event.shiftKey);
  };
  return {
    onClick: openBeside,
    onAuxClick: (event: LinkEvent) => event.button === 1 && openBeside(event),
    onContextMenu: (event: LinkEvent) => {
      event.preventDefault();
      // The keyboard tells no point: then it is the link itself.
      const { left, bottom } = event.currentTarget.getBoundingClientRect();
      const at = event.clientX === 0 && event.clientY === 0 ? { x: left, y: bottom } : pointOf(event);
      linkTabs.showMenu(place, event.currentTarget, at);
    },
  };
}

function pointOf({ clientX, clientY }: LinkEvent) {
  return { x: clientX, y: clientY };
}
