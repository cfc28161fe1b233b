import { undoRows } from '../../../contract/jobs.ts';
import { isGranted } from '../../../engine/model/access/index.ts';
import { formatMessage } from '../../../engine/model/texts/index.ts';
import type { BulkAnswer } from '../../../engine/model/wire/index.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import { type CallerOperation, implement } from '../../kernel/operation/operation.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import type { RowUndo, RowWork } from '../../kernel/operation/row-work.ts';
import { bulkText } from '../../texts/bulk-text.ts';
import { refuseUndo } from './bulk-operations.ts';
import { bulkAnswer, type RowOutcome, runRows } from './run-rows.ts';

/** How long what was done to rows named one by one can be taken back. */
const undoSeconds = 60;

/** What undoing needs, on its way through the browser: nobody can read or change it there. */
type Sealed = {
  readonly kind: 'undo';
  readonly operation: string;
  readonly staffId: string;
  readonly until: number;
  readonly rows: readonly { readonly id: string; readonly kept: Values }[];
};

/** What takes back rows that were just done, for whoever may undo that; nothing where no row changed. */
export function sealedUndo(
  operation: string,
  { undo }: RowWork,
  outcomes: readonly RowOutcome[],
  { caller, protection, now }: CallContext,
): Pick<BulkAnswer, 'undo'> {
  if (undo === undefined) return {};
  const rows = outcomes.flatMap(({ id, kept }) =>
    kept !== undefined && isGranted(caller.grants, undo.permission(kept)) ? [{ id, kept }] : [],
  );
  if (rows.length === 0) return {};
  const until = Date.parse(now) + undoSeconds * 1000;
  const sealed: Sealed = { kind: 'undo', operation, staffId: caller.staffId, until, rows };
  return { undo: protection.encrypt(JSON.stringify(sealed)) };
}

/** The operation that takes it back; `workOf` knows how the operation of a path works on rows. */
export function undoRowsOf(workOf: (path: string) => RowWork | undefined): CallerOperation {
  return implement(undoRows, async (body, context) => {
    const { operation, rows } = opened(body.undo, context);
    const undo = workOf(operation)?.undo;
    if (undo === undefined) throw refuse('E_UNDO', { expected: formatMessage(bulkText('bulk.nothing')) });
    return bulkAnswer(await takeBack(rows, undo, context));
  });
}

/** Rows within the caller's own reach: what was done has often taken them off the page. */
function takeBack(rows: Sealed['rows'], undo: RowUndo, context: CallContext): Promise<readonly RowOutcome[]> {
  const keptOf = new Map(rows.map(({ id, kept }) => [id, kept]));
  const step = async (id: string, inside: CallContext): Promise<undefined> => {
    const kept = keptOf.get(id) ?? {};
    refuseUndo(undo.permission(kept), inside);
    await undo.run(id, kept, inside);
    return undefined;
  };
  return runRows([...keptOf.keys()], step, { ...context, page: undefined });
}

/** Opens what `sealedUndo` sealed; refused where anybody else brings it, too late, or anything else. */
function opened(text: string, { caller, protection, now }: CallContext): Sealed {
  const sealed = unsealed(text, protection);
  if (sealed?.kind !== 'undo' || sealed.staffId !== caller.staffId)
    throw refuse('E_UNDO', { expected: formatMessage(bulkText('bulk.nothing')) });
  if (sealed.until < Date.parse(now)) throw refuse('E_UNDO', { expected: formatMessage(bulkText('bulk.tooLate')) });
  return sealed;
}

function unsealed(text: string, protection: CallContext['protection']): Sealed | undefined {
  try {
    // What `sealedUndo` encrypted: nothing else that is encrypted ever leaves the server.
    return JSON.parse(protection.decrypt(text)) as Sealed;
  } catch {
    return undefined;
  }
}
