import { entityModel, fieldSource } from '../../../../engine/model/entity/index.ts';
import type { RuleContext } from '../../../kernel/operation/domain-rules.ts';
import { type Carried, carry, holdSupervision } from '../../study/index.ts';

const over: ReadonlySet<unknown> = new Set(['finished', 'terminated']);

/**
 * The students of a customer are supervised by who has the service that was given last. A service that goes back to its
 * pool leaves them to who has another one, or to nobody. What is sent of its order is his who has the service.
 */
export async function followSupervisor({ subjectId, to }: GivenTo, context: RuleContext): Promise<void> {
  const { records, documents, db } = context;
  const service = await records.findOne('study_service', { id: subjectId });
  if (service === undefined) return;
  if (documents.entities.has('shipment')) {
    const orderId = String(service.orderId);
    const values = { supervisorId: to.staffId, supervisorDeptId: to.departmentId };
    await holdOrderSupervision(orderId, context);
    await carry(db, orderId, { entity: 'shipment', by: 'orderId', values });
  }
  if (!documents.entities.has('student')) return;
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

async function supervise(customerId: unknown, { staffId, departmentId }: Holder, context: RuleContext) {
  const { records } = context;
  for (const { id, supervisorId, supervisorDeptId } of await records.find('student', { customerId }))
    if (supervisorId !== staffId || supervisorDeptId !== departmentId)
      await superviseStudent(id, { supervisorId: staffId, supervisorDeptId: departmentId }, context);
}

/** Who supervises a student from now on, as his row and those that carry it have it. */
type Supervision = { readonly supervisorId: unknown; readonly supervisorDeptId: unknown };

/** Writes who supervises a student, in his row and in those that carry it: their readers are found without his row. */
export async function superviseStudent(id: string, to: Supervision, context: RuleContext): Promise<void> {
  await holdSupervision(id, context);
  await context.records.update('student', id, to);
  for (const carried of carriers(to, context)) await carry(context.db, id, carried);
}

/** Holds who supervises the service of an order for the rest of the transaction: for whoever writes a row that carries it. */
export function holdOrderSupervision(orderId: string, { records }: Pick<RuleContext, 'records'>): Promise<void> {
  return records.hold(`supervision of order ${orderId}`);
}

/** The entities whose rows carry who supervises their student, as their documents say. */
function carriers(to: Supervision, { documents }: RuleContext): readonly Carried[] {
  const given = new Map(Object.entries(to));
  return [...documents.entities.values()].flatMap((document) => {
    const model = entityModel(document);
    const sources = document.fields.flatMap((field) => {
      const source = fieldSource(field, model);
      return source?.entity === 'student' && given.has(source.key) ? [{ field: field.key, source }] : [];
    });
    const [first] = sources;
    if (first === undefined) return [];
    const values = Object.fromEntries(sources.map(({ field, source }) => [field, given.get(source.key) ?? null]));
    return [{ entity: document.name, by: first.source.reference, values }];
  });
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
