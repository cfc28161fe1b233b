import { useQueryClient } from '@tanstack/react-query';
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
import type { CellEdits, CellPlace, CellSave } from '../rows/cell-edits.ts';

const savedMilliseconds = 2000;

/** Saves the value of one cell: shown at once, with the old value back when it is refused. */
export function useCellSave(
  { action, view }: CellEdit,
  { record, rowName }: { readonly record: WireRecord; readonly rowName: string },
  edits: CellEdits,
  at: CellPlace,
) {
  const t = useText();
  const page = usePageRuntime();
  const say = useAnnounce();
  const put = useRowChange();
  const offerUndo = useUndo();
  const state = useSyncExternalStore(edits.subscribe, () => edits.saveOf(at));
  const setState = (next: CellSave | undefined) => edits.setSave(at, next);
  const fail = (value: unknown, reason: string) => {
    setState({ kind: 'failed', value, reason });
    say(t('engine.cell.failedSaid', { title: view.title, reason }));
  };
  /** Sends a value, shows that it is stored, and offers to take it back. */
  const store = async (value: unknown, before: unknown) => {
    const { key, title } = view;
    const body = { id: record.id, version: record.version, was: { [key]: before }, [key]: value };
    const target = { kind: 'record', record } as const;
    const changed = { was: { [key]: before }, now: { [key]: value } };
    const answer = await callAction(action, target, body, page, newIdempotencyKey());
    const version = answer.version ?? (record.version ?? 0) + 1;
    await put(record.id, { ...changed.now, version });
    setState({ kind: 'saved', value });
    say(t('engine.cell.savedSaid', { title }));
    setTimeout(() => edits.forgetSaved(at), savedMilliseconds);
    const undo = undoCall({ action, target, changed }, answer, page);
    if (undo === undefined) return;
    const words = t('engine.cell.changed', { title, row: rowName });
    const renew = (isUndone: boolean) =>
      put(record.id, isUndone ? { ...changed.was, version: version + 1 } : undefined);
    offerUndo({ ...undo, key: 'cell', words, renew });
  };
  const save = async (value: unknown) => {
    const before = record[view.key] ?? null;
    const checked = checkedCell(view, value, before, page.context);
    if ('fault' in checked) return fail(value, checked.fault);
    if (isSame(checked.value, before)) return setState(undefined);
    setState({ kind: 'saving', value: checked.value });
    try {
      await store(checked.value, before);
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error;
      fail(value, refusedCell(view, error, t));
      if (error.detail.code === 'E_VERSION') await put(record.id, undefined);
    }
  };
  return { state, save, forget: () => setState(undefined) };
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
    // Sums of groups cannot be put right here.
    await queries.refetchQueries({ predicate: (query) => isOfPage(query) && isGroups(query), type: 'active' });
  };
}

function isGroups({ queryKey: [, , , , path] }: { readonly queryKey: readonly unknown[] }): boolean {
  return typeof path === 'string' && path.endsWith('/group');
}
