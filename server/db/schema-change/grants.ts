import type pg from 'pg';
import { quote } from '../spec/names.ts';
import type { TableSpec } from '../spec/table-spec.ts';
import type { Changes } from './changes.ts';

const rights = ['select', 'insert', 'update', 'delete'] as const;

/** What a role may do with the rows of each table there is, by the table's name; nothing for one that is not there. */
export type HeldRights = { of(table: string): ReadonlySet<string> };

const none: ReadonlySet<string> = new Set();

/** No table is there yet. */
export const noRights: HeldRights = { of: () => none };

/** Reads the rights of a role over all tables at once: asked table by table they would take most of a start. */
export async function readRights(client: pg.ClientBase, role: string): Promise<HeldRights> {
  const { rows } = await client.query<{ table: string; rights: string[] }>(
    `select c.relname as table, array_agg(r.name) as rights
       from pg_class c cross join unnest($2::text[]) as r (name)
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
        and has_table_privilege($1, c.oid, r.name)
      group by c.relname`,
    [role, rights],
  );
  const held = new Map(rows.map((row) => [row.table, new Set(row.rights)]));
  return { of: (table) => held.get(table) ?? none };
}

/** Gives the application's role what it may do with the rows of a table, and takes from it what it may not. */
export async function changeGrants(
  changes: Changes,
  spec: TableSpec,
  held: HeldRights,
  appRole: string,
): Promise<void> {
  const rightsHeld = held.of(spec.name);
  for (const right of rights) {
    const wanted = spec.grants.includes(right);
    const isHeld = rightsHeld.has(right);
    if (wanted && !isHeld) changes.run(`grant ${right} on ${quote(spec.name)} to ${quote(appRole)}`);
    if (!wanted && isHeld)
      await changes.runAlone(
        spec,
        `应用角色不再有 ${right} 权限`,
        `revoke ${right} on ${quote(spec.name)} from ${quote(appRole)}`,
      );
  }
}
