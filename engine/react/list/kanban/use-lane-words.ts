import { useCallback } from 'react';
import type { KanbanDisplay, LaneView } from '../../../model/view/index.ts';
import { useText } from '../../host/engine-context.tsx';
import type { LaneMove } from './lane-moves.ts';

/** What a lane is called. */
export function useLaneTitle(): (lane: LaneView | undefined) => string {
  const t = useText();
  return useCallback(
    (lane) => (lane === undefined || lane.value === null ? t('engine.list.lane.none') : lane.title),
    [t],
  );
}

/** Why a card cannot go to a lane, in words. */
export function useRefusalWords(display: KanbanDisplay) {
  const t = useText();
  const titleOf = useLaneTitle();
  return (move: Extract<LaneMove, { readonly kind: 'refused' }>, from: LaneView | undefined, to: LaneView): string => {
    switch (move.why) {
      case 'noTransition':
        return t('engine.list.lane.noTransition', { from: titleOf(from), to: titleOf(to) });
      case 'notAllowed':
        return move.reason ?? t('engine.list.lane.notAllowed', { to: titleOf(to) });
      case 'readonly':
        return t('engine.list.lane.readonly', { field: display.field.title });
    }
  };
}
