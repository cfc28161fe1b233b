import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import type { ActionView, CalendarDisplay } from '../../../model/view/index.ts';
import type { QueryAnswer, WireRecord } from '../../../model/wire/index.ts';
import { useRunAction } from '../../actions/action-host.tsx';
import { settingFields } from '../../calls/setting-fields.ts';
import { asksFirst, type ShownSteps } from '../../calls/shown-steps.ts';
import { usePageRuntime } from '../../host/page-runtime.ts';
import { useAnnounce } from '../../page/announcements.tsx';

/** How long an entry that was moved may take to appear and still get the keyboard. */
const focusMs = 5_000;

type Values = Readonly<Record<string, unknown>>;

/** An entry on its way from one place of a calendar to another. */
export type RecordChange = {
  readonly record: WireRecord;
  readonly changed: { readonly was: Values; readonly now: Values };
  /** The places in the words of the calendar: days, or columns of hours. */
  readonly from: string;
  readonly to: string;
  /** What is said while it moves, when it has, and when the server refuses. */
  readonly words: {
    readonly moving: string;
    readonly moved: string;
    readonly back: (reason: string) => string;
  };
};

/** What of a calendar is changed: where its rows are kept, and the changes that are shown over them. */
export type ChangedRows = { readonly queryKey: QueryKey; readonly steps: ShownSteps<RecordChange> };

/**
 * Changes entries of a calendar: at once on the screen, back to their place with the reason when the server refuses. One
 * that is changed again meanwhile waits for the answer; no change is lost.
 */
export function useRecordChange(display: CalendarDisplay, { queryKey, steps }: ChangedRows) {
  const say = useAnnounce();
  const page = usePageRuntime();
  const run = useRunAction();
  const queries = useQueryClient();
  const { want, takeFocus, takeWanted } = useWantedEntry();
  const { move: action } = display;
  const isMovable = useCallback(
    (record: WireRecord) => {
      const scope = page.scope(record);
      return action?.isPossible(scope) === true && action.isEnabled(scope);
    },
    [action, page],
  );
  /** Keeps a change that was agreed to, until the rows are asked for again. */
  const settle = ({ record, changed }: RecordChange) => {
    // What has not come yet still comes.
    if (queries.getQueryData(queryKey) === undefined) return;
    void queries.cancelQueries({ queryKey });
    queries.setQueryData<QueryAnswer>(queryKey, (answer) => answer && withValues(answer, record.id, changed.now));
  };
  const send = (one: RecordChange, action: ActionView) => {
    const { record, changed, from, to, words } = one;
    const { id } = record;
    let isRefused = false;
    run({
      action: settingFields(action, record, changed),
      target: { kind: 'record', record },
      changed,
      onStart: () => {
        steps.begin(id, one);
        want(id, to);
        say(words.moving);
      },
      onDone: () => {
        if (isRefused) return;
        settle(one);
        say(words.moved);
        const next = steps.answered(id, one);
        if (next !== undefined) send(next, action);
      },
      onRefused: (reason) => {
        isRefused = true;
        steps.refused(id, one);
        want(id, from);
        say(words.back(reason));
      },
    });
  };
  const change = (one: RecordChange) => {
    const { record, changed, to, words } = one;
    const { id } = record;
    if (action === undefined || !isMovable(record)) return;
    if (steps.last(id) === undefined || asksFirst(settingFields(action, record, changed))) return send(one, action);
    // It is moved again before the server has answered: shown at once, sent when the answer is there.
    steps.wait(id, one, after);
    want(id, to);
    say(words.moving);
  };
  return { isMovable, takeFocus, takeWanted, change };
}

/** Which entry gets the keyboard when it appears. */
function useWantedEntry() {
  const wanted = useRef<{ readonly id: string; readonly place: string; readonly until: number }>(undefined);
  const want = (id: string, place: string) => {
    wanted.current = { id, place, until: Date.now() + focusMs };
  };
  /** Whether an entry that appears in a place takes the keyboard, because it was moved there. */
  const takeFocus = useCallback((id: string, place: string) => {
    const { current } = wanted;
    if (current?.id !== id || current.place !== place || Date.now() > current.until) return false;
    wanted.current = undefined;
    return true;
  }, []);
  /** What waits for the keyboard, which is no longer waited for once it is found. */
  const takeWanted = useCallback((isThere: (id: string, place: string) => boolean): string | undefined => {
    const { current } = wanted;
    if (current === undefined || !isThere(current.id, current.place)) return undefined;
    wanted.current = undefined;
    return current.place;
  }, []);
  return { want, takeFocus, takeWanted };
}

/** Rows as the changes that are shown leave them. */
export function withChanges(answer: QueryAnswer, shown: ReadonlyMap<string, readonly RecordChange[]>): QueryAnswer {
  return [...shown.values()].flat().reduce((rows, one) => withValues(rows, one.record.id, one.changed.now), answer);
}

function withValues(answer: QueryAnswer, id: string, values: Values): QueryAnswer {
  return { ...answer, list: answer.list.map((row) => (row.id === id ? { ...row, ...values } : row)) };
}

/** Two changes of a record, one after the other, as one. */
function after(first: RecordChange, then: RecordChange): RecordChange {
  const was = { ...then.changed.was, ...first.changed.was };
  return { ...then, from: first.from, changed: { was, now: { ...first.changed.now, ...then.changed.now } } };
}
