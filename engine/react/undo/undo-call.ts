import type { WireRecord } from '../../model/wire/index.ts';
import type { ActionAnswer, ActionUse } from '../calls/action-call.ts';
import type { PageRuntime } from '../host/page-runtime.ts';

/** The call that takes something back. */
export type UndoCall = { readonly api: string; readonly body: Readonly<Record<string, unknown>> };

/**
 * What takes back a use of an action that succeeded; undefined where nothing does. Of several rows those are taken back
 * that went through; work on all that match is taken back from the list of background work.
 */
export function undoCall(
  { action, target, changed }: ActionUse,
  answer: ActionAnswer,
  page: PageRuntime,
): UndoCall | undefined {
  const { api, undo } = action;
  if (target.kind === 'record' && changed !== undefined && api !== undefined) {
    const { id } = target.record;
    return { api, body: { id, version: answer.version ?? target.record.version, was: changed.now, ...changed.was } };
  }
  const sealed = answer.rows?.undo;
  if (undo === undefined) return sealed === undefined ? undefined : { api: undoRowsPath, body: { undo: sealed } };
  const valuesOf = (record: WireRecord) => undo.valuesFor(page.scope(record));
  if (target.kind === 'record') {
    const values = valuesOf(target.record);
    return values === undefined ? undefined : { api: undo.api, body: { id: target.record.id, ...values } };
  }
  if (target.kind !== 'rows' || !undo.bulk) return undefined;
  const ids = (answer.rows?.results ?? []).flatMap(({ id, ok }) => (ok ? [id] : []));
  const done = target.records.filter(({ id }) => ids.includes(id));
  if (done.length === 0 || done.length > maxRows || done.some((record) => valuesOf(record) === undefined))
    return undefined;
  return { api: undo.api, body: { ids: done.map(({ id }) => id) } };
}

/** Where rows are taken back by what their answer sealed. */
const undoRowsPath = '/v1/bulk/row/undo';

/** As many rows as one call may name. */
const maxRows = 500;
