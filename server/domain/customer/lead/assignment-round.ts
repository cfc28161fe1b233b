import { dayStart } from '../../../../engine/model/time/index.ts';
import { BatchMemo } from '../../../kernel/operation/batch-memo.ts';
import type { RuleContext } from '../../../kernel/operation/domain-rules.ts';
import type { PickedRecord, StoredRecord, Values } from '../../../kernel/operation/record-store.ts';
import { idsOf } from '../ownership/ownership.ts';
import { findPool } from '../ownership/pool.ts';
import { rulesFor } from './assign-rule.ts';
import { liveLeads } from './lead-match.ts';

const maxStaff = 5000;
const undealt = ['fresh', 'following', 'interested', 'invalid'];

/** What a method weighs of each of these people. */
type Weigh = (ids: readonly string[], context: RuleContext) => Promise<ReadonlyMap<unknown, number>>;

/** What is handed out by rules: what the rules call it, who may be given it, and what people have of it. */
export type Handed = {
  readonly subject: string;
  readonly atWork: Values;
  /** How many of it each got today. */
  readonly today: Weigh;
  /** How much each holds of it, for the method that goes by load. */
  readonly load: Weigh;
  /** Whether whoever gets it also gets a customer, of which a pool lets him hold so many. */
  readonly bringsCustomer: boolean;
};

/** Who shall have a lead, and by which rule. */
export type Choice = { readonly rule: StoredRecord; readonly receiver: StoredRecord };

/** What somebody has: leads got today, and customers held, all of them or those not dealt with. */
type Counts = Map<unknown, number>;

/**
 * Chooses who gets leads, one after another: by the first rule in force that covers the lead and has somebody left. The
 * rules and the people asked are held until the transaction ends, so that two leads at once neither go to one out of
 * turn nor past his limits; what people have is therefore counted once, and one more with each lead they get.
 */
export class AssignmentRound {
  readonly #context: RuleContext;
  readonly #size: number;
  readonly #rules = new Map<string, StoredRecord | undefined>();
  readonly #last = new Map<string, string>();
  readonly #receivers = new Map<string, StoredRecord | undefined>();
  readonly #today: Counts = new Map();
  readonly #held = { all: new Map() as Counts, undealt: new Map() as Counts };

  /** `size` is how many leads there are: so many people are asked at a time. */
  constructor(
    context: RuleContext,
    size: number,
    readonly handed: Handed = handedLeads,
  ) {
    this.#context = context;
    this.#size = size;
  }

