import { useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { useSyncExternalStore } from 'react';
import { ApiRefusal } from '../../../client/index.ts';
import { faultMessage, pointer } from '../../../model/faults/index.ts';
import { checkValue, missingFault, valueFaults } from '../../../model/record/index.ts';
import type { CellEdit, ViewContext } from '../../../model/view/index.ts';
import type { QueryAnswer, WireRecord } from '../../../model/wire/index.ts';
import { callAction, newIdempotencyKey } from '../../calls/action-call.ts';
import { refusalWords } from '../../calls/refusal-words.ts';
import { useText } from '../../host/engine-context.tsx';
import { usePageRuntime } from '../../host/page-runtime.ts';
import { useAnnounce } from '../../page/announcements.tsx';
import { isEmpty, isSame } from '../../record/values.ts';
import { undoCall } from '../../undo/undo-call.ts';
import { useUndo } from '../../undo/use-undo.ts';
import type { CellEdits, CellPlace, CellSave, StoredCell } from '../rows/cell-edits.ts';

const savedMilliseconds = 2000;

type Show = (save: CellSave | undefined) => void;

type CellRow = {
  readonly record: WireRecord;
  readonly rowName: string;
  /** Whether the cell is still drawn: what becomes of it can be seen there. */
  readonly isDrawn: () => boolean;
};

/**
 * Saves the value of one cell: shown at once, with the old value back when it is refused. Changed again before the
 * answer it is sent again after it.
 */
export function useCellSave({ action, view }: CellEdit, row: CellRow, edits: CellEdits, at: CellPlace) {
  const t = useText();
  const page = usePageRuntime();
  const say = useAnnounce();
  const put = useRowChange();
  const offerUndo = useUndo();
  const { message } = App.useApp();
  const { record, rowName } = row;
  const state = useSyncExternalStore(edits.subscribe, () => edits.saveOf(at));
  const setState = (next: CellSave | undefined) => edits.setSave(at, next);
  const { key, title } = view;
  const fail = (value: unknown, reason: string, show: Show) => {
    show({ kind: 'failed', value, reason });
    say(t('engine.cell.failedSaid', { title, reason }));
    // Whoever has turned the page or left it is told where he is.
    if (!row.isDrawn())
      message.error(t('engine.cell.failedSaid', { title: t('engine.cell.name', { title, row: rowName }), reason }));
  };
  /** Sends a value and offers to take it back. */
  const store = async (value: unknown, before: StoredCell): Promise<StoredCell> => {
    const changed = { was: { [key]: before.value }, now: { [key]: value } };
    const body = { id: record.id, version: before.version, was: changed.was, ...changed.now };
    const target = { kind: 'record', record } as const;
    const answer = await callAction(action, target, body, page, newIdempotencyKey());
    const version = answer.version ?? (before.version ?? 0) + 1;
    await put(record.id, { ...changed.now, version });
    say(t('engine.cell.savedSaid', { title }));
    const undo = undoCall({ action, target, changed }, answer, page);
    if (undo === undefined) return { value, version };
    const words = t('engine.cell.changed', { title, row: rowName });
    const renew = (isUndone: boolean) =>
      put(record.id, isUndone ? { ...changed.was, version: version + 1 } : undefined);
    offerUndo({ ...undo, key: 'cell', words, renew });
    return { value, version };
  };
  const send = async (typed: unknown, value: unknown, before: StoredCell, show: Show): Promise<StoredCell> => {
    show({ kind: 'saving', value });
    try {
      const stored = await store(value, before);
      show({ kind: 'saved', value });
      setTimeout(() => edits.forgetSaved(at), savedMilliseconds);
      return stored;
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error;
      fail(typed, refusedCell(view, error, t), show);
      if (error.detail.code === 'E_VERSION') await put(record.id, undefined);
      return before;
    }
  };
  const first: StoredCell = { value: record[key] ?? null, version: record.version };
  const save = (value: unknown): Promise<StoredCell> => {
    // What waits for an answer is shown all the same.
    if (state?.kind === 'saving') setState({ kind: 'saving', value });
    return edits.inTurn(at, async (before = first, show) => {
      const checked = checkedCell(view, value, before.value, page.context);
      if ('fault' in checked) fail(value, checked.fault, show);
      else if (isSame(checked.value, before.value)) show(undefined);
      else return send(value, checked.value, before, show);
      return before;
    });
  };
  /** Takes away what is said of a refused change; one under way goes on. */
  const forget = () => {
    if (edits.saveOf(at)?.kind === 'failed') setState(undefined);
  };
  return { state, save, forget };
}

type CellView = CellEdit['view'];

/** What was typed as it is stored, or why it cannot be. What was stored without a value may stay so. */
function checkedCell(
  { key, field, title, required }: CellView,
  value: unknown,
  before: unknown,
  { dictionaries }: ViewContext,
): { readonly value: unknown } | { readonly fault: string } {
  const checked = checkValue(field, value, { dictionaries, now: new Date().toISOString() });
  if ('fault' in checked) return { fault: faultMessage(valueFaults(checked, pointer(key), title)[0]) };
  const isMissing = required && isEmpty(checked.value) && !isSame(checked.value, before);
  return isMissing ? { fault: faultMessage(missingFault({ ...field, title })) } : { value: checked.value };
}

function refusedCell({ key, title }: CellView, error: ApiRefusal, t: ReturnType<typeof useText>): string {
  const [fault] = error.faults;
  return fault === undefined ? refusalWords(error, t, key) : faultMessage({ ...fault, title });
}

/** Puts a change into the rows at hand, and has everything else about them asked for again when it is next looked at. */
function useRowChange() {
  const queries = useQueryClient();
  const page = usePageRuntime();
  return async (id: string, change: Partial<WireRecord> | undefined) => {
    const isOfPage = ({ queryKey: [kind, , part, name] }: { readonly queryKey: readonly unknown[] }) =>
      kind === 'data' && part === 'rows' && name === page.name;
    // What others stored is asked for at once: the row on the screen is not what is stored.
    if (change === undefined) return queries.invalidateQueries({ predicate: isOfPage });
    // What is on its way may have been read before the change: it is asked for again.
    const asked = queries.getQueryCache().findAll({ predicate: isOfPage, fetchStatus: 'fetching' });
    await queries.cancelQueries({ predicate: isOfPage });
    queries.setQueriesData<QueryAnswer>({ predicate: isOfPage }, (answer) =>
      answer?.list === undefined || !answer.list.some((row) => row.id === id)
        ? answer
        : { ...answer, list: answer.list.map((row) => (row.id === id ? { ...row, ...change } : row)) },
    );
    await queries.invalidateQueries({
      predicate: ({ queryKey: [kind] }) => kind === 'data',
      refetchType: 'none',
    });
    void queries.refetchQueries({ predicate: (query) => asked.includes(query), type: 'active' });
    // Sums of groups cannot be put right here.
    await queries.refetchQueries({ predicate: (query) => isOfPage(query) && isGroups(query), type: 'active' });
  };
}

function isGroups({ queryKey: [, , , , path] }: { readonly queryKey: readonly unknown[] }): boolean {
  return typeof path === 'string' && path.endsWith('/group');
}
