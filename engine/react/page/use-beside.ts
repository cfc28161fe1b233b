import type { MouseEvent } from 'react';
import { type PagePlace, useEngine } from '../host/engine-context.tsx';

type LinkEvent = MouseEvent<HTMLElement>;

/**
 * What leads to a record does besides being followed: Ctrl and the middle button open it in a tab of its own beside, the
 * right one asks. Undefined for other pages, and where the host has no tabs.
 */
export function useBeside(place: PagePlace | undefined) {
  const { linkTabs } = useEngine();
  if (linkTabs === undefined || place?.params.id === undefined) return undefined;
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
