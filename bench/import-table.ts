import { mobileNumber, person } from '../server/demo/crm/values/names.ts';
import { place } from '../server/demo/crm/values/places.ts';
import { Random } from '../server/demo/crm/values/random.ts';
import type { TableCell } from '../server/fields/kind/server-field-type.ts';
import { csvStream } from '../server/files/table/write-csv.ts';
import { xlsxStream } from '../server/files/table/write-xlsx.ts';

/** What the cells of an imported table name. */
export type TableFacts = { readonly project: string; readonly channels: readonly string[] };

/** The columns of the table by field. */
export const mapping = {
  name: 0,
  mobile: 1,
  intentionProjectIds: 2,
  level: 3,
  examYear: 4,
  channelId: 5,
  province: 6,
  city: 7,
};
const header = ['姓名', '手机号', '意向项目', '客户等级', '报考年份', '来源渠道', '省份', '城市'];
const levels = ['A 高意向', 'B 中意向', 'C 低意向', 'D 无意向'];

/** Numbers that no other customer of the run has. */
const importedPrefix = '19955';

function* rowsOf(count: number, { project, channels }: TableFacts): Iterable<readonly TableCell[]> {
  yield header;
  const random = new Random(11);
  for (let at = 0; at < count; at++) {
    const { province, city } = place(random);
    yield [
      person(random).name,
      numberAt(at),
      project,
      levels[at % levels.length] ?? '',
      String(2026 + (at % 3)),
      channels[at % channels.length] ?? '',
      province,
      city,
    ];
  }
}

/** Of a thousand rows five have the number of a customer who is there, and five that of a row above. */
function numberAt(at: number): string {
  if (at % 200 === 57) return mobileNumber(at);
  return `${importedPrefix}${String(at % 200 === 113 ? at - 7 : at).padStart(6, '0')}`;
}

/** How many rows of a table are new. */
export function freshRows(count: number): number {
  let duplicates = 0;
  for (let at = 0; at < count; at++) if (at % 200 === 57 || at % 200 === 113) duplicates += 1;
  return count - duplicates;
}

/** A table of customers as a file. */
export async function importTable(format: 'csv' | 'xlsx', count: number, facts: TableFacts): Promise<Blob> {
  const rows = rowsOf(count, facts);
  const chunks: Buffer[] = [];
  const stream = format === 'csv' ? csvStream(rows) : xlsxStream([{ name: '客户', rows, headRows: 1 }]);
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return new Blob(chunks, { type: 'text/csv' });
}
