import type pg from 'pg';

/** A column as the database has it. */
export type StoredColumn = { readonly type: string; readonly notNull: boolean; readonly byDefault: string | undefined };

/** A constraint or index as the database has it; `mark` is the note we left about its definition. */
export type StoredObject = {
  readonly kind: 'check' | 'exclusion' | 'foreign key' | 'index' | 'unique index';
  readonly mark: string | undefined;
};

/** A table as the database has it. */
export type StoredTable = {
  readonly columns: ReadonlyMap<string, StoredColumn>;
  readonly objects: ReadonlyMap<string, StoredObject>;
};

const columnsQuery = `
  select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as not_null,
         pg_get_expr(d.adbin, d.adrelid) as by_default
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`;

const objectsQuery = `
  select t.relname as table, k.conname as name, case k.contype when 'c' then 'check' when 'x' then 'exclusion' else 'foreign key' end as kind,
         obj_description(k.oid, 'pg_constraint') as mark
    from pg_constraint k join pg_class t on t.oid = k.conrelid
   where t.relnamespace = 'public'::regnamespace and k.contype in ('c', 'f', 'x')
  union all
  select t.relname, i.relname, case when x.indisunique then 'unique index' else 'index' end, obj_description(i.oid, 'pg_class')
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
   where t.relnamespace = 'public'::regnamespace and not x.indisprimary and not x.indisexclusion`;

type ColumnRow = { table: string; name: string; type: string; not_null: boolean; by_default: string | null };
type ObjectRow = { table: string; name: string; kind: StoredObject['kind']; mark: string | null };

/** Reads what tables there are. */
export async function readCatalogue(client: pg.ClientBase): Promise<ReadonlyMap<string, StoredTable>> {
  const tables = new Map<string, { columns: Map<string, StoredColumn>; objects: Map<string, StoredObject> }>();
  const { rows: columns } = await client.query<ColumnRow>(columnsQuery);
  for (const { table, name, type, not_null, by_default } of columns) {
    const known = tables.get(table) ?? { columns: new Map(), objects: new Map() };
    known.columns.set(name, { type, notNull: not_null, byDefault: by_default ?? undefined });
    tables.set(table, known);
  }
  const { rows: objects } = await client.query<ObjectRow>(objectsQuery);
  for (const { table, name, kind, mark } of objects)
    tables.get(table)?.objects.set(name, { kind, mark: mark ?? undefined });
  return tables;
}