  /** Who gets a lead; undefined when nobody is left. */
  async choose(lead: Values, without: ReadonlySet<unknown>): Promise<Choice | undefined> {
    for (const { id } of await rulesFor(lead, this.#context, this.handed.subject)) {
      const rule = await this.#rule(id);
      if (rule === undefined) continue;
      const receiver = await this.#firstFree(rule, lead, without);
      if (receiver === undefined) continue;
      this.#rules.set(id, { ...rule, lastStaffId: receiver.id });
      this.#last.set(id, receiver.id);
      return { rule, receiver };
    }
    return undefined;
  }

  /** Tells that somebody has got a lead, and with it a new customer. */
  received(staffId: string): void {
    for (const counts of [this.#today, this.#held.all, this.#held.undealt]) addOne(counts, staffId);
    countReceived(staffId, this.#context, this.handed);
  }

  /** Writes down whose turn it was last. */
  async settle(): Promise<void> {
    for (const [id, lastStaffId] of this.#last) await this.#context.records.update('assign_rule', id, { lastStaffId });
  }

  /** A rule as whoever held it before left it. */
  async #rule(id: string): Promise<StoredRecord | undefined> {
    if (!this.#rules.has(id))
      this.#rules.set(id, await this.#context.records.lockOne('assign_rule', id, { enabled: true }));
    return this.#rules.get(id);
  }

  async #firstFree(rule: StoredRecord, lead: Values, without: ReadonlySet<unknown>): Promise<StoredRecord | undefined> {
    const people = (await onDuty(rule, lead, this.handed, this.#context)).filter(({ id }) => !without.has(id));
    if (people.length === 0) return undefined;
    const order = inOrder(rule, people, await loadOf(rule, people, this.handed, this.#context));
    for (const [at, { id }] of order.entries()) {
      if (!this.#receivers.has(id)) await this.#hold(order.slice(at, at + this.#size));
      const receiver = this.#receivers.get(id);
      if (receiver !== undefined && (await this.#hasRoom(receiver, rule, lead))) return receiver;
    }
    return undefined;
  }

  /** Holds people before they are counted: another rule may be giving one a lead just now, or he is leaving. */
  async #hold(people: readonly PickedRecord[]): Promise<void> {
    const { records } = this.#context;
    const { atWork, today: gotToday } = this.handed;
    const ids = people.map(({ id }) => id).filter((id) => !this.#receivers.has(id));
    const held = new Map((await records.lockMany('staff', ids, atWork)).map((person) => [person.id, person]));
    const today = await gotToday([...held.keys()], this.#context);
    for (const id of ids) {
      this.#receivers.set(id, held.get(id));
      this.#today.set(id, today.get(id) ?? 0);
    }
  }

  /** Whether somebody may have one more: below the rule's cap of the day and the holding limit of his pool. */
  async #hasRoom({ id, departmentId }: StoredRecord, rule: StoredRecord, { projectId }: Values): Promise<boolean> {
    if ((this.#today.get(id) ?? 0) >= Number(rule.dailyCapPerStaff)) return false;
    if (!this.handed.bringsCustomer) return true;
    const pool = await findPool(departmentId, [projectId], this.#context, 'business');
    if (pool === undefined) return true;
    return (await this.#heldBy(id, pool.dealCountsInHold === true ? 'all' : 'undealt')) < Number(pool.holdLimit);
  }

  /** How many customers somebody holds; counted for all who are held and not counted yet. */
  async #heldBy(staffId: string, which: 'all' | 'undealt'): Promise<number> {
    const counts = this.#held[which];
    if (!counts.has(staffId)) {
      const ids = [...this.#receivers].flatMap(([id, person]) => (person === undefined || counts.has(id) ? [] : [id]));
      const owned = { ownerId: ids, ownState: 'owned', ...(which === 'all' ? {} : { stage: undealt }) };
      const held = await this.#context.records.tally('customer', 'ownerId', owned);
      for (const id of ids) counts.set(id, held.get(id) ?? 0);
    }
    return counts.get(staffId) ?? 0;
  }
}

function addOne(counts: Counts, staffId: string): void {
  const count = counts.get(staffId);
  if (count !== undefined) counts.set(staffId, count + 1);
}

/** What is known of those who may take part. */
const asked = ['departmentId', 'projectIds', 'leadWeight'];

const duties = new BatchMemo<Promise<readonly PickedRecord[]>>();

/** Who takes part, by id: at work, taking leads, holding the project, and named by the rule himself or by his department. */
function onDuty(
  rule: StoredRecord,
  lead: Values,
  { atWork }: Handed,
  context: RuleContext,
): Promise<readonly PickedRecord[]> {
  return duties.of(context, `${rule.id} ${lead.projectId}`, () => takingPart(rule, lead, atWork, context));
}

async function takingPart(
  rule: StoredRecord,
  { projectId }: Values,
  atWork: Values,
  { records }: RuleContext,
): Promise<readonly PickedRecord[]> {
  const staffIds = idsOf(rule.staffIds);
  const departmentIds = idsOf(rule.departmentIds);
  const people = await records.pick('staff', asked, atWork, maxStaff);
  const holding = people
    .filter(({ projectIds }) => typeof projectId !== 'string' || idsOf(projectIds).includes(projectId))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
  if (staffIds.length === 0 && departmentIds.length === 0) return holding;
  const within: ReadonlySet<unknown> =
    departmentIds.length === 0 ? new Set() : await records.downFrom('department', departmentIds);
  return holding.filter(({ id, departmentId }) => within.has(departmentId) || staffIds.includes(id));
}

/** Leads: for whoever takes them; one found invalid no longer counts, and customers not dealt with are the load. */
const handedLeads: Handed = {
  subject: 'lead',
  atWork: { status: 'active', receiveLeads: true },
  bringsCustomer: true,
  today: (ids, { records, now }) =>
    records.tally(
      'lead',
      'assigneeId',
      { assigneeId: ids, status: liveLeads },
      { key: 'assignedAt', moment: dayStart(now) },
    ),
  load: (ids, { records }) => records.tally('customer', 'ownerId', { ownerId: ids, ownState: 'owned', stage: undealt }),
};

/** Methods that weigh what people have; one that goes by turns weighs nothing. */
const weighing: Readonly<Record<string, (handed: Handed) => Weigh>> = {
  weight: ({ today }) => today,
  least_loaded: ({ load }) => load,
};
const loads = new BatchMemo<Counts>();

/** What the rule's method weighs; within a step counted once for each, and one more for what he gets in it. */
async function loadOf(
  rule: StoredRecord,
  people: readonly PickedRecord[],
  handed: Handed,
  context: RuleContext,
): Promise<Counts> {
  const method = String(rule.method);
  const load = loads.of(context, `${handed.subject} ${method}`, () => new Map());
  const weigh = weighing[method]?.(handed);
  if (weigh === undefined) return load;
  const uncounted = people.map(({ id }) => id).filter((id) => !load.has(id));
  if (uncounted.length === 0) return load;
  const counts = await weigh(uncounted, context);
  for (const id of uncounted) load.set(id, counts.get(id) ?? 0);
  return load;
}

/** Tells that somebody has got a lead, so that he is weighed by it with the next one of the step. */
export function countReceived(staffId: string, context: RuleContext, { subject }: Handed = handedLeads): void {
  for (const method of Object.keys(weighing))
    addOne(
      loads.of(context, `${subject} ${method}`, () => new Map()),
      staffId,
    );
}

/** The people in the order in which the rule asks them; they come by id. */
function inOrder(
  rule: StoredRecord,
  people: readonly PickedRecord[],
  load: ReadonlyMap<unknown, number>,
): readonly PickedRecord[] {
  const got = ({ id }: PickedRecord) => load.get(id) ?? 0;
  switch (rule.method) {
    case 'weight':
      return sortedBy(people, (person) => (got(person) + 1) / Math.max(1, Number(person.leadWeight ?? 1)));
    case 'least_loaded':
      return sortedBy(people, got);
    case 'fixed':
      return idsOf(rule.staffIds).flatMap((id) => people.filter((person) => person.id === id));
    default: {
      const last = String(rule.lastStaffId ?? '');
      const next = people.findIndex(({ id }) => id > last);
      return next < 0 ? people : [...people.slice(next), ...people.slice(0, next)];
    }
  }
}

/** Those with the least first; among equals as they came. */
function sortedBy(people: readonly PickedRecord[], measure: (person: PickedRecord) => number): readonly PickedRecord[] {
  const measured = people.map((person) => ({ person, least: measure(person) }));
  return measured.toSorted((a, b) => a.least - b.least).map(({ person }) => person);
}
