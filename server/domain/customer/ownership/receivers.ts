import { rowPolicyOf } from '../../../kernel/caller/caller.ts';
import type { CallContext } from '../../../kernel/operation/context.ts';
import type { RecordStore } from '../../../kernel/operation/record-store.ts';
import { SqlRecordStore } from '../../../records/store/sql-record-store.ts';
import { idsOf } from './ownership.ts';

const maxStaff = 5000;
const maxDepartments = 2000;
const maxProjects = 1000;

/** Somebody who may be given leads: where he works and of which projects. */
export type Receiver = { readonly departmentId: string; readonly projectIds: readonly string[] };

/**
 * Who may be given leads: those at work in a department of business, and whoever takes leads elsewhere. `departmentIds`
 * are those looked in, all unless told. Who takes a rest counts: his department still answers for its projects.
 */
export async function receivers(records: RecordStore, departmentIds?: readonly string[]): Promise<readonly Receiver[]> {
  const within = departmentIds === undefined ? {} : { departmentId: departmentIds };
  const staff = await records.pick(
    'staff',
    ['departmentId', 'projectIds', 'receiveLeads'],
    { status: 'active', ...within },
    maxStaff,
  );
  const business = await records.pick('department', [], { function: 'business', enabled: true }, maxDepartments);
  const ids = new Set(business.map(({ id }) => id));
  return staff
    .filter(({ departmentId, receiveLeads }) => receiveLeads === true || ids.has(String(departmentId)))
    .map(({ departmentId, projectIds }) => ({ departmentId: String(departmentId), projectIds: idsOf(projectIds) }));
}

/** Ids of the projects for which the caller reaches somebody to give a lead to; all for whom every lead is open. */
export async function receivingProjectIds(context: CallContext): Promise<readonly string[]> {
  const { caller, now } = context;
  const records = new SqlRecordStore(context, { staffId: caller.staffId, now });
  const { dataScope, departmentIds } = rowPolicyOf(caller, 'lead');
  if (dataScope === 'all') return (await records.pick('project', [], {}, maxProjects)).map(({ id }) => id);
  if (departmentIds.length === 0) return [];
  const found = await receivers(records, departmentIds);
  return [...new Set(found.flatMap(({ projectIds }) => projectIds))];
}
