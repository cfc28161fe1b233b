import type { TestDatabase } from './test-database.ts';

const statement = `
  select 'table' as kind, c.relname as name,
         format('%s %s %s %s', c.relkind, pg_get_userbyid(c.relowner), c.relacl, pg_get_expr(c.relpartbound, c.oid)) as what
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'S')
  union all
  select 'column', c.relname || '.' || a.attname,
         format('%s %s %s %s %s %s', a.attnum, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attgenerated,
                pg_get_expr(d.adbin, d.adrelid), col_description(c.oid, a.attnum))
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
  union all
  select 'constraint', t.relname || '.' || k.conname,
         format('%s %s %s', pg_get_constraintdef(k.oid), k.convalidated, obj_description(k.oid, 'pg_constraint'))
    from pg_constraint k join pg_class t on t.oid = k.conrelid where t.relnamespace = 'public'::regnamespace
  union all
  select 'index', i.relname, format('%s %s %s', pg_get_indexdef(i.oid), x.indisvalid, obj_description(i.oid, 'pg_class'))
    from pg_index x join pg_class i on i.oid = x.indexrelid where i.relnamespace = 'public'::regnamespace
  union all
  select 'function', p.oid::regprocedure::text, pg_get_functiondef(p.oid)
    from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
     and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  order by 1, 2, 3`;

/** Everything a start makes, one line each: to compare one database with another. */
export async function dumpCatalogue(database: TestDatabase): Promise<readonly string[]> {
  const rows = await database.rows(statement);
  return rows.map(({ kind, name, what }) => `${kind} ${name}: ${what}`);
}
