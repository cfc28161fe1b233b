import { evaluate, parseExpression } from '../../../engine/model/expression/index.ts';
import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import { yuan } from './draft.ts';
import type { Filling } from './fill.ts';

/** What the variables of a template stand for in an agreement. */
export async function fillingOf(agreement: Values, template: StoredRecord, context: RuleContext): Promise<Filling> {
  const { records } = context;
  const order = await records.findOne('sales_order', { id: agreement.orderId });
  const project = await records.findOne('project', { id: order?.projectId });
  const customer = await records.findOne('customer', { id: agreement.customerId });
  const student =
    typeof agreement.studentId === 'string' ? await records.findOne('student', { id: agreement.studentId }) : undefined;
  const payable = Number(order?.payableTotal ?? 0);
  return {
    customer: textOf(customer?.name),
    signer: textOf(agreement.signerName),
    student: textOf(student?.realName ?? customer?.name),
    project: textOf(project?.name),
    orderNo: textOf(order?.orderNo),
    classTypes: textOf(agreement.classTypes),
    amount: `${yuan(payable)} 元`,
    amountWords: inWords(payable, context),
    payPlan: textOf(agreement.payPlan),
    guaranteeRatio: typeof template.guaranteeRatio === 'number' ? `${template.guaranteeRatio}%` : '',
    // It is not known before it is signed, and nothing is filled in afterwards.
    signedOn: '以签署记录的时间为准',
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

const words = parseExpression('capitals(record.amount)');

function inWords(amount: number, { now, calendar }: RuleContext): string {
  return words.ok ? textOf(evaluate(words.expression, { record: { amount }, user: {}, now, calendar })) : '';
}
