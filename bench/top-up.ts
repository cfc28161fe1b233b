import type pg from 'pg';
import type { DocumentSet } from '../engine/model/documents/index.ts';
import { toColumn } from '../engine/model/naming/index.ts';
import { quote } from '../server/db/spec/names.ts';

/**
 * Repeats the rows of tables, each time 37 minutes earlier, until they hold so many; what must be unique is counted on.
 * For databases that are measured only: the repeated rows are nobody's work.
 */
export async function topUp(
  client: pg.Client,
  documents: DocumentSet,
  wanted: Readonly<Record<string, number>>,
): Promise<void> {
  for (const [name, count] of Object.entries(wanted)) {
    const { rows } = await client.query<{ n: number }>(`select count(*)::int as n from ${quote(name)}`);
    const present = rows[0]?.n ?? 0;
    if (present === 0 || present >= count) continue;
    const own = new Set(
      documents.entities
        .get(name)
        ?.fields.filter((field) => field.unique === true || field.key === 'providerCallId')
        .map(({ key }) => toColumn(key)),
    );
    const columns = await client.query<{ name: string; type: string }>(
      `select column_name as name, data_type as type from information_schema.columns
        where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
      [name],
    );
    const values = columns.rows.map((column) => {
      if (column.name === 'id') return 'gen_random_uuid()';
      if (own.has(column.name)) return `'R' || row_number() over ()`;
      return column.type.startsWith('timestamp')
        ? `${quote(column.name)} - turn * interval '37 minutes'`
        : quote(column.name);
    });
    const turns = Math.ceil((count - present) / present);
    console.log(`  ${name}：${present} 行，补到 ${count} 行`);
    await client.query(
      `insert into ${quote(name)} (${columns.rows.map((column) => quote(column.name)).join(', ')})
        select ${values.join(', ')} from ${quote(name)}, generate_series(1, ${turns}) as turn limit ${count - present}`,
    );
  }
}
