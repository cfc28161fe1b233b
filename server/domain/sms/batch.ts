import type { ConditionCount } from '../../../engine/model/wire/index.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import type { DomainRules, RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import { refuseSms } from './errors.ts';
import { countMeant } from './meant-customers.ts';
import { startSending } from './send-job.ts';
import { isSendingTime } from './sms-hours.ts';
import { addToBatch, skipQueued } from './store.ts';

/** Rules of batches of promotion: an approved template, somebody to send to, and the author's own reach. */
export const smsBatchRules: DomainRules = {
  entity: 'sms_batch',

  async beforeCreate(values, context) {
    await checkTemplate(values.templateId, context);
    return {};
  },

  async beforeModify(_, changes, context) {
    if (changes.templateId !== undefined) await checkTemplate(changes.templateId, context);
    return {};
  },

  transitions: {
    submit: {
      async check(record, _, context) {
        refuseOthers(record, context);
        await checkTemplate(record.templateId, context);
        const found = await countMeant(record.filter, context);
        if (found.count === 0) throw refuseSms('E_SMS_NO_RECIPIENTS', { why: whyOf(found) });
      },
      async set(record, _, context) {
        return { total: (await countMeant(record.filter, context)).count, comment: null, reviewerId: null };
      },
    },
    approve: { check: (record, _, context) => checkTemplate(record.templateId, context) },
    send: {
      async check(record, _, context) {
        const { hours } = context.services.sms;
        if (!isSendingTime(context.now, hours)) throw refuseSms('E_SMS_HOURS', { ...hours });
        await checkTemplate(record.templateId, context);
      },
      // From here on the records are counted, not who would get it.
      set: async () => ({ total: 0 }),
      after: (record, _, context) => startSending(record, context),
    },
    cancel: {
      async after(record, _, { db, now }) {
        const skipped = await skipQueued(db, record.id, '批次已取消', now);
        if (skipped > 0) await addToBatch(db, record.id, { skipped });
      },
    },
  },

  wholeActions: { preview: (input, context) => countMeant(input.filter, context) },
};

function whyOf({ without }: ConditionCount): string {
  const told = without.filter(({ count }) => count > 0).map(({ title, count }) => `${title} ${count}`);
  return told.length === 0 ? '' : `（${told.join('、')}）`;
}

async function checkTemplate(id: unknown, { records }: RuleContext): Promise<void> {
  const template = await records.findOne('sms_template', { id });
  if (template?.status !== 'approved' || template.kind !== 'marketing') throw refuseSms('E_SMS_TEMPLATE');
}

function refuseOthers(record: StoredRecord | Values, { caller }: CallContext): void {
  if (record.createdBy !== caller.staffId) throw refuseSms('E_SMS_AUTHOR');
}
