import { checkValue } from '../../../engine/model/record/index.ts';
import { readTable } from '../../files/table/read-table.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import type { TableFile } from '../../kernel/services/table-inspector.ts';
import { cellValue } from '../../operations/import/cell-value.ts';
import { keyText } from '../../operations/import/existing-rows.ts';
import type { ImportPlan, StagedRow } from '../../operations/import/import-plan.ts';
import { tableText } from '../../texts/files/table-text.ts';
import { writeStaged } from './staging.ts';

/**
 * Reads a table through into a file that can be entered in the middle, and answers how many rows it has. Rows with the
 * key of an earlier one are marked here, where all of them pass.
 */
export async function stageTable(
  plan: ImportPlan,
  table: TableFile,
  key: string,
  context: CallContext,
): Promise<number> {
  const { files, limits } = context.services;
  const rows = readTable(table, files)[Symbol.asyncIterator]();
  const first = await rows.next();
  if (first.done === true) return 0;
  const firstWith = new Map<string, number>();
  let total = 0;
  async function* staged(): AsyncIterable<StagedRow> {
    for (let row = await rows.next(); row.done !== true; row = await rows.next()) {
      const { number, cells } = row.value;
      total += 1;
      if (total > limits.importRows)
        throw refuse('E_IMPORT_LIMIT', {
          got: tableText('table.rows.more', { rows: limits.importRows }),
          expected: tableText('table.rows', { rows: limits.importRows }),
        });
      const text = keyOf(plan, cells, context);
      const sameAs = text === undefined ? undefined : firstWith.get(text);
      if (text !== undefined && sameAs === undefined) firstWith.set(text, number);
      yield { number, cells, ...(sameAs === undefined ? {} : { sameAs }) };
    }
  }
  try {
    await writeStaged(files, key, first.value.cells, staged());
    return total;
  } finally {
    await rows.return?.();
  }
}

/** What tells a row from others, from its cells alone; undefined where a part is missing or unreadable. */
function keyOf(
  { by, intake, mapping }: ImportPlan,
  cells: readonly string[],
  context: CallContext,
): string | undefined {
  const { dictionaries } = context.documents;
  const values = by.map((key) => {
    const field = intake.fields.get(key);
    if (field === undefined) return [key, null];
    const read = cellValue(field, cells[mapping[key] ?? -1] ?? '', dictionaries);
    if ('fault' in read) return [key, null];
    if (field.type === 'ref') return [key, read.value];
    const checked = checkValue(field, read.value, { dictionaries, now: context.now });
    return [key, 'value' in checked ? checked.value : null];
  });
  return keyText(intake.entity, by, Object.fromEntries(values));
}
