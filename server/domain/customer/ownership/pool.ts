import { rowPolicyOf } from '../../../kernel/caller/caller.ts';
import { BatchMemo } from '../../../kernel/operation/batch-memo.ts';
import type { CallContext } from '../../../kernel/operation/context.ts';
import type { RuleContext } from '../../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../../kernel/operation/record-store.ts';
import { SqlRecordStore } from '../../../records/store/sql-record-store.ts';
import { refuseCustomer } from '../errors/errors.ts';
import { idsOf, type SubjectType } from './ownership.ts';

/** What lies in pools of one kind, and in which of its fields the rules of pools find what they need. */
export type Pooled = {
  readonly entity: SubjectType;
  readonly kind: 'business' | 'supervisor';
  readonly owner: 'ownerId' | 'supervisorId';
  readonly department: 'ownerDeptId' | 'supervisorDeptId';
  /** Rows that count as held, beside whose they are. */
  readonly held: Values;
  /** Those of them that count only where the pool says so. */
  readonly settled: Values;
  readonly projectsOf: (record: StoredRecord) => readonly string[];
  /** What a row keeps of whoever gets it, beside who that is. */
  readonly heldBy: (receiver: StoredRecord, record: StoredRecord, context: RuleContext) => Promise<Values>;
  /** What a row said before a change of hands that is taken back, by who held it earlier, the latest first. */
  readonly was: (past: readonly StoredRecord[], record: StoredRecord, last: StoredRecord) => Values;
};

/** Ids of the pools whose rows a caller may claim: those that name his department or one above it, all for whom everything is open. */
export async function poolIdsOf(context: CallContext): Promise<readonly string[]> {
  const records = new SqlRecordStore(context, { staffId: context.caller.staffId, now: context.now });
  const pools = await records.find('pool', { enabled: true });
  if (rowPolicyOf(context.caller, 'customer').dataScope === 'all') return pools.map((pool) => pool.id);
  const chain = await records.upFrom('department', context.caller.departmentId);
  return pools.filter((pool) => isOpenTo(pool, chain)).map((pool) => pool.id);
}

function isOpenTo(pool: StoredRecord, chain: readonly string[]): boolean {
  return idsOf(pool.memberDepartmentIds).some((department) => chain.includes(department));
}

/** The pool something goes to when its owner returns it: of the owner's department and of its projects. */
export async function poolFor(
  departmentId: unknown,
  projectIds: unknown,
  context: RuleContext,
  kind: Pooled['kind'] = 'business',
): Promise<StoredRecord> {
  const pool = await findPool(departmentId, projectIds, context, kind);
  if (pool === undefined) throw refuseCustomer('E_CUSTOMER_NO_POOL');
  return pool;
}

/** The id of the pool a customer would go to, to be kept with him; null where no pool would take him. */
export async function returnPoolId(
  departmentId: unknown,
  projectIds: unknown,
  context: RuleContext,
): Promise<string | null> {
  return (await findPool(departmentId, projectIds, context, 'business'))?.id ?? null;
}

/** The first pool of a kind that is open to a department, whose limits hold for those who work there. */
export async function poolOpenTo(
  departmentId: unknown,
  { records }: RuleContext,
  kind: Pooled['kind'],
): Promise<StoredRecord | undefined> {
  const chain = typeof departmentId === 'string' ? await records.upFrom('department', departmentId) : [];
  return (await records.find('pool', { enabled: true, kind })).find((pool) => isOpenTo(pool, chain));
}

const chains = new BatchMemo<Promise<readonly string[]>>();
const pools = new BatchMemo<Promise<readonly StoredRecord[]>>();

/** The pool of a kind something goes to from a department by its projects; undefined where none would take it. */
export async function findPool(
  departmentId: unknown,
  projectIds: unknown,
  context: RuleContext,
  kind: Pooled['kind'],
): Promise<StoredRecord | undefined> {
  const { records } = context;
  const [chain, open] = await Promise.all([
    typeof departmentId === 'string'
      ? chains.of(context, departmentId, () => records.upFrom('department', departmentId))
      : [],
    pools.of(context, kind, () => records.find('pool', { enabled: true, kind })),
  ]);
  const projects = idsOf(projectIds);
  const takes = (pool: StoredRecord) => {
    const own = idsOf(pool.projectIds);
    return own.length === 0 || projects.some((project) => own.includes(project));
  };
  return open.find((candidate) => isOpenTo(candidate, chain) && takes(candidate)) ?? open.find(takes);
}
