import { dayStart } from '../../../../engine/model/index.ts';
import { wrongInput } from '../../../kernel/errors/wrong-input.ts';
import { BatchMemo } from '../../../kernel/operation/batch-memo.ts';
import type { DomainRules, RuleContext } from '../../../kernel/operation/domain-rules.ts';
import type { PickedRecord, StoredRecord, Values } from '../../../kernel/operation/record-store.ts';
import { idsOf } from '../ownership/ownership.ts';
import { findPool } from '../ownership/pool.ts';
import { clockTime, isWithinHours } from './assign-hours.ts';
import { liveLeads } from './lead-match.ts';

const maxRules = 200;
const maxStaff = 5000;
/** Who may be given leads. */
export const atWork = { status: 'active', receiveLeads: true };
const undealt = ['fresh', 'following', 'interested', 'invalid'];

/** Rules of how leads are handed out. */
export const assignRuleRules: DomainRules = {
  entity: 'assign_rule',
  beforeCreate: async (values) => checkRule(values, {}),
  beforeModify: async (record, changes) => checkRule(changes, record),
};

function checkRule(changes: Values, record: Values): Values {
  const rule = { ...record, ...changes };
  for (const key of ['startsAt', 'endsAt'] as const) {
    if (typeof rule[key] === 'string' && clockTime(rule[key]) === undefined)
      throw badRule(key, '24 小时制的时刻，如 09:00', rule[key]);
  }
  const isHalf = (rule.startsAt ?? null) === null ? (rule.endsAt ?? null) !== null : (rule.endsAt ?? null) === null;
  if (isHalf) throw badRule('endsAt', '开始与结束都填，或都不填', '');
  if (rule.method === 'fixed' && idsOf(rule.staffIds).length === 0) throw badRule('staffIds', '指定人时至少选一人', '');
  return {};
}

function badRule(key: string, expected: string, got: unknown) {
  return wrongInput(`/${key}`, '分配规则', expected, got);
}

/** Who shall have a lead, and by which rule. */
export type Choice = { readonly rule: StoredRecord; readonly receiver: StoredRecord };

/**
 * Chooses who gets a lead: by the first rule in force that covers it and has somebody left. The rule and the chosen one
 * are held until the transaction ends, so that two leads at once neither go to one out of turn nor past his limits.
 */
export async function chooseReceiver(
  lead: Values,
  without: ReadonlySet<unknown>,
  context: RuleContext,
): Promise<Choice | undefined> {
  const { records } = context;
  for (const { id } of await rulesFor(lead, context)) {
    // As whoever held it before left it.
    const rule = await records.lockOne('assign_rule', id, { enabled: true });
    if (rule === undefined) continue;
    const receiver = await firstFree(rule, lead, without, context);
    if (receiver === undefined) continue;
    await records.update('assign_rule', rule.id, { lastStaffId: receiver.id });
    return { rule, receiver };
  }
  return undefined;
}

const enabledRules = new BatchMemo<Promise<readonly StoredRecord[]>>();

/** Rules in force that cover a lead, in their order. */
export async function rulesFor(lead: Values, context: RuleContext): Promise<readonly StoredRecord[]> {
  const { records, now } = context;
  const rules = await enabledRules.of(context, '', () => records.find('assign_rule', { enabled: true }, maxRules));
  const covers = (rule: StoredRecord) =>
    isAmong(rule.projectIds, lead.projectId) &&
    isAmong(rule.channelIds, lead.channelId) &&
    isAmong(provincesOf(rule), lead.province) &&
    isWithinHours(rule, now);
  return rules.filter(covers).toSorted((a, b) => Number(a.priority) - Number(b.priority) || a.id.localeCompare(b.id));
}

function isAmong(wanted: unknown, value: unknown): boolean {
  const list = idsOf(wanted);
  return list.length === 0 || list.some((item) => item === value);
}

function provincesOf(rule: StoredRecord): readonly string[] {
  return typeof rule.provinces === 'string' ? rule.provinces.split(/[、，,\s]+/).filter((name) => name !== '') : [];
}

async function firstFree(
  rule: StoredRecord,
  lead: Values,
  without: ReadonlySet<unknown>,
  context: RuleContext,
): Promise<StoredRecord | undefined> {
  const { records } = context;
  const people = (await onDuty(rule, lead, context)).filter(({ id }) => !without.has(id));
  if (people.length === 0) return undefined;
  const load = await loadOf(rule, people, context);
  for (const person of inOrder(rule, people, load)) {
    // Held before he is counted: another rule may be giving him a lead just now, or he is leaving.
    const receiver = await records.lockOne('staff', person.id, atWork);
    if (receiver !== undefined && (await hasRoom(receiver, rule, lead, context))) return receiver;
  }
  return undefined;
}

/** What is known of those who may take part. */
const asked = ['departmentId', 'projectIds', 'leadWeight'];

