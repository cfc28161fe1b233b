import type { LoadedRow } from '../../../db/load/table-writer.ts';
import type { Colleague } from '../company/colleagues.ts';
import type { Organisation } from '../company/organisation.ts';
import { day, hour } from '../values/calendar.ts';
import { DemoNumbers, demoId } from '../values/demo-ids.ts';
import { Random, some } from '../values/random.ts';
import { addBatches, type SharedOut } from './service-batch-rows.ts';

/** A paid order, as its study service needs it. */
export type ServedOrder = {
  readonly orderId: string;
  readonly customerId: string;
  readonly studentName: string;
  readonly projectId: string;
  readonly paidAt: number;
  readonly isRefunded: boolean;
  readonly classTypeId: string;
  /** The account the customer has by now. */
  readonly studentId: string | undefined;
};

type Add = (entity: string, row: LoadedRow) => void;

const pooledFor = 3 * day;
/** Until then somebody was found only today. */
const freshFor = 6 * day;
/** How long somebody is served. */
export const served = 300 * day;
const risks = some([
  ['none', 70],
  ['low', 18],
  ['middle', 9],
  ['high', 3],
] as const);

/**
 * The study services of paid orders: the latest wait in the supervisors' pool, the others are looked after. Random
 * numbers of its own leave everything else as it is.
 */
export class StudyServices {
  readonly numbers = new DemoNumbers('study_service.serviceNo', 'DX');
  readonly #random = new Random(23);
  readonly #poolId: string;
  readonly #supervisors: readonly Colleague[];
  readonly batchNumbers = new DemoNumbers('service_batch.batchNo', 'PF');
  readonly #remembered = { pooled: [] as SharedOut[], open: [] as SharedOut[] };
  #serving = 0;

  constructor(
    organisation: Organisation,
    readonly now: number,
    readonly founded: number,
    readonly add: Add,
  ) {
    this.#supervisors = organisation.staff.filter(({ role }) => role === 'supervisor' || role === 'supervisor_leader');
    this.#poolId = demoId(founded, this.#random);
    const [first] = this.#supervisors;
    if (first === undefined) return;
    add('pool', {
      id: this.#poolId,
      createdAt: founded,
      createdBy: null,
      name: '督学公海',
      kind: 'supervisor',
      memberDepartmentIds: [first.departmentId],
      adminIds: [first.id],
      holdLimit: 1_000_000,
      noFollowDays: 15,
      noDealDays: 365,
      enabled: true,
    });
  }

  /** Who supervises a customer that paid then; undefined while his service waits in the pool. */
  supervisorOf(customerId: string, paidAt: number): Colleague | undefined {
    return this.#supervisors.length === 0 || this.#isPooled(paidAt) ? undefined : this.#keeperOf(customerId);
  }

  #isPooled(paidAt: number): boolean {
    return this.now - paidAt < pooledFor;
  }

  /** All services of a customer have one supervisor. */
  #keeperOf(customerId: string): Colleague {
    return Random.of(customerId).pick(some(this.#supervisors));
  }

  /** Every fourteenth of those that are served pauses. */
  #statusAfter(time: number, isWaiting: boolean): string {
    if (time > served) return 'finished';
    if (isWaiting) return 'waiting_contact';
    this.#serving += 1;
    return this.#serving % 14 === 5 ? 'paused' : 'serving';
  }

  #remember(given: SharedOut): void {
    const { pooled, open } = this.#remembered;
    if (given.isPooled && pooled.length < 1) pooled.push(given);
    if (!given.isPooled && given.isOpen && open.length < 6) open.push(given);
  }

  /** Writes a batch that shared services out, one of them in vain, and one that is still to. */
  settle(): void {
    const [leader] = this.#supervisors;
    if (leader === undefined) return;
    const { now, add } = this;
    addBatches({ ...this.#remembered, leader, receivers: this.#supervisors, numbers: this.batchNumbers, now, add });
  }

  /** Writes the service of an order. */
  serve({
    orderId,
    customerId,
    studentName,
    projectId,
    paidAt,
    isRefunded,
    classTypeId,
    studentId,
  }: ServedOrder): void {
    const random = this.#random;
    const [leader] = this.#supervisors;
    if (leader === undefined) return;
    const id = demoId(paidAt, random);
    const isPooled = this.#isPooled(paidAt) && !isRefunded;
    const supervisor = this.#keeperOf(customerId);
    const isFresh = this.now - paidAt < freshFor && !isRefunded;
    const soon = isFresh ? this.now - random.int(1, 20) * hour : paidAt + random.int(1, 20) * hour;
    const assignedAt = Math.min(soon, this.now);
    const isWaiting = this.now - assignedAt < day;
    const status = isRefunded ? 'terminated' : this.#statusAfter(this.now - paidAt, isWaiting);
    const serviceNo = this.numbers.next(paidAt);
    this.#remember({ id, serviceNo, studentName, toStaffId: supervisor.id, isPooled, isOpen: status === 'serving' });
    const contactedAt = isWaiting ? null : assignedAt + random.int(1, 23) * hour;
    this.add('study_service', {
      id,
      createdAt: paidAt,
      createdBy: null,
      updatedAt: isPooled ? paidAt : assignedAt,
      serviceNo,
      classTypeId,
      studentId: studentId ?? null,
      orderId,
      customerId,
      studentName,
      projectId,
      ...(isPooled
        ? { ...unassigned, poolId: this.#poolId }
        : {
            supervisorId: supervisor.id,
            supervisorDeptId: supervisor.departmentId,
            leaderId: leader.id,
            poolId: null,
            ownState: 'assigned',
            status,
            assignedAt,
            firstContactDue: assignedAt + day,
            firstContactAt: contactedAt,
            lastContactAt: contactedAt,
            nextContactAt: status === 'serving' ? this.now + random.int(-2, 6) * day : null,
          }),
      serviceStartOn: dateOf(paidAt),
      serviceEndOn: dateOf(paidAt + served),
      ...(status === 'paused' ? pausedAt(this.now) : { pauseCount: 0 }),
      ...riskOf(random.weighted(risks), assignedAt),
    });
    if (isPooled) return;
    this.add('owner_record', {
      id: demoId(assignedAt, random),
      createdAt: assignedAt,
      createdBy: leader.id,
      updatedAt: assignedAt,
      subjectType: 'study_service',
      subjectId: id,
      action: 'assign',
      toStaffId: supervisor.id,
      toDeptId: supervisor.departmentId,
      poolId: this.#poolId,
      operatorId: leader.id,
      startedAt: assignedAt,
    });
  }
}

const riskReasons: Readonly<Record<string, string>> = {
  low: '最近一周听课少了',
  middle: '连续三周没有听课',
  high: '学员提出退费',
};

/** How much at risk a student is, with why, once somebody looked after him. */
function riskOf(riskLevel: string, assignedAt: number) {
  const riskReason = riskReasons[riskLevel];
  return riskReason === undefined ? { riskLevel } : { riskLevel, riskReason, riskAt: assignedAt + day };
}

function pausedAt(now: number) {
  return {
    ...{ pauseCount: 1, pausedAt: now - 5 * day, pausedUntil: dateOf(now + 20 * day) },
    pauseReason: '怀孕，产后继续学习',
  };
}

function dateOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}

/** A service that nobody has taken out of the pool yet. */
const unassigned = {
  supervisorId: null,
  supervisorDeptId: null,
  leaderId: null,
  ownState: 'pooled',
  status: 'pending',
  assignedAt: null,
  firstContactDue: null,
  firstContactAt: null,
  lastContactAt: null,
  nextContactAt: null,
} as const;
