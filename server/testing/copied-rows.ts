import type { TestDatabase } from './test-database.ts';

/** Puts copies of a row beside it, each with values of its own under the names of columns. */
export async function copyRow(
  { rows }: Pick<TestDatabase, 'rows'>,
  table: string,
  id: string,
  copies: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  const found = await rows(
    `select column_name as name from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
    [table],
  );
  const names = found.map(({ name }) => String(name));
  await rows(
    `insert into ${table} (${names.join(', ')}) select ${names.map((name) => `copy.${name}`).join(', ')}
     from ${table} row, jsonb_array_elements($2::jsonb) own,
       lateral jsonb_populate_record(row, own || jsonb_build_object('id', gen_random_uuid())) copy
     where row.id = $1`,
    [id, JSON.stringify(copies)],
  );
}