const duties = new BatchMemo<Promise<readonly PickedRecord[]>>();

/** Who takes part: at work, taking leads, holding the project, and named by the rule himself or by his department. */
function onDuty(rule: StoredRecord, lead: Values, context: RuleContext): Promise<readonly PickedRecord[]> {
  return duties.of(context, `${rule.id} ${lead.projectId}`, () => takingPart(rule, lead, context));
}

async function takingPart(
  rule: StoredRecord,
  lead: Values,
  { records }: RuleContext,
): Promise<readonly PickedRecord[]> {
  const staffIds = idsOf(rule.staffIds);
  const departmentIds = idsOf(rule.departmentIds);
  const people = await records.pick('staff', asked, atWork, maxStaff);
  const holding = people.filter(({ projectIds }) => idsOf(projectIds).some((id) => id === lead.projectId));
  if (staffIds.length === 0 && departmentIds.length === 0) return holding;
  const within: ReadonlySet<unknown> =
    departmentIds.length === 0 ? new Set() : await records.downFrom('department', departmentIds);
  return holding.filter(({ id, departmentId }) => within.has(departmentId) || staffIds.includes(id));
}

/** What people are weighed by, by id. */
type Load = Map<unknown, number>;

/** What a method weighs of each of these people; a method that goes by turns weighs nothing. */
const weighed: Readonly<
  Record<string, (ids: readonly string[], context: RuleContext) => Promise<ReadonlyMap<unknown, number>>>
> = {
  /** The leads each got today; one found invalid no longer counts. */
  weight: (ids, { records, now }) =>
    records.tally(
      'lead',
      'assigneeId',
      { assigneeId: ids, status: liveLeads },
      { key: 'assignedAt', moment: dayStart(now) },
    ),
  /** The customers each holds that are not dealt with. */
  least_loaded: (ids, { records }) =>
    records.tally('customer', 'ownerId', { ownerId: ids, ownState: 'owned', stage: undealt }),
};
const loads = new BatchMemo<Load>();

/** What the rule's method weighs; within a step counted once for each, and one more for what he gets in it. */
async function loadOf(rule: StoredRecord, people: readonly PickedRecord[], context: RuleContext): Promise<Load> {
  const method = String(rule.method);
  const load = loads.of(context, method, () => new Map());
  const uncounted = people.map(({ id }) => id).filter((id) => !load.has(id));
  const weigh = weighed[method];
  if (weigh === undefined || uncounted.length === 0) return load;
  const counts = await weigh(uncounted, context);
  for (const id of uncounted) load.set(id, counts.get(id) ?? 0);
  return load;
}

/** Tells that somebody has got a lead, so that he is weighed by it with the next one of the step. */
export function countReceived(staffId: string, context: RuleContext): void {
  for (const method of Object.keys(weighed)) {
    const load = loads.of(context, method, () => new Map());
    const count = load.get(staffId);
    if (count !== undefined) load.set(staffId, count + 1);
  }
}

/** The people in the order in which the rule asks them. */
function inOrder(
  rule: StoredRecord,
  people: readonly PickedRecord[],
  load: ReadonlyMap<unknown, number>,
): readonly PickedRecord[] {
  const byId = people.toSorted((a, b) => a.id.localeCompare(b.id));
  const sorted = (measure: (person: PickedRecord) => number) =>
    byId.toSorted((a, b) => measure(a) - measure(b) || a.id.localeCompare(b.id));
  const got = ({ id }: PickedRecord) => load.get(id) ?? 0;
  switch (rule.method) {
    case 'weight':
      return sorted((person) => (got(person) + 1) / Math.max(1, Number(person.leadWeight ?? 1)));
    case 'least_loaded':
      return sorted(({ id }) => load.get(id) ?? 0);
    case 'fixed':
      return idsOf(rule.staffIds).flatMap((id) => byId.filter((person) => person.id === id));
    default: {
      const next = byId.findIndex(({ id }) => id > String(rule.lastStaffId ?? ''));
      return next < 0 ? byId : [...byId.slice(next), ...byId.slice(0, next)];
    }
  }
}

/** Whether somebody may have one more: below the rule's cap of the day and the holding limit of his pool. */
async function hasRoom(person: StoredRecord, rule: StoredRecord, lead: Values, context: RuleContext): Promise<boolean> {
  const { records, now } = context;
  const since = { key: 'assignedAt', moment: dayStart(now) };
  const today = await records.count('lead', { assigneeId: person.id, status: liveLeads }, since);
  if (today >= Number(rule.dailyCapPerStaff)) return false;
  const pool = await findPool(person.departmentId, [lead.projectId], context, 'business');
  if (pool === undefined) return true;
  const counted = pool.dealCountsInHold === true ? {} : { stage: undealt };
  const held = await records.count('customer', { ownerId: person.id, ownState: 'owned', ...counted });
  return held < Number(pool.holdLimit);
}
