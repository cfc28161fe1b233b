import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ActionView, KanbanDisplay, LaneView, ListView } from '../../../model/view/index.ts';
import type { WireRecord } from '../../../model/wire/index.ts';
import { ErrorBoundary } from '../../faults/error-boundary.tsx';
import { FaultBlock } from '../../faults/fault-block.tsx';
import { useText } from '../../host/engine-context.tsx';
import { usePageRuntime } from '../../host/page-runtime.ts';
import { useCardName } from '../cards/record-card.tsx';
import type { ListState } from '../state/list-state.ts';
import { ListHead } from '../toolbar/list-head.tsx';
import type { Board, LaneChoice } from './board.ts';
import { KanbanLane } from './kanban-lane.tsx';
import { isMovable, laneMove } from './lane-moves.ts';
import type { Move } from './lane-pages.ts';
import { useLaneSums } from './use-lane-sums.ts';
import { useLaneTitle } from './use-lane-words.ts';
import { laneOf, useMove } from './use-move.ts';
import './kanban.css';

/** How long a card that was moved may take to appear and still get the keyboard. */
const focusMs = 5_000;

type KanbanBoardProps = {
  readonly view: ListView;
  readonly state: ListState;
  readonly setState: (state: ListState) => void;
  readonly display: KanbanDisplay;
};

/** The rows of a list as cards in lanes; a card is moved by dragging it or from its menu. */
export function KanbanBoard({ view, state, setState, display }: KanbanBoardProps) {
  const { board, announcement } = useBoard(view, state, display);
  return (
    <>
      <ListHead view={view} state={state} setState={setState} />
      <div className="engine-kanban">
        {display.lanes.map((lane) => (
          <ErrorBoundary
            key={lane.value ?? ''}
            fallback={(error, retry) => <FaultBlock error={error} onRetry={retry} />}
          >
            <KanbanLane board={board} lane={lane} />
          </ErrorBoundary>
        ))}
      </div>
      <p className="engine-said" role="status">
        {announcement}
      </p>
    </>
  );
}

function useBoard(view: ListView, state: ListState, display: KanbanDisplay) {
  const page = usePageRuntime();
  const [dragging, setDragging] = useState<WireRecord>();
  const held = useRef<WireRecord>(undefined);
  const [choice, setChoice] = useState<LaneChoice>();
  const { announcement, events, takeFocus } = useMoveEvents(display);
  const { move: run, moves } = useMove(view, display, state, events);
  const move = useCallback(
    (record: WireRecord, to: LaneView, action: ActionView) =>
      run({ record, from: laneOf(display, record), to }, action),
    [run, display],
  );
  const pick = useCallback((record: WireRecord) => {
    held.current = record;
    setDragging(record);
  }, []);
  const drop = useCallback(
    (lane: LaneView) => {
      const record = held.current;
      if (record === undefined) return;
      const way = laneMove(view, display, record, lane, page.scope(record));
      if (way.kind === 'modify') return move(record, lane, way.action);
      if (way.kind !== 'actions') return;
      const [only, another] = way.actions;
      if (only !== undefined && another === undefined) move(record, lane, only);
      else setChoice({ record, lane, actions: way.actions });
    },
    [view, display, page, move],
  );
  // Lanes hear of a drop before the board does.
  useEffect(
    () =>
      monitorForElements({
        onDrop: () => {
          held.current = undefined;
          setDragging(undefined);
        },
      }),
    [],
  );
  const sumsOf = useLaneSums(view, display, state);
  const closeChoice = useCallback(() => setChoice(undefined), []);
  const board = useMemo<Board>(
    () => ({
      view,
      display,
      state,
      isMovable: isMovable(view, display),
      sumsOf,
      moves,
      dragging,
      pick,
      drop,
      move,
      choice,
      closeChoice,
      takeFocus,
    }),
    [view, display, state, sumsOf, moves, dragging, pick, drop, move, choice, closeChoice, takeFocus],
  );
  return { board, announcement };
}

/** What is said and where the keyboard goes when a card moves. */
function useMoveEvents(display: KanbanDisplay) {
  const t = useText();
  const titleOf = useLaneTitle();
  const nameOf = useCardName(display.card);
  const [announcement, setAnnouncement] = useState('');
  const focused = useRef<{ readonly id: string; readonly until: number }>(undefined);
  const takeFocus = useCallback((id: string) => {
    const wanted = focused.current;
    if (wanted?.id !== id || Date.now() > wanted.until) return false;
    focused.current = undefined;
    return true;
  }, []);
  const giveFocus = ({ record }: Move) => {
    focused.current = { id: record.id, until: Date.now() + focusMs };
  };
  const events = {
    onStart: (move: Move) => {
      giveFocus(move);
      setAnnouncement(t('engine.list.card.moving', { name: nameOf(move.record), to: titleOf(move.to) }));
    },
    onMoved: (move: Move, isPlaced: boolean) => {
      if (!isPlaced) giveFocus(move);
      setAnnouncement(t('engine.list.card.moved', { name: nameOf(move.record), to: titleOf(move.to) }));
    },
    onBack: (move: Move, reason: string) => {
      giveFocus(move);
      const { record, from } = move;
      setAnnouncement(t('engine.list.card.movedBack', { name: nameOf(record), from: titleOf(from), reason }));
    },
  };
  return { announcement, events, takeFocus };
}
