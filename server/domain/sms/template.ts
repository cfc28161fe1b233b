import type { DomainRules } from '../../kernel/operation/domain-rules.ts';
import { refuseSms } from './errors.ts';
import { checkText } from './sms-text.ts';

const worded = ['content', 'sign', 'kind', 'usage'];

/** Rules of templates: known variables, the way out at the end of a promotion, and a review of every wording. */
export const smsTemplateRules: DomainRules = {
  entity: 'sms_template',

  async beforeCreate(values) {
    checkText(values);
    return {};
  },

  async beforeModify(record, changes) {
    checkText({ ...record, ...changes });
    const isWorded = worded.some((key) => Object.hasOwn(changes, key) && changes[key] !== record[key]);
    return isWorded && record.status !== 'draft' ? { status: 'draft', comment: null } : {};
  },

  async beforeDelete(record, { records }) {
    if ((await records.count('sms_batch', { templateId: record.id })) > 0) throw refuseSms('E_SMS_TEMPLATE_USED');
  },
};
