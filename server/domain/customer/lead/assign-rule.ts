import type { Message } from '../../../../engine/model/texts/index.ts';
import { wrongInput } from '../../../kernel/errors/wrong-input.ts';
import { BatchMemo } from '../../../kernel/operation/batch-memo.ts';
import type { DomainRules, RuleContext } from '../../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../../kernel/operation/record-store.ts';
import { leadText } from '../../../texts/domain/lead-text.ts';
import { idsOf } from '../ownership/ownership.ts';
import { clockTime, isWithinHours } from './assign-hours.ts';

const maxRules = 200;

/** Rules of how leads and work orders are handed out. */
export const assignRuleRules: DomainRules = {
  entity: 'assign_rule',
  beforeCreate: async (values) => checkRule(values, {}),
  beforeModify: async (record, changes) => checkRule(changes, record),
};

function checkRule(changes: Values, record: Values): Values {
  const rule = { ...record, ...changes };
  for (const key of ['startsAt', 'endsAt'] as const) {
    if (typeof rule[key] === 'string' && clockTime(rule[key]) === undefined)
      throw badRule(key, leadText('lead.rule.time'), rule[key]);
  }
  const isHalf = (rule.startsAt ?? null) === null ? (rule.endsAt ?? null) !== null : (rule.endsAt ?? null) === null;
  if (isHalf) throw badRule('endsAt', leadText('lead.rule.both'), '');
  if (rule.method === 'fixed' && idsOf(rule.staffIds).length === 0)
    throw badRule('staffIds', leadText('lead.rule.people'), '');
  if (subjectOf(rule) !== leads) refuseLeadConditions(rule);
  return {};
}

/** Only leads come by a channel and from a province. */
function refuseLeadConditions(rule: Values): void {
  if (idsOf(rule.channelIds).length > 0) throw badRule('channelIds', leadText('lead.rule.noChannels'), '');
  if (provincesOf(rule).length > 0) throw badRule('provinces', leadText('lead.rule.noProvinces'), rule.provinces);
}

function badRule(key: string, expected: Message, got: unknown) {
  return wrongInput(`/${key}`, leadText('lead.rule'), expected, got);
}

const enabledRules = new BatchMemo<Promise<readonly StoredRecord[]>>();

/** What a rule hands out where it does not say. */
const leads = 'lead';

function subjectOf({ subject }: Values): string {
  return typeof subject === 'string' ? subject : leads;
}

/** Rules in force that cover a lead, or something else that is handed out, in their order. */
export async function rulesFor(
  lead: Values,
  context: RuleContext,
  subject: string = leads,
): Promise<readonly StoredRecord[]> {
  const { records, now } = context;
  const rules = await enabledRules.of(context, '', () => records.find('assign_rule', { enabled: true }, maxRules));
  const covers = (rule: StoredRecord) =>
    subjectOf(rule) === subject &&
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

function provincesOf(rule: Values): readonly string[] {
  return typeof rule.provinces === 'string' ? rule.provinces.split(/[、，,\s]+/).filter((name) => name !== '') : [];
}
