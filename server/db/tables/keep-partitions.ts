import { addPartition, missingMonths, outlived, readPartitions } from '../schema-change/partitions.ts';
import { quote } from '../spec/names.ts';
import type { TableSpec } from '../spec/table-spec.ts';
import type { MigratorSession } from './migrator-session.ts';

/** Makes the partitions of the months to come, and drops those of months that need not be kept. */
export async function keepPartitionsOf(
  session: MigratorSession,
  specs: readonly TableSpec[],
  now = Date.now(),
): Promise<void> {
  for (const spec of specs) {
    if (spec.partition === undefined) continue;
    const partitions = await readPartitions(session.client, spec.name);
    for (const month of missingMonths(partitions, now)) {
      const columns = await columnsOf(session, spec.name);
      await session.apply(addPartition(spec.name, month, columns));
    }
    const { keepMonths } = spec.partition;
    if (keepMonths === undefined) continue;
    for (const { name } of outlived(partitions, keepMonths, now))
      await session.apply([
        `alter table ${quote(spec.name)} detach partition ${quote(name)}`,
        `drop table ${quote(name)}`,
      ]);
  }
}

async function columnsOf(session: MigratorSession, table: string): Promise<readonly string[]> {
  const { rows } = await session.client.query<{ name: string }>(
    `select attname as name from pg_attribute
      where attrelid = to_regclass($1) and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [quote(table)],
  );
  return rows.map((row) => row.name);
}
