import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { ActionView, KanbanDisplay, LaneView, ListView } from '../../../model/view/index.ts';
import type { WireRecord } from '../../../model/wire/index.ts';
import { useRunAction } from '../../actions/action-host.tsx';
import { settingFields } from '../../calls/setting-fields.ts';
import { usePageRuntime } from '../../host/page-runtime.ts';
import type { ListState } from '../state/list-state.ts';
import { laneValue } from './lane-moves.ts';
import { type LanePages, withoutRecord, withRecord } from './lane-pages.ts';
import { laneKey, laneRequest } from './use-lane.ts';

/** A card on its way to another lane. */
export type Move = { readonly record: WireRecord; readonly from: LaneView | undefined; readonly to: LaneView };

type MoveEvents = {
  /** The card stands in its new lane, though the server has not answered yet. */
  readonly onStart: (move: Move) => void;
  /** The server agreed; `isPlaced` when the card already stood in its new lane. */
  readonly onMoved: (move: Move, isPlaced: boolean) => void;
  /** The card stands in its old lane again. */
  readonly onBack: (move: Move, reason: string) => void;
};

/** Moves cards: at once on the screen, back to the old place when the server refuses. */
export function useMove(view: ListView, display: KanbanDisplay, state: ListState, events: MoveEvents) {
  const run = useRunAction();
  const place = usePlace(view, display, state);
  return useCallback(
    (move: Move, action: ActionView) => {
      let putBack: (() => void) | undefined;
      let isRefused = false;
      run({
        action: action.operation?.kind === 'modify' ? settingField(action, display, move) : action,
        target: { kind: 'record', record: move.record },
        ...(action.operation?.kind === 'modify' ? { changed: changeOf(display, move) } : {}),
        onStart: () => {
          putBack = place(move);
          events.onStart(move);
        },
        onDone: () => {
          if (!isRefused) events.onMoved(move, putBack !== undefined);
        },
        onRefused: (reason) => {
          isRefused = true;
          putBack?.();
          events.onBack(move, reason);
        },
      });
    },
    [run, place, display, events],
  );
}

/** Only the field of the board is set. */
function settingField(action: ActionView, display: KanbanDisplay, move: Move): ActionView {
  return settingFields(action, move.record, changeOf(display, move));
}

function changeOf({ field }: KanbanDisplay, { record, to }: Move) {
  return { was: { [field.key]: record[field.key] ?? null }, now: { [field.key]: to.value } };
}

/** Puts a card into another lane of the cache; the answer takes it back. */
function usePlace(view: ListView, display: KanbanDisplay, state: ListState) {
  const queries = useQueryClient();
  const { name } = usePageRuntime();
  return useCallback(
    ({ record, from, to }: Move): (() => void) => {
      const keyOf = (lane: LaneView) => laneKey(view, name, laneRequest(view, display, state, lane));
      const moved = { ...record, [display.field.key]: to.value };
      const change = (lane: LaneView, by: (pages: LanePages) => LanePages) => {
        const queryKey = keyOf(lane);
        void queries.cancelQueries({ queryKey });
        queries.setQueryData<LanePages>(queryKey, (pages) => (pages === undefined ? undefined : by(pages)));
      };
      if (from !== undefined) change(from, (pages) => withoutRecord(pages, record.id));
      change(to, (pages) => withRecord(pages, moved));
      return () => {
        change(to, (pages) => withoutRecord(pages, record.id));
        if (from !== undefined) change(from, (pages) => withRecord(pages, record));
      };
    },
    [queries, name, view, display, state],
  );
}

/** The lane a record stands in; undefined when the board does not show it. */
export function laneOf(display: KanbanDisplay, record: WireRecord): LaneView | undefined {
  const value = laneValue(display, record);
  return display.lanes.find((lane) => lane.value === value);
}
