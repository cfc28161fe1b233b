import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
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

/** A move that is shown and not answered, and what takes the card back. */
type Shown = { readonly move: Move; readonly action: ActionView; putBack: (() => void) | undefined };

/**
 * Moves cards: at once on the screen, back to the old place when the server refuses. A card that is moved on before the
 * answer waits for it in its newest place; if it is refused, it goes all the way back.
 */
export function useMove(view: ListView, display: KanbanDisplay, state: ListState, events: MoveEvents) {
  const run = useRunAction();
  const place = usePlace(view, display, state);
  const shown = useRef(new Map<string, Shown[]>());
  return useCallback(
    (move: Move, action: ActionView) => {
      const { id } = move.record;
      const show = (one: Shown) => {
        one.putBack = place(one.move);
        events.onStart(one.move);
      };
      const send = (one: Shown) => {
        let isRefused = false;
        run({
          ...callOf(one, display),
          onStart: () => {
            if (shown.current.get(id)?.[0] !== one) shown.current.set(id, [one]);
            show(one);
          },
          onDone: () => {
            if (isRefused) return;
            events.onMoved(one.move, one.putBack !== undefined);
            const [, next, ...rest] = shown.current.get(id) ?? [];
            shown.current.delete(id);
            if (next === undefined) return;
            shown.current.set(id, [next, ...rest]);
            send(next);
          },
          onRefused: (reason) => {
            isRefused = true;
            const all = shown.current.get(id) ?? [one];
            shown.current.delete(id);
            for (const { putBack } of all.toReversed()) putBack?.();
            events.onBack(one.move, reason);
          },
        });
      };
      const one: Shown = { move, action, putBack: undefined };
      const waiting = shown.current.get(id);
      if (waiting === undefined || asksFirst(callOf(one, display).action)) return send(one);
      if (waiting.at(-1)?.move.to === move.to) return;
      show(one);
      waiting.push(one);
    },
    [run, place, display, events],
  );
}

/** Whether somebody is asked before the call: until he has answered, an earlier one has been too. */
function asksFirst({ form, confirm, isPreviewed }: ActionView): boolean {
  return form !== undefined || confirm !== undefined || isPreviewed === true;
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
        // One that has not come yet still comes.
        if (queries.getQueryData(queryKey) === undefined) return;
        void queries.cancelQueries({ queryKey });
        queries.setQueryData<LanePages>(queryKey, (pages) => pages && by(pages));
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
