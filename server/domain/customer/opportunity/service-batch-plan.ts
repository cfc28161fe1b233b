import { rowPolicyOf } from '../../../kernel/caller/caller.ts';
import type { RuleContext } from '../../../kernel/operation/domain-rules.ts';
import type { PickedRecord, StoredRecord } from '../../../kernel/operation/record-store.ts';
import { refuseCustomer } from '../errors/errors.ts';
import { sharedOut } from '../handover/handover-plan.ts';
import { poolIdsOf } from '../ownership/pool.ts';

/** A service with whom it goes to. */
export type PlannedService = {
  readonly serviceId: string;
  readonly serviceNo: string;
  readonly studentName: string;
  readonly from: string | null;
  readonly toStaffId: string;
  readonly to: string;
  /** How many services whoever gets it has then. */
  readonly held: number;
};

type Receiver = {
  readonly staffId: string;
  readonly name: string;
  readonly weight: number;
  held: number;
  given: number;
};

/** States in which a service is somebody's work. */
export const openServices = ['waiting_contact', 'serving', 'paused'];
const maxLooked = 5000;
const keys = ['serviceNo', 'studentName', 'supervisorId', 'supervisorDeptId', 'createdAt'] as const;

/** Who gets which services by a batch, the earliest first: the same whenever it is asked, while nothing else changes. */
export async function planOf(batch: StoredRecord, context: RuleContext): Promise<readonly PlannedService[]> {
  const services = await servicesOf(batch, context);
  const receivers = await receiversOf(batch, context);
  const from = await nameOf(batch.fromStaffId, context);
  const quotas = batch.rule === 'load' ? undefined : sharedOut(receivers.map(weightBy(batch.rule)), services.length);
  return services.map((service) => {
    const to = nextOf(receivers, quotas);
    to.held += 1;
    to.given += 1;
    return {
      ...{ serviceId: service.id, serviceNo: String(service.serviceNo), studentName: String(service.studentName) },
      ...{ from, toStaffId: to.staffId, to: to.name, held: to.held },
    };
  });
}

function weightBy(rule: unknown): (receiver: Receiver) => number {
  return rule === 'weight' ? ({ weight }) => weight : () => 1;
}

/** Whoever has the most of his share still to come; where nobody has a share, whoever has the least in hand. */
function nextOf(receivers: readonly Receiver[], quotas: readonly number[] | undefined): Receiver {
  const wanting = (receiver: Receiver, at: number) =>
    quotas === undefined ? -receiver.held : (quotas[at] ?? 0) - receiver.given;
  const [first, ...others] = receivers.map((receiver, at) => ({ receiver, wants: wanting(receiver, at) }));
  if (first === undefined) throw refuseCustomer('E_SERVICE_BATCH_EMPTY');
  return others.reduce((best, one) => (one.wants > best.wants ? one : best), first).receiver;
}

/** The services a batch is about, as far as whoever shares them out reaches; the earliest first. */
async function servicesOf(batch: StoredRecord, context: RuleContext): Promise<readonly PickedRecord[]> {
  const { records, caller } = context;
  const project = typeof batch.projectId === 'string' ? { projectId: batch.projectId } : {};
  const which =
    batch.kind === 'pool'
      ? { ownState: 'pooled', status: 'pending', poolId: await poolIdsOf(context) }
      : { supervisorId: batch.fromStaffId, status: openServices };
  const found = await records.pick('study_service', keys, { ...which, ...project }, maxLooked);
  const { dataScope, departmentIds } = rowPolicyOf(caller, 'study_service');
  const isReached = ({ supervisorDeptId }: PickedRecord) =>
    batch.kind === 'pool' || dataScope === 'all' || departmentIds.includes(String(supervisorDeptId));
  const services = [...found]
    .filter(isReached)
    .sort(
      (one, other) =>
        Date.parse(String(one.createdAt)) - Date.parse(String(other.createdAt)) || one.id.localeCompare(other.id),
    );
  if (services.length === 0) throw refuseCustomer('E_SERVICE_BATCH_EMPTY');
  return services.slice(0, Number(batch.limit));
}

async function receiversOf({ id }: StoredRecord, context: RuleContext): Promise<readonly Receiver[]> {
  const { records } = context;
  const rows = [...(await records.find('service_batch_receiver', { batchId: id }))].sort(
    (one, other) => Number(one.place) - Number(other.place),
  );
  const receivers: Receiver[] = [];
  for (const { staffId, weight } of rows) {
    const held = await records.count('study_service', { supervisorId: staffId, status: openServices });
    const name = (await nameOf(staffId, context)) ?? '';
    receivers.push({ staffId: String(staffId), name, weight: Number(weight), held, given: 0 });
  }
  return receivers;
}

async function nameOf(staffId: unknown, { records }: RuleContext): Promise<string | null> {
  if (typeof staffId !== 'string') return null;
  return String((await records.findOne('staff', { id: staffId }))?.name ?? '');
}
