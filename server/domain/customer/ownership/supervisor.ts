import type { RuleContext } from '../../../kernel/operation/domain-rules.ts';

const over: ReadonlySet<unknown> = new Set(['finished', 'terminated']);

/**
 * The students of a customer are supervised by who has the service that was given last. A service that goes back to its
 * pool leaves them to who has another one, or to nobody.
 */
export async function followSupervisor({ subjectId, to }: GivenTo, context: RuleContext): Promise<void> {
  const { records, documents } = context;
  if (!documents.entities.has('student')) return;
  const service = await records.findOne('study_service', { id: subjectId });
  if (service === undefined) return;
  const left = to.staffId === null ? await lastHeld(service, context) : to;
  await supervise(service.customerId, left, context);
}

/** The students of a customer are those of who has the last of his services: of a student who came to him later, too. */
export async function superviseStudents(customerId: unknown, context: RuleContext): Promise<void> {
  await supervise(customerId, await lastHeld({ id: '', customerId }, context), context);
}

/** A service, and who has it from now on. */
type GivenTo = { readonly subjectId: string; readonly to: Holder };

type Holder = { readonly staffId: unknown; readonly departmentId: unknown };

async function supervise(customerId: unknown, { staffId, departmentId }: Holder, { records }: RuleContext) {
  for (const { id, supervisorId, supervisorDeptId } of await records.find('student', { customerId }))
    if (supervisorId !== staffId || supervisorDeptId !== departmentId)
      await records.update('student', id, { supervisorId: staffId, supervisorDeptId: departmentId });
}

async function lastHeld(
  { id, customerId }: { readonly id: string; readonly customerId?: unknown },
  { records }: RuleContext,
): Promise<Holder> {
  const services = await records.find('study_service', { customerId });
  const held = services.filter((one) => one.id !== id && one.supervisorId !== null && !over.has(one.status));
  const last = held.toSorted((a, b) => String(a.assignedAt).localeCompare(String(b.assignedAt))).at(-1);
  return { staffId: last?.supervisorId ?? null, departmentId: last?.supervisorDeptId ?? null };
}
