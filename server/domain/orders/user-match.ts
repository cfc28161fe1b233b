import type { DomainRules, RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import { orderText } from '../../texts/domain/order-text.ts';
import { superviseStudents } from '../customer/index.ts';
import { refuseOrder } from './errors.ts';

const maxCandidates = 5;

/** Rules of matching an order with an account of the learning platform: by the customer's number, else by hand. */
export const userMatchRules: DomainRules = {
  entity: 'user_match',

  async beforeCreate({ orderId }, context) {
    const order = await context.records.findOne('sales_order', { id: orderId });
    const customer = await context.records.findOne('customer', { id: order?.customerId });
    return customer === undefined ? {} : found(customer, context);
  },

  async afterCreate(_, { orderId, studentId }, context) {
    if (typeof studentId !== 'string') return;
    await context.records.update('sales_order', String(orderId), { studentId, matchStatus: 'matched' });
    await own(studentId, orderId, context);
  },

  transitions: {
    match: {
      async check(match, input, { records }) {
        const student = await records.lockOne('student', String(input.studentId));
        const order = await records.findOne('sales_order', { id: match.orderId });
        if (student === undefined || isOfAnother(student, order?.customerId))
          throw refuseOrder('E_MATCH_OTHER', {}, { pointer: '/studentId', title: orderText('order.student') });
      },
      after: (match, input, context) => own(String(input.studentId), match.orderId, context),
    },
    unmatch: {
      async after({ orderId }, _, { records }) {
        const service = await records.findOne('study_service', { orderId });
        if (service !== undefined) await records.update('study_service', service.id, { studentId: null });
      },
    },
  },
};

/** The account with the customer's number, else whoever may be meant. */
async function found(customer: StoredRecord, { records, now }: RuleContext): Promise<Values> {
  const exact = await records.findOne('student', { mobile: customer.mobile });
  if (exact !== undefined && isOfAnother(exact, customer.id)) return { status: 'conflict', candidateIds: [exact.id] };
  if (exact !== undefined) return { status: 'matched', studentId: exact.id, matchBy: 'mobile', matchedAt: now };
  const phones = await records.find('customer_phone', { customerId: customer.id });
  const numbers = phones.map(({ mobile }) => mobile).filter((mobile) => typeof mobile === 'string');
  const byPhone = numbers.length === 0 ? [] : await records.find('student', { mobile: numbers }, maxCandidates);
  const byName = await records.find('student', { realName: customer.name }, maxCandidates);
  const candidateIds = [...new Set([...byPhone, ...byName].map(({ id }) => id))].slice(0, maxCandidates);
  return candidateIds.length === 0 ? {} : { status: 'suggested', candidateIds };
}

function isOfAnother({ customerId }: StoredRecord, wanted: unknown): boolean {
  return typeof customerId === 'string' && customerId !== wanted;
}

/** From now on the account is the customer's, and his study service is about it. */
async function own(studentId: string, orderId: unknown, context: RuleContext): Promise<void> {
  const { records } = context;
  const service = await records.findOne('study_service', { orderId });
  if (service !== undefined && service.studentId !== studentId)
    await records.update('study_service', service.id, { studentId });
  const student = await records.lockOne('student', studentId);
  const order = await records.findOne('sales_order', { id: orderId });
  if (student?.customerId !== null || order === undefined) return;
  await records.update('student', studentId, { customerId: order.customerId });
  await superviseStudents(order.customerId, context);
}
