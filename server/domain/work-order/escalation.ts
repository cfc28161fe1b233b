import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';

/** Whom an order goes up to with its next level, and that he gets a copy of it from then on. */
export async function escalated(order: StoredRecord, context: RuleContext): Promise<Values> {
  const line = await lineAbove(order, context);
  const next = line[Math.min(Number(order.escalationLevel), line.length - 1)];
  if (next === undefined) return { escalatedToId: null };
  const copied: readonly unknown[] = Array.isArray(order.ccIds) ? order.ccIds : [];
  return { escalatedToId: next, ccIds: [...new Set([...copied, next])] };
}

/**
 * Those above the handler, nearest first: his leaders, then the heads of the department and of those above it. Neither
 * who left, nor who handles the order, nor whom it is about is among them.
 */
async function lineAbove(order: StoredRecord, context: RuleContext): Promise<readonly string[]> {
  const { records } = context;
  const line = new Set<string>();
  const isMeant = (staff: StoredRecord) =>
    staff.status === 'active' && staff.id !== order.assigneeId && staff.id !== order.liableStaffId;
  const seen = new Set<unknown>();
  let next = await personOf(order.assigneeId, context);
  while (next !== undefined && !seen.has(next.id)) {
    seen.add(next.id);
    if (isMeant(next)) line.add(next.id);
    next = await personOf(next.leaderId, context);
  }
  for (const id of await records.upFrom('department', String(order.assigneeDeptId))) {
    const department = await records.findOne('department', { id });
    const head = await personOf(department?.leaderId, context);
    if (head !== undefined && isMeant(head)) line.add(head.id);
  }
  return [...line];
}

async function personOf(id: unknown, { records }: RuleContext): Promise<StoredRecord | undefined> {
  return typeof id === 'string' ? records.findOne('staff', { id }) : undefined;
}
