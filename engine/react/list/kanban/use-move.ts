import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { ActionView, KanbanDisplay, LaneView, ListView } from '../../../model/view/index.ts';
import type { WireRecord } from '../../../model/wire/index.ts';
import { useRunAction } from '../../actions/action-host.tsx';
import { settingFields } from '../../calls/setting-fields.ts';
import { asksFirst, ShownSteps } from '../../calls/shown-steps.ts';
import { usePageRuntime } from '../../host/page-runtime.ts';
import type { ListState } from '../state/list-state.ts';
import { laneValue } from './lane-moves.ts';
import { type LanePages, type Move, withMove } from './lane-pages.ts';
import { laneKey, laneRequest } from './use-lane.ts';

type MoveEvents = {
  /** The card stands in its new lane, though the server has not answered yet. */
  readonly onStart: (move: Move) => void;
  /** The server agreed; `isPlaced` when the card already stood in its new lane. */
  readonly onMoved: (move: Move, isPlaced: boolean) => void;
  /** The card stands in its old lane again. */
  readonly onBack: (move: Move, reason: string) => void;
};

/** A move that is shown and not answered. */
type Shown = { readonly move: Move; readonly action: ActionView };

/**
 * Moves cards: at once on the screen, back to the old place when the server refuses. A card that is moved on before the
 * answer waits for it in its newest place; if it is refused, it goes all the way back.
 */
export function useMove(view: ListView, display: KanbanDisplay, state: ListState, events: MoveEvents) {
  const run = useRunAction();
  const settle = useSettle(view, display, state);
  const steps = useMemo(() => new ShownSteps<Shown>(), []);
  const shown = useSyncExternalStore(steps.subscribe, steps.shown);
  const move = useCallback(
    (wanted: Move, action: ActionView) => {
      const { id } = wanted.record;
      const send = (one: Shown) => {
        let isRefused = false;
        let isShown = false;
        run({
          ...callOf(one, display),
          onStart: () => {
            isShown = true;
            steps.begin(id, one);
            events.onStart(one.move);
          },
          onDone: () => {
            if (isRefused) return;
            if (isShown) settle(one.move);
            events.onMoved(one.move, isShown);
            const next = steps.answered(id, one);
            if (next !== undefined) send(next);
          },
          onRefused: (reason) => {
            isRefused = true;
            steps.refused(id, one);
            events.onBack(one.move, reason);
          },
        });
      };
      const one: Shown = { move: wanted, action };
      const last = steps.last(id);
      if (last === undefined || asksFirst(callOf(one, display).action)) return send(one);
      if (last.move.to === wanted.to) return;
      steps.wait(id, one);
      events.onStart(wanted);
    },
    [run, settle, steps, display, events],
  );
  const moves = useMemo(() => [...shown.values()].flatMap((all) => all.at(-1)?.move ?? []), [shown]);
  return { move, moves };
}

function callOf({ move, action }: Shown, display: KanbanDisplay) {
  const target = { kind: 'record', record: move.record } as const;
  if (action.operation?.kind !== 'modify') return { action, target };
  return { action: settingField(action, display, move), target, changed: changeOf(display, move) };
}

/** Only the field of the board is set. */
function settingField(action: ActionView, display: KanbanDisplay, move: Move): ActionView {
  return settingFields(action, move.record, changeOf(display, move));
}

function changeOf({ field }: KanbanDisplay, { record, to }: Move) {
  return { was: { [field.key]: record[field.key] ?? null }, now: { [field.key]: to.value } };
}

/** Keeps a move that was agreed to in what the lanes hold, until they are asked for again. */
function useSettle(view: ListView, display: KanbanDisplay, state: ListState) {
  const queries = useQueryClient();
  const { name } = usePageRuntime();
  return useCallback(
    (move: Move): void => {
      for (const lane of new Set([move.from, move.to])) {
        if (lane === undefined) continue;
        const queryKey = laneKey(view, name, laneRequest(view, display, state, lane));
        // One that has not come yet still comes.
        if (queries.getQueryData(queryKey) === undefined) continue;
        void queries.cancelQueries({ queryKey });
        queries.setQueryData<LanePages>(queryKey, (pages) => pages && withMove(pages, lane, move, display.field.key));
      }
    },
    [queries, name, view, display, state],
  );
}

/** The lane a record stands in; undefined when the board does not show it. */
export function laneOf(display: KanbanDisplay, record: WireRecord): LaneView | undefined {
  const value = laneValue(display, record);
  return display.lanes.find((lane) => lane.value === value);
}
