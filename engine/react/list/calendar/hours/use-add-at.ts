import type { CalendarDisplay, ListView } from '../../../../model/view/index.ts';
import { useRunAction } from '../../../actions/action-host.tsx';
import { usePageRuntime } from '../../../host/page-runtime.ts';
import { createAction } from '../../tree-nodes/use-adding.ts';
import { type HourColumn, momentAt } from './hour-span.ts';

/** Makes a record at an hour of a column; undefined where the reader makes none. */
export type AddAt = { readonly action: string; readonly at: (column: HourColumn, from: number, to: number) => void };

/** The page's own way to make a record, where its form asks for the time. */
export function useAddAt(view: ListView, display: CalendarDisplay, by: string | undefined): AddAt | undefined {
  const page = usePageRuntime();
  const run = useRunAction();
  const action = createAction(view.toolbar, view.page.entity);
  if (action?.form === undefined || !action.isPossible(page.scope()) || !action.isEnabled(page.scope()))
    return undefined;
  return {
    action: action.title,
    at: (column, from, to) => {
      const { start, end } = display;
      const begins = {
        [start.path]: momentAt(column.day, from),
        ...(end === undefined ? {} : { [end.path]: momentAt(column.day, to) }),
        ...(by === undefined || column.of === undefined || column.of.id === null ? {} : { [by]: column.of.id }),
      };
      run({ action, target: { kind: 'none' }, begins });
    },
  };
}
