import { type RawBuilder, sql } from 'kysely';
import { isGranted } from '../../../engine/model/access/index.ts';
import type { SavedView } from '../../../engine/model/wire/index.ts';
import { departmentsAbove } from '../../db/people/department-tree.ts';
import type { Caller } from '../../kernel/caller/caller.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import type { CallContext } from '../../kernel/operation/context.ts';

/** Who holds it may share views with his department and with everybody. */
const shareKey = 'saved_view:share';

/** Views a list offers at most; more than anybody would look through. */
const maxOffered = 500;

/** The views of a page a caller sees: his own, those of his department and the ones above it, and everybody's. */
export async function viewsFor(page: string, { caller, db }: CallContext): Promise<readonly SavedView[]> {
  const { rows } = await sql<SavedView>`
    select v.id, v.version, v.name, v.share, v.state, v.layout, v.created_by = ${caller.staffId} as "isMine",
      s.name as author, case when v.share = 'department' then d.name end as "departmentName",
      to_char(v.last_used_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "lastUsedAt"
    from saved_view v left join staff s on s.id = v.created_by left join department d on d.id = v.department_id
    where v.page = ${page} and ${offeredTo(caller)}
    order by v.created_by = ${caller.staffId} desc, v.name, v.id limit ${sql.lit(maxOffered)}`.execute(db);
  return rows;
}

/** Views that are there for a caller. */
function offeredTo({ staffId, departmentId }: Caller): RawBuilder<unknown> {
  return sql`v.deleted_at is null and (v.created_by = ${staffId} or v.share = 'all'
    or (v.share = 'department' and v.department_id in ${departmentsAbove(departmentId)}))`;
}

/** Writes down that a view was opened; its version stays, for nothing of it changed. */
export async function noteUse(
  { id }: { readonly id: string },
  { caller, db, now }: CallContext,
): Promise<{ readonly id: string }> {
  const { rows } = await sql`select 1 from saved_view v where v.id = ${id} and ${offeredTo(caller)}`.execute(db);
  if (rows.length === 0) throw refuse('E_NOT_FOUND');
  await sql`update saved_view set last_used_at = ${now}::timestamptz
    where id = ${id} and (last_used_at is null or last_used_at < ${now}::timestamptz - interval '1 hour')`.execute(db);
  return { id };
}

/** Refuses to share with anybody whoever may not share. */
export function refuseSharing(share: unknown, { caller }: Pick<CallContext, 'caller'>): void {
  const isShared = share !== undefined && share !== null && share !== 'private';
  if (isShared && !mayShare(caller)) throw refuse('E_NO_PERMISSION', { expected: shareKey });
}

/** Whether a caller may share a view with others. */
export function mayShare(caller: Caller): boolean {
  return isGranted(caller.grants, shareKey);
}
