import type { BulkAnswer, BulkStarted } from '../../../engine/model/wire/index.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import type { CallerOperation } from '../../kernel/operation/operation.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import type { RowWork } from '../../kernel/operation/row-work.ts';
import { readSelection } from './bulk-request.ts';
import { bulkAnswer, runRows } from './run-rows.ts';
import { sealedUndo } from './sealed-undo.ts';
import { startBulk } from './start-bulk.ts';

/** Runs an operation on many rows: those named at once, all that match in the background. */
export async function runBulk(
  operation: CallerOperation,
  work: RowWork,
  body: Values,
  context: CallContext,
): Promise<BulkAnswer | BulkStarted> {
  const { selection, input } = readSelection(body);
  const step = await work.prepare(input, context);
  if (selection.kind === 'matching') return startBulk(operation, work, selection, body, input, context);
  const outcomes = await runRows(selection.ids, step, context);
  return { ...bulkAnswer(outcomes), ...sealedUndo(operation.path, work, outcomes, context) };
}
