import type { LaneView } from '../../../model/view/index.ts';
import type { WireRecord } from '../../../model/wire/index.ts';
import { useRunAction } from '../../actions/action-host.tsx';
import { type MenuEntry, UnusableItem, useActionItems } from '../../actions/action-items.tsx';
import { bracketed } from '../../formats/listed.ts';
import { useText } from '../../host/engine-context.tsx';
import { usePageRuntime } from '../../host/page-runtime.ts';
import type { Board } from './board.ts';
import { laneMove } from './lane-moves.ts';
import { useLaneTitle, useRefusalWords } from './use-lane-words.ts';
import { laneOf } from './use-move.ts';

/** The menu of a card: what can be done with it, and every lane it can be moved to. */
export function useCardMenu(board: Board, record: WireRecord, isUsed: boolean): readonly MenuEntry[] {
  const t = useText();
  const page = usePageRuntime();
  const run = useRunAction();
  const actionItems = useActionItems();
  const laneItems = useLaneItems(board, record);
  if (!isUsed) return [];
  const scope = page.scope(record);
  const possible = board.view.row.filter((action) => action.widget === undefined && action.isPossible(scope));
  const actions = actionItems(possible, scope, (action) => run({ action, target: { kind: 'record', record } }));
  if (!board.isMovable) return actions;
  const divider: readonly MenuEntry[] = actions.length === 0 ? [] : [{ key: ':divider', type: 'divider' }];
  return [...actions, ...divider, { key: ':move', label: t('engine.list.card.move'), children: [...laneItems()] }];
}

function useLaneItems(board: Board, record: WireRecord): () => readonly MenuEntry[] {
  const page = usePageRuntime();
  const titleOf = useLaneTitle();
  const words = useRefusalWords(board.display);
  const { view, display, move } = board;
  const itemOf = (lane: LaneView): readonly MenuEntry[] => {
    const key = `:lane/${lane.value ?? ''}`;
    const way = laneMove(view, display, record, lane, page.scope(record));
    switch (way.kind) {
      case 'here':
        return [];
      case 'modify':
        return [{ key, label: titleOf(lane), onClick: () => move(record, lane, way.action) }];
      case 'actions': {
        const isOne = way.actions.length === 1;
        return way.actions.map((action) => ({
          key: `${key}/${action.key}`,
          label: isOne ? titleOf(lane) : `${titleOf(lane)}${bracketed(action.title)}`,
          onClick: () => move(record, lane, action),
        }));
      }
      case 'refused':
        return [
          { key, label: <UnusableItem title={titleOf(lane)} reason={words(way, laneOf(display, record), lane)} /> },
        ];
    }
  };
  return () => display.lanes.filter((lane) => !lane.isSpare).flatMap(itemOf);
}
