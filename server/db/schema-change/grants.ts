import { quote, quoteText } from '../spec/names.ts';
import type { TableSpec } from '../spec/table-spec.ts';
import type { Changes } from './changes.ts';

const rights = ['select', 'insert', 'update', 'delete'] as const;

/** Gives the application's role what it may do with the rows of a table, and takes from it what it may not. */
export async function changeGrants(changes: Changes, spec: TableSpec, isNew: boolean, appRole: string): Promise<void> {
  for (const right of rights) {
    const wanted = spec.grants.includes(right);
    const asked = `select 1 where has_table_privilege(${quoteText(appRole)}, ${quoteText(quote(spec.name))}, '${right}')`;
    const held = !isNew && (await changes.holds(asked));
    if (wanted && !held) changes.run(`grant ${right} on ${quote(spec.name)} to ${quote(appRole)}`);
    if (!wanted && held)
      await changes.runAlone(
        spec,
        `应用角色不再有 ${right} 权限`,
        `revoke ${right} on ${quote(spec.name)} from ${quote(appRole)}`,
      );
  }
}
