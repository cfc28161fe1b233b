import { hashPassword } from '../kernel/crypto/password.ts';
import { fillDemo } from './crm/fill-demo.ts';
import { departmentPlans } from './crm/values/departments.ts';
import type { DemoGenerator } from './demo-generator.ts';

/** The demo company of the customer and teaching product: a program, because it makes up to a million customers. */
export const crmDemo: DemoGenerator = {
  entities: [
    'agreement',
    'agreement_template',
    'call_record',
    'channel',
    'class_type',
    'class_type_course',
    'customer',
    'customer_phone',
    'discount_policy',
    'follow_up',
    'forbidden_word',
    'forbidden_word_hit',
    'handover_batch',
    'job',
    'lead',
    'ledger_item',
    'lesson_record',
    'lesson_segment',
    'month_close',
    'opportunity',
    'order_item',
    'order_review',
    'owner_record',
    'payment',
    'payment_plan',
    'performance_ledger',
    'pool',
    'project',
    'project_item_type',
    'qa_review',
    'sales_order',
    'sms_batch',
    'sms_opt_out',
    'sms_record',
    'sms_template',
    'student',
    'study_service',
    'user_match',
  ],
  accounts: departmentPlans(0).flatMap(({ accounts = [], late = [] }) => [...accounts, ...late]),
  async fill({ migratorUrl, documents, size, protection, files, password, now, log }) {
    await fillDemo({
      migratorUrl,
      documents,
      size,
      protect: protection,
      hashPassword,
      keepFile: (key, content) => files.writeAt(key, content),
      demoPassword: password,
      now: new Date(now),
      log,
    });
  },
};
