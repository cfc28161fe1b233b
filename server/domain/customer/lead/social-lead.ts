import { modelOf } from '../../../kernel/operation/context.ts';
import type { DomainRules, RuleContext } from '../../../kernel/operation/domain-rules.ts';
import { prepareRow } from '../../../kernel/operation/prepare-rows.ts';
import type { StoredRecord, Values } from '../../../kernel/operation/record-store.ts';
import { numbersFor } from '../../../records/change/write-row.ts';
import { logChange } from '../../../records/log/operation-log.ts';
import { refuseCustomer } from '../errors/errors.ts';
import { leadRules } from './lead.ts';
import { checkNumber } from './lead-check.ts';

/** Rules of leads from social platforms: with a number they become leads like any other. */
export const socialLeadRules: DomainRules = {
  entity: 'social_lead',
  checks: { mobile: checkNumber },
  transitions: {
    gotContact: {
      async check(record, input) {
        const isKnown = [input.mobile, input.wechat, record.mobile, record.wechat].some(
          (one) => typeof one === 'string',
        );
        if (!isKnown) throw refuseCustomer('E_SOCIAL_CONTACT');
      },
      // What was left before stays where the form leaves it empty.
      set: async (record, input) => ({
        mobile: input.mobile ?? record.mobile,
        wechat: input.wechat ?? record.wechat,
      }),
    },
    convert: { set: async (record, input, context) => ({ leadId: await becomeLead(record, input, context) }) },
  },
};

/** Adds the lead, with everything that happens to a new one: looked up, written down as a duplicate, assigned. */
async function becomeLead(social: StoredRecord, input: Values, context: RuleContext): Promise<string> {
  const { records, documents } = context;
  const channel = await records.findOne('channel', { kind: 'littleredbook', enabled: true });
  if (channel === undefined) throw refuseCustomer('E_SOCIAL_CHANNEL');
  const entity = modelOf(documents, 'lead');
  const given = {
    name: social.nickname,
    mobile: social.mobile,
    wechat: social.wechat,
    projectId: input.projectId,
    channelId: channel.id,
    campaign: social.noteTitle === null ? null : String(social.noteTitle).slice(0, 100),
    landingUrl: social.noteUrl,
    consultContent: social.comment,
    intention: 'middle',
    reassignCount: 0,
  };
  const values = {
    ...given,
    ...(await prepareRow(leadRules, given, context)),
    ...(await numbersFor(entity, context)),
  };
  const id = await records.insert('lead', values);
  await logChange({ entity, id, action: 'create', title: '社媒线索转入', after: values }, context);
  await leadRules.afterCreate?.(id, values, context);
  return id;
}
