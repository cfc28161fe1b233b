import type pg from 'pg';
import { quote } from '../spec/names.ts';

/** A table with the columns that hold something of their own: what is worked out from them is left out. */
export type KeptTable = { readonly schema: string; readonly name: string; readonly columns: readonly string[] };

/** Where a sequence stands. */
export type SequenceState = { readonly schema: string; readonly name: string; readonly value: string };

// Events to open pages are of the moment, as is who has a record open; their transaction numbers mean nothing in another
// database. Of rights and of pages each database tells by itself that they changed.
const passing: ReadonlySet<string> = new Set([
  'public.server_event',
  'public.record_presence',
  'public.access_epoch',
  'public.design_epoch',
]);

/** All tables with rows of their own, those of the job queue included; partitions are read through their table. */
export async function keptTables(client: pg.ClientBase): Promise<readonly KeptTable[]> {
  const { rows } = await client.query<KeptTable>(
    `select n.nspname as schema, c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
       from pg_class c
       join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where c.relkind in ('r', 'p') and not c.relispartition
        and n.nspname <> 'information_schema' and n.nspname not like 'pg\\_%'
        and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')
      group by n.nspname, c.relname order by n.nspname, c.relname`,
  );
  return rows.filter((table) => !passing.has(fullName(table)));
}

/** Where the sequences stand; one that was never used is left out. */
export async function sequenceStates(client: pg.ClientBase): Promise<readonly SequenceState[]> {
  const { rows } = await client.query<SequenceState>(
    `select schemaname as schema, sequencename as name, last_value::text as value
       from pg_sequences where last_value is not null and schemaname not like 'pg\\_%' order by 1, 2`,
  );
  return rows;
}

/** `public.staff`: how a table is told apart. */
export function fullName({ schema, name }: Pick<KeptTable, 'schema' | 'name'>): string {
  return `${schema}.${name}`;
}

/** The same for a statement. */
export function quotedName({ schema, name }: Pick<KeptTable, 'schema' | 'name'>): string {
  return `${quote(schema)}.${quote(name)}`;
}

/** Tables in an order in which each comes after those it refers to; who refers in a circle stands where he stands. */
export async function inOrderOfReference<Table extends KeptTable>(
  client: pg.ClientBase,
  tables: readonly Table[],
): Promise<readonly Table[]> {
  const { rows } = await client.query<{ from: string; to: string }>(
    `select fn.nspname || '.' || f.relname as "from", tn.nspname || '.' || t.relname as "to"
       from pg_constraint k
       join pg_class f on f.oid = k.conrelid join pg_namespace fn on fn.oid = f.relnamespace
       join pg_class t on t.oid = k.confrelid join pg_namespace tn on tn.oid = t.relnamespace
      where k.contype = 'f'`,
  );
  const byName = new Map(tables.map((table) => [fullName(table), table]));
  const ordered = new Set<Table>();
  const seen = new Set<string>();
  const visit = (name: string): void => {
    const table = byName.get(name);
    if (table === undefined || seen.has(name)) return;
    seen.add(name);
    for (const { from, to } of rows) if (from === name) visit(to);
    ordered.add(table);
  };
  for (const name of byName.keys()) visit(name);
  return [...ordered];
}
