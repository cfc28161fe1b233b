import { sql } from 'kysely';
import { rowsAlong } from '../../../engine/model/entity/index.ts';
import { toColumn } from '../../../engine/model/naming/index.ts';
import { type CallContext, modelOf } from '../../kernel/operation/context.ts';
import type { DeletedRow } from './deleted-rows.ts';

type Part = { readonly title: string; readonly count: number };

/** What was deleted together with rows, and comes back with them: how many of which of their lists. */
export async function deletedTogether(
  rows: readonly DeletedRow[],
  context: CallContext,
): Promise<ReadonlyMap<string, readonly Part[]>> {
  const parts = new Map<string, Part[]>();
  for (const name of new Set(rows.map(({ entity }) => entity))) {
    const ids = rows.filter(({ entity }) => entity === name).map(({ id }) => id);
    for (const list of rowsAlong(modelOf(context.documents, name), context.documents.entities)) {
      const counted = await sql<{ id: string; n: string }>`select p.id, count(*) as n
        from ${sql.table(name)} as p join ${sql.table(list.entity)} as c
          on c.${sql.ref(toColumn(list.by))} = p.id and c.deleted_at = p.deleted_at
        where p.id = any(${ids}::uuid[]) group by p.id`.execute(context.db);
      for (const { id, n } of counted.rows)
        parts.set(id, [...(parts.get(id) ?? []), { title: list.title, count: Number(n) }]);
    }
  }
  return parts;
}
