import { type RawBuilder, sql } from 'kysely';
import type { SavedAnalysis } from '../../../engine/model/dataset/index.ts';
import { departmentsAbove } from '../../db/people/department-tree.ts';
import type { Caller } from '../../kernel/caller/caller.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import { askedDataset } from './check-ask.ts';

/** Analyses one answer has at most; more than anybody would look through. */
const maxOffered = 500;

type Kept = SavedAnalysis & { readonly dataset: string };

/**
 * The analyses a caller sees: his own, those of his department and the ones above it, and everybody's. What asks a
 * dataset he may not ask he is not told: of his own the name alone, of others nothing.
 */
export async function analysesFor(context: CallContext): Promise<readonly SavedAnalysis[]> {
  const { caller, db } = context;
  const { rows } = await sql<Kept>`
    select a.id, a.version, a.name, a.share, a.ask, a.dataset, a.created_by = ${caller.staffId} as "isMine",
      s.name as author, case when a.share = 'department' then d.name end as "departmentName"
    from saved_analysis a left join staff s on s.id = a.created_by left join department d on d.id = a.department_id
    where ${offeredTo(caller)}
    order by a.created_by = ${caller.staffId} desc, a.name, a.id limit ${sql.lit(maxOffered)}`.execute(db);
  return rows.flatMap(({ dataset, ...analysis }): readonly SavedAnalysis[] => {
    if (askedDataset(dataset, context) !== undefined) return [analysis];
    return analysis.isMine ? [{ ...analysis, ask: null }] : [];
  });
}

function offeredTo({ staffId, departmentId }: Caller): RawBuilder<unknown> {
  return sql`a.deleted_at is null and (a.created_by = ${staffId} or a.share = 'all'
    or (a.share = 'department' and a.department_id in ${departmentsAbove(departmentId)}))`;
}
