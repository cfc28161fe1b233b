import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { ApiRefusal } from '../../../client/index.ts';
import {
  type CellEdit,
  checkValue,
  faultMessage,
  pointer,
  type QueryAnswer,
  type WireRecord,
} from '../../../model/index.ts';
import { callAction, newIdempotencyKey } from '../../actions/action-call.ts';
import { useText } from '../../engine-context.tsx';
import { isEmpty, isSame } from '../../form/values.ts';
import { usePageRuntime } from '../../page/page-runtime.ts';
import { useSay } from '../announcements.tsx';
import type { CellEdits, CellPlace, CellSave } from './cell-edits.ts';

const savedMilliseconds = 2000;

/** Saves the value of one cell: shown at once, with the old value back when it is refused. */
export function useCellSave({ action, view }: CellEdit, record: WireRecord, edits: CellEdits, at: CellPlace) {
  const t = useText();
  const page = usePageRuntime();
  const say = useSay();
  const put = useRowChange();
  const state = useSyncExternalStore(edits.subscribe, () => edits.saveOf(at));
  const setState = (next: CellSave | undefined) => edits.setSave(at, next);
  const fail = (value: unknown, reason: string) => {
    setState({ kind: 'failed', value, reason });
    say(t('engine.cell.failedSaid', { title: view.title, reason }));
  };
  const save = async (value: unknown) => {
    const { key } = view;
    const before = record[key] ?? null;
    const { dictionaries } = page.context;
    const checked = checkValue(view.field, value, { dictionaries, now: new Date().toISOString() });
    if ('fault' in checked)
      return fail(value, faultMessage({ ...checked.fault, pointer: pointer(key), title: view.title }));
    if (isSame(checked.value, before)) return setState(undefined);
    if (isEmpty(checked.value) && view.required)
      return fail(value, faultMessage({ code: 'E_INPUT_REQUIRED', pointer: pointer(key), title: view.title }));
    setState({ kind: 'saving', value: checked.value });
    const body = { id: record.id, version: record.version, was: { [key]: before }, [key]: checked.value };
    try {
      await callAction(action, { kind: 'record', record }, body, page, newIdempotencyKey());
      await put(record.id, { [key]: checked.value, version: (record.version ?? 0) + 1 });
      setState({ kind: 'saved', value: checked.value });
      say(t('engine.cell.savedSaid', { title: view.title }));
      setTimeout(() => edits.forgetSaved(at), savedMilliseconds);
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error;
      const [fault] = error.faults;
      fail(value, fault === undefined ? refusalWords(error, key, t) : faultMessage({ ...fault, title: view.title }));
      if (error.detail.code === 'E_VERSION') await put(record.id, undefined);
    }
  };
  return { state, save, forget: () => setState(undefined) };
}

/** Somebody else changed the same cell: who, and to what. */
function refusalWords(error: ApiRefusal, key: string, t: ReturnType<typeof useText>): string {
  const field = error.detail.fields?.find((each) => each.key === key);
  if (field === undefined) return error.message;
  const stored = field.storedText ?? (isEmpty(field.stored) ? t('engine.conflict.none') : String(field.stored));
  return t('engine.cell.conflict', { by: field.by ?? t('engine.cell.others'), stored });
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
