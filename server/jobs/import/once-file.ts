import { fileTypes } from '../../../engine/model/fields/index.ts';
import type { OnceFact } from '../../../engine/model/wire/index.ts';
import type { TableCell } from '../../fields/kind/server-field-type.ts';
import { saveFile } from '../../files/file-rows.ts';
import { xlsxStream } from '../../files/table/write-xlsx.ts';
import type { JobContext } from '../../kernel/operation/job.ts';
import { forgetTold, keptRows } from '../../operations/import/import-rows-store.ts';
import { badRows } from './error-file.ts';

const largest = 64 * 1_048_576;
const rowsAtOnce = 1000;
const keptMs = 86_400_000;

type Context = JobContext<{
  readonly batchId: string;
  readonly file: { readonly mime: string; readonly name: string };
}>;

/**
 * Writes what is told once of the rows an import made, such as their first passwords, into a file that only whoever
 * imported can read, for a day; nothing of it stays beside. Rows that were not taken stand on a sheet before it.
 * Answers nothing where nothing is to be told.
 */
export async function saveOnceFile(
  header: readonly string[],
  hasErrors: boolean,
  context: Context,
): Promise<string | undefined> {
  const { batchId, file } = context.input;
  const told = await toldRows(batchId, context);
  const [first] = told;
  if (first === undefined) return undefined;
  const heading = ['行', ...first.facts.map(({ title }) => title)];
  const rows: readonly (readonly TableCell[])[] = [
    heading,
    ...told.map(({ rowNo, facts }) => [rowNo, ...facts.map(({ value }) => value)]),
  ];
  const sheets = [
    ...(hasErrors ? [{ name: '未导入', rows: badRows(header, context), headRows: 1 }] : []),
    { name: '仅此一次', rows, headRows: 1 },
  ];
  const stored = await context.services.files.write(xlsxStream(sheets), largest);
  const { kind, mime } = fileTypes.xlsx;
  const stem = file.name.replace(/\.[^.]*$/, '').slice(0, 150);
  const expireAt = new Date(Date.parse(context.now) + keptMs).toISOString();
  await forgetTold(batchId, context);
  // It belongs to no record: only its maker may read it.
  return saveFile({ name: `${stem}-结果.xlsx`, kind, mime, private: true, expireAt }, stored, context);
}

type Told = { readonly rowNo: number; readonly facts: readonly OnceFact[] };

async function toldRows(batchId: string, context: Context): Promise<readonly Told[]> {
  const told: Told[] = [];
  let after = 0;
  for (;;) {
    const rows = await keptRows(batchId, ['created'], { after }, rowsAtOnce, context);
    for (const { rowNo, sealed } of rows)
      if (sealed !== null) told.push({ rowNo, facts: JSON.parse(context.protection.decrypt(sealed)) });
    const next = rows.at(-1)?.rowNo;
    // What an import makes is told of every row or of none.
    if (next === undefined || rows.length < rowsAtOnce || told.length === 0) return told;
    after = next;
  }
}
