import type { ActionView, ListView } from '../../../model/view/index.ts';
import type { QueryAnswer, WireRecord } from '../../../model/wire/index.ts';
import { useRunAction } from '../../actions/action-host.tsx';
import { useEngine } from '../../host/engine-context.tsx';
import { usePageRuntime } from '../../host/page-runtime.ts';
import { useAnnounce } from '../../page/announcements.tsx';
import { valueAt } from '../../record/record-path.ts';
import { firstCellOf, openCell } from '../rows/cell-steps.ts';
import type { RowStore } from '../rows/row-store.ts';
import type { ListState } from '../state/list-state.ts';
import { pageAfter, pageBefore } from '../state/page-steps.ts';
import { useListCommands } from './list-commands.ts';
import type { RowFocus } from './use-row-focus.ts';

type TableCommandsOptions = {
  readonly view: ListView;
  readonly state: ListState;
  readonly setState: (state: ListState) => void;
  readonly store: RowStore;
  readonly focus: RowFocus;
  readonly answer: QueryAnswer | undefined;
  /** Whether there are lines besides rows, as where they are grouped. */
  readonly hasLines?: boolean;
  /** Whether the rows come page by page. */
  readonly isPaged: boolean;
};

/** What the keyboard does with the rows of a table or with cards; each only where the page has it. */
export function useTableCommands(options: TableCommandsOptions): void {
  const { view, state, setState, store, focus, answer, isPaged, hasLines = false } = options;
  const { t } = useEngine();
  const say = useAnnounce();
  const open = useOpenRecord(view);
  const edit = useEditRecord(view);
  const turn = (to: ListState | undefined, otherwise: string) => {
    if (to === undefined) return say(otherwise);
    focus.expectOthers();
    setState(to);
  };
  const onCurrent = (run: (record: WireRecord) => void) => () => {
    if (store.current !== undefined) run(store.current);
  };
  const hasEditable = view.columns.some((column) => column.edit !== undefined);
  const hasRows = hasLines || (answer?.list.length ?? 0) > 0;
  const turns = (run: () => void) => (isPaged ? run : undefined);
  useListCommands(
    hasRows && answer !== undefined
      ? {
          next: () => focus.step(1),
          previous: () => focus.step(-1),
          first: () => focus.end('first'),
          last: () => focus.end('last'),
          open: open === undefined ? undefined : onCurrent(open),
          edit: edit === undefined ? undefined : onCurrent(edit),
          editCell: hasEditable ? () => openCell(firstCellOf(document.activeElement)) : undefined,
          select:
            view.bulk.length === 0 && !store.isPicking ? undefined : onCurrent((record) => store.toggle(record.id)),
          nextPage: turns(() => focus.screen(1) || turn(pageAfter(state, answer), t('engine.keys.onLastPage'))),
          previousPage: turns(() => focus.screen(-1) || turn(pageBefore(state, answer), t('engine.keys.onFirstPage'))),
          leave: () =>
            !store.isPicking && (store.selected.length > 0 || store.matching !== undefined)
              ? store.clear()
              : focus.leave(),
        }
      : {},
  );
}

/** Opens a record as the link of its name does; undefined where the page has none. */
export function useOpenRecord(view: ListView): ((record: WireRecord) => void) | undefined {
  const { open } = useEngine();
  const run = useRunAction();
  const linked = view.columns.filter((column) => column.link !== undefined && column.fault === undefined);
  const column = linked.find((each) => each.linkId === undefined) ?? linked[0];
  const action = view.row.find((each) => each.link !== undefined && each.fault === undefined);
  if (column?.link !== undefined) {
    const { link, linkId } = column;
    return (record) => {
      const id = linkId === undefined ? record.id : valueAt(record, linkId);
      if (typeof id === 'string') open(link, { id });
    };
  }
  return action === undefined ? undefined : (record) => run({ action, target: { kind: 'record', record } });
}

/** Runs the first action that changes the record and is possible now; undefined where the page has none. */
function useEditRecord(view: ListView): ((record: WireRecord) => void) | undefined {
  const { t } = useEngine();
  const page = usePageRuntime();
  const run = useRunAction();
  const say = useAnnounce();
  const actions = view.row.filter((action) => action.fault === undefined && isEdit(action));
  if (actions.length === 0) return undefined;
  return (record) => {
    const scope = page.scope(record);
    const action = actions.find((each) => each.isPossible(scope) && each.isEnabled(scope));
    if (action === undefined) say(t('engine.keys.noEdit'));
    else run({ action, target: { kind: 'record', record } });
  };
}

function isEdit({ operation, key }: ActionView): boolean {
  return operation?.kind === 'modify' || key === 'edit';
}
