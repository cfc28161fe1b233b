import { fileTypes } from '../../../engine/model/fields/index.ts';
import type { TableCell } from '../../fields/kind/server-field-type.ts';
import { saveFile } from '../../files/file-rows.ts';
import { csvStream } from '../../files/table/write-csv.ts';
import type { JobContext } from '../../kernel/operation/job.ts';
import { keptRows } from '../../operations/import/import-rows-store.ts';

const largest = 512 * 1_048_576;
const rowsAtOnce = 1000;

type Context = JobContext<{ readonly batchId: string }>;

/** Lists the rows that taking an import back left alone, with the reason of each. */
export async function saveKeptFile(context: Context): Promise<string> {
  const stored = await context.services.files.write(csvStream(rowsOf(context)), largest);
  const { kind, mime } = fileTypes.csv;
  const meta = {
    name: '撤销时保留的行.csv',
    kind,
    mime,
    private: true,
    entity: 'import_batch',
    id: context.input.batchId,
  };
  return saveFile(meta, stored, context);
}

async function* rowsOf(context: Context): AsyncIterable<readonly TableCell[]> {
  yield ['行号', '数据编号', '保留原因'];
  let after = 0;
  for (;;) {
    const rows = await keptRows(context.input.batchId, ['kept'], { after }, rowsAtOnce, context);
    for (const row of rows) yield [row.rowNo, row.recordId, row.reason];
    const next = rows.at(-1)?.rowNo;
    if (next === undefined || rows.length < rowsAtOnce) return;
    after = next;
  }
}
