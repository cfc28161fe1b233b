import type { CallContext } from '../../kernel/operation/context.ts';
import type { ImportPlan, StagedRow } from './import-plan.ts';
import { checkRows, findRows, type ReadRow, readRows } from './read-rows.ts';

/**
 * Reads rows of a table some at a time: what the database knows of them is looked up for all at once, and the next are
 * checked while those before them are written. Where a row may name one that this import makes, those before it are
 * written before it is read.
 */
export async function* rowsInTurns(
  plan: ImportPlan,
  rows: readonly StagedRow[],
  rowsAtOnce: number,
  context: CallContext,
): AsyncGenerator<readonly ReadRow[]> {
  if (namesItsOwn(plan)) {
    for (let from = 0; from < rows.length; from += rowsAtOnce)
      yield await readRows(plan, rows.slice(from, from + rowsAtOnce), context);
    return;
  }
  const found = await findRows(plan, rows, context);
  const check = (from: number) => {
    const checking = checkRows(plan, found, from, from + rowsAtOnce, context);
    // Thrown where it is waited for.
    checking.catch(() => undefined);
    return checking;
  };
  let coming = check(0);
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const ready = await coming;
    coming = check(from + rowsAtOnce);
    yield ready;
  }
}

function namesItsOwn({ fields, intake }: ImportPlan): boolean {
  return fields.some(({ ref }) => ref === intake.entity.document.name);
}
