import { dayStart } from '../../../engine/model/index.ts';
import { refuse } from '../../http/app-error.ts';
import type { DomainRules, RuleContext } from '../../operations/domain-rules.ts';
import type { PickedRecord, StoredRecord, Values } from '../../operations/record-store.ts';
import { clockTime, isWithinHours } from './assign-hours.ts';
import { liveLeads } from './lead-match.ts';
import { idsOf } from './ownership.ts';
import { returnPoolId } from './pool.ts';

const mostRules = 200;
const mostStaff = 5000;
const atWork = { status: 'active', receiveLeads: true };
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
  const fault = { code: 'E_INPUT_TYPE', pointer: `/${key}`, title: '分配规则', expected, got: String(got) } as const;
  return refuse('E_INPUT_INVALID', {}, { faults: [fault] });
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
    await records.lock('assign_rule', id);
    // As whoever held it before left it.
    const rule = await records.findOne('assign_rule', { id, enabled: true });
    if (rule === undefined) continue;
    const receiver = await firstFree(rule, lead, without, context);
    if (receiver === undefined) continue;
    await records.update('assign_rule', rule.id, { lastStaffId: receiver.id });
    return { rule, receiver };
  }
  return undefined;
}

/** Rules in force that cover a lead, in their order. */
export async function rulesFor(lead: Values, { records, now }: RuleContext): Promise<readonly StoredRecord[]> {
  const rules = await records.find('assign_rule', { enabled: true }, mostRules);
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
    await records.lock('staff', person.id);
    const receiver = await records.findOne('staff', { id: person.id, ...atWork });
    if (receiver !== undefined && (await hasRoom(receiver, rule, lead, context))) return receiver;
  }
  return undefined;
}

/** What is known of those who may take part. */
const asked = ['departmentId', 'projectIds', 'leadWeight'];

/** Who takes part: at work, taking leads, holding the project, and named by the rule himself or by his department. */
async function onDuty(rule: StoredRecord, lead: Values, { records }: RuleContext): Promise<readonly PickedRecord[]> {
  const staffIds = idsOf(rule.staffIds);
  const departmentIds = idsOf(rule.departmentIds);
  const people = await records.pick('staff', asked, atWork, mostStaff);
  const holding = people.filter(({ projectIds }) => idsOf(projectIds).some((id) => id === lead.projectId));
  if (staffIds.length === 0 && departmentIds.length === 0) return holding;
  const within: ReadonlySet<unknown> =
    departmentIds.length === 0 ? new Set() : await records.downFrom('department', departmentIds);
  return holding.filter(({ id, departmentId }) => within.has(departmentId) || staffIds.includes(id));
}

/** What the people are weighed by, by id: the leads each got today, or the customers he holds that are not dealt with. */
type Load = ReadonlyMap<unknown, number>;

/** Counts what the rule's method weighs, and nothing where it goes by turns. */
async function loadOf(
  rule: StoredRecord,
  people: readonly PickedRecord[],
  { records, now }: RuleContext,
): Promise<Load> {
  const ids = people.map(({ id }) => id);
  const since = { key: 'assignedAt', moment: dayStart(now) };
  // A lead found invalid no longer counts.
  if (rule.method === 'weight')
    return records.tally('lead', 'assigneeId', { assigneeId: ids, status: liveLeads }, since);
  if (rule.method === 'least_loaded')
    return records.tally('customer', 'ownerId', { ownerId: ids, ownState: 'owned', stage: undealt });
  return new Map();
}

/** The people in the order in which the rule asks them. */
function inOrder(rule: StoredRecord, people: readonly PickedRecord[], load: Load): readonly PickedRecord[] {
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
  const poolId = await returnPoolId(person.departmentId, [lead.projectId], context);
  const pool = poolId === null ? undefined : await records.findOne('pool', { id: poolId });
  if (pool === undefined) return true;
  const counted = pool.dealCountsInHold === true ? {} : { stage: undealt };
  const held = await records.count('customer', { ownerId: person.id, ownState: 'owned', ...counted });
  return held < Number(pool.holdLimit);
}
