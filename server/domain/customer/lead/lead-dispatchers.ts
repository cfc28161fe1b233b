import { isGranted } from '../../../../engine/model/access/index.ts';
import { callerOfStaff } from '../../../access/sessions.ts';
import { mayOpen } from '../../../kernel/caller/caller.ts';
import { modelOf } from '../../../kernel/operation/context.ts';
import type { RuleContext } from '../../../kernel/operation/domain-rules.ts';
import type { StoredRecord } from '../../../kernel/operation/record-store.ts';
import { isReachable } from '../../../records/read/view.ts';
import { idsOf } from '../ownership/ownership.ts';
import { receivers } from '../ownership/receivers.ts';
import { tellPerson } from './notices.ts';

/** The list of leads that wait to be assigned. */
const waitingPage = 'promoteWaiting';

/**
 * Tells, once a day each, those who assign leads that this one waits for nobody: of every department that would get it
 * the nearest leader, up the tree, who finds it in the list of waiting leads and may assign it.
 */
export async function tellDispatchers(
  lead: StoredRecord,
  rules: readonly StoredRecord[],
  context: RuleContext,
): Promise<void> {
  const known = new Map<string, Promise<boolean>>();
  const mayAssign = (staffId: string) => {
    const judged = known.get(staffId) ?? mayDispatch(staffId, lead, context);
    known.set(staffId, judged);
    return judged;
  };
  const leaders = new Set<string>();
  for (const departmentId of await departmentsOf(lead, rules, context)) {
    const leader = await nearestLeader(departmentId, mayAssign, context);
    if (leader !== undefined) leaders.add(leader);
  }
  for (const leaderId of leaders) {
    const told = {
      title: '线索待分配',
      content: `线索【${lead.name}】没有可接收的业务员，正在等待分配`,
      customerId: null,
      page: waitingPage,
      once: `lead-waiting:${leaderId}:${context.now.slice(0, 10)}`,
    };
    await tellPerson(leaderId, told, context);
  }
}

/** Departments the rules name; where they name none, those in which somebody works on the lead's project. */
async function departmentsOf(
  lead: StoredRecord,
  rules: readonly StoredRecord[],
  { records }: RuleContext,
): Promise<ReadonlySet<string>> {
  const named = rules.flatMap(({ departmentIds }) => idsOf(departmentIds));
  if (named.length > 0) return new Set(named);
  const holding = (await receivers(records)).filter(({ projectIds }) => projectIds.includes(String(lead.projectId)));
  return new Set(holding.map(({ departmentId }) => departmentId));
}

async function nearestLeader(
  departmentId: string,
  mayAssign: (staffId: string) => Promise<boolean>,
  { records }: RuleContext,
): Promise<string | undefined> {
  for (const id of await records.upFrom('department', departmentId)) {
    const leaderId = (await records.findOne('department', { id }))?.leaderId;
    if (typeof leaderId === 'string' && (await mayAssign(leaderId))) return leaderId;
  }
  return undefined;
}

/** Whether a member of staff finds the lead in the list of waiting ones, and may assign it. */
async function mayDispatch(staffId: string, lead: StoredRecord, context: RuleContext): Promise<boolean> {
  const { documents, db, records } = context;
  const staff = await records.findOne('staff', { id: staffId });
  const page = documents.pages.get(waitingPage);
  if (staff?.status !== 'active' || page === undefined) return false;
  const caller = await callerOfStaff({ db, documents }, staffId, context.caller.ip);
  const holds = ['lead:assign', 'lead:scope:waiting'].every((key) => isGranted(caller.grants, key));
  if (!holds || !mayOpen(caller, waitingPage)) return false;
  return isReachable(modelOf(documents, 'lead'), lead.id, { ...context, caller, page });
}
