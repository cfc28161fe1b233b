import type pg from 'pg';

/** A column as the database has it. */
export type StoredColumn = {
  readonly type: string;
  readonly notNull: boolean;
  readonly byDefault: string | undefined;
  /** Whether the database works it out itself; `mark` is the note we left about the expression. */
  readonly isGenerated: boolean;
  readonly mark: string | undefined;
  /** The name it still has, where it is about to get another. */
  readonly storedAs?: string;
};

/** A constraint, index or statistics of columns together as the database has it; `mark` is the note we left about its definition. */
export type StoredObject = {
  readonly kind: 'check' | 'exclusion' | 'foreign key' | 'index' | 'unique index' | 'statistics';
  readonly mark: string | undefined;
  /** False for an index whose building was cut short, and for a constraint that stored rows were not held against yet. */
  readonly valid: boolean;
  /** The constraint as the database writes it; of others undefined. */
  readonly definition: string | undefined;
};

/** A table as the database has it. */
export type StoredTable = {
  readonly isPartitioned: boolean;
  readonly columns: ReadonlyMap<string, StoredColumn>;
  readonly objects: ReadonlyMap<string, StoredObject>;
};

const columnsQuery = `
  select c.relname as table, c.relkind = 'p' as partitioned, a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as not_null,
         case when a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid) end as by_default,
         a.attgenerated <> '' as is_generated, col_description(c.oid, a.attnum) as mark
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`;

const objectsQuery = `
  select t.relname as table, k.conname as name, case k.contype when 'c' then 'check' when 'x' then 'exclusion' else 'foreign key' end as kind,
         obj_description(k.oid, 'pg_constraint') as mark, k.convalidated as valid, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class t on t.oid = k.conrelid
   where t.relnamespace = 'public'::regnamespace and k.contype in ('c', 'f', 'x') and k.conparentid = 0
  union all
  select t.relname, i.relname, case when x.indisunique then 'unique index' else 'index' end, obj_description(i.oid, 'pg_class'),
         x.indisvalid, null
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
   where t.relnamespace = 'public'::regnamespace and not x.indisprimary and not x.indisexclusion
  union all
  select t.relname, s.stxname, 'statistics', obj_description(s.oid, 'pg_statistic_ext'), true, null
    from pg_statistic_ext s join pg_class t on t.oid = s.stxrelid
   where t.relnamespace = 'public'::regnamespace`;

type ColumnRow = {
  table: string;
  partitioned: boolean;
  name: string;
  type: string;
  not_null: boolean;
  by_default: string | null;
  is_generated: boolean;
  mark: string | null;
};
type ObjectRow = {
  table: string;
  name: string;
  kind: StoredObject['kind'];
  mark: string | null;
  valid: boolean;
  definition: string | null;
};

type Draft = { isPartitioned: boolean; columns: Map<string, StoredColumn>; objects: Map<string, StoredObject> };

/** Reads what tables there are. */
export async function readCatalogue(client: pg.ClientBase): Promise<ReadonlyMap<string, StoredTable>> {
  const tables = new Map<string, Draft>();
  const { rows: columns } = await client.query<ColumnRow>(columnsQuery);
  for (const { table, partitioned, name, type, not_null, by_default, is_generated, mark } of columns) {
    const known = tables.get(table) ?? { isPartitioned: partitioned, columns: new Map(), objects: new Map() };
    known.columns.set(name, {
      type,
      notNull: not_null,
      byDefault: by_default ?? undefined,
      isGenerated: is_generated,
      mark: mark ?? undefined,
    });
    tables.set(table, known);
  }
  const { rows: objects } = await client.query<ObjectRow>(objectsQuery);
  for (const { table, name, kind, mark, valid, definition } of objects)
    tables.get(table)?.objects.set(name, {
      kind,
      mark: mark ?? undefined,
      valid,
      definition: definition ?? undefined,
    });
  return tables;
}
