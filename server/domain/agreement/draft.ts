import type { Message } from '../../../engine/model/texts/index.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import { modelOf } from '../../kernel/operation/context.ts';
import type { RuleContext, TransitionRules } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import { numbersFor } from '../../records/change/write-row.ts';
import { logChange } from '../../records/log/operation-log.ts';
import { agreementText } from '../../texts/domain/agreement-text.ts';
import { refuseAgreement } from './errors.ts';
import { settleOrder } from './settle.ts';
import { orderedParts } from './store.ts';

const live = ['draft', 'sent', 'viewed', 'pending_upload', 'reviewing', 'signed', 'archived'];
const signed: readonly unknown[] = ['signed', 'archived'];
const closed: readonly unknown[] = ['draft', 'pending_review', 'rejected', 'cancelled'];

/** What a new agreement takes over from its order and its template, once both may be agreed on. */
export async function ofOrder(values: Values, context: RuleContext): Promise<Values> {
  const { records } = context;
  // Held: an order that is cancelled or refunded at this moment comes first or last.
  const order = await records.lockOne('sales_order', String(values.orderId));
  const template = await records.findOne('agreement_template', { id: values.templateId });
  if (order === undefined || template === undefined) throw refuse('E_NOT_FOUND');
  refuseOrder(order);
  await refuseTemplate(template, order, context);
  await refuseReplaced(values, context);
  return { ...(await takenOver(order, template, context)), ...(await signerOf(values, order, context)) };
}

function refuseOrder({ orderNo, status, refundFlag }: StoredRecord): void {
  const why = closed.includes(status)
    ? agreementText('agreement.order.notApproved')
    : refundFlag === 'full'
      ? agreementText('agreement.order.refunded')
      : undefined;
  if (why !== undefined)
    throw refuseAgreement(
      'E_AGREEMENT_ORDER',
      { order: orderNo, why },
      { pointer: '/orderId', title: agreementText('agreement.order') },
    );
}

/** A template is for orders of its project that sell one of its classes. */
async function refuseTemplate(template: StoredRecord, order: StoredRecord, { records }: RuleContext): Promise<void> {
  const place = { pointer: '/templateId', title: agreementText('agreement.template') };
  const refused = (why: Message) => refuseAgreement('E_AGREEMENT_TEMPLATE', { name: template.name, why }, place);
  if (template.bindType !== 'class_type') throw refused(agreementText('agreement.template.kind'));
  if (template.projectId !== null && template.projectId !== order.projectId)
    throw refused(agreementText('agreement.template.project'));
  const classTypeIds: readonly unknown[] = Array.isArray(template.classTypeIds) ? template.classTypeIds : [];
  if (classTypeIds.length === 0) return;
  const items = await records.find('order_item', { orderId: order.id });
  if (!items.some(({ classTypeId }) => classTypeIds.includes(classTypeId)))
    throw refused(agreementText('agreement.template.class'));
}

/** What is signed anew was signed, and is of the same order. */
async function refuseReplaced({ replacesId, orderId }: Values, { records }: RuleContext): Promise<void> {
  if (typeof replacesId !== 'string') return;
  const replaced = await records.lockOne('agreement', replacesId, { orderId });
  if (!signed.includes(replaced?.status))
    throw refuseAgreement(
      'E_AGREEMENT_REPLACES',
      {},
      { pointer: '/replacesId', title: agreementText('agreement.replaces') },
    );
}

/** What an agreement says of its order, as it stands when it is drafted. */
export async function takenOver(order: StoredRecord, template: StoredRecord, { db }: RuleContext): Promise<Values> {
  const { items, plans } = await orderedParts(db, order.id);
  const classTypes = items.map(
    ({ name, quantity, amount }) => `${name}${quantity > 1 ? ` ×${quantity}` : ''} ${yuan(amount)} 元`,
  );
  const periods = plans.map(({ dueOn, amount }, at) => `第 ${at + 1} 期 ${dueOn} 前 ${yuan(amount)} 元`);
  return {
    customerId: order.customerId,
    studentId: order.studentId ?? null,
    templateVersion: template.edition ?? 1,
    classTypes: classTypes.join('；').slice(0, 500),
    payPlan: (periods.length === 0 ? '一次付清' : periods.join('；')).slice(0, 1000),
  };
}

/** Who signs: whoever is named, else the customer. */
async function signerOf(
  { signerName, signerMobile }: Values,
  order: StoredRecord,
  { records }: RuleContext,
): Promise<Values> {
  const customer = await records.findOne('customer', { id: order.customerId });
  return {
    signerName: signerName ?? customer?.name ?? null,
    signerMobile: signerMobile ?? customer?.mobile ?? null,
  };
}

/** Yuan as an agreement writes it. */
export function yuan(cents: number): string {
  return (cents / 100).toFixed(2);
}

/** Drafts the agreement an order names, in the edition that is published by now; none where there is no such template any more. */
async function draftFor(order: StoredRecord, context: RuleContext): Promise<void> {
  const { records, documents } = context;
  const chosen = await records.findOne('agreement_template', { id: order.agreementTemplateId });
  const template = await records.findOne('agreement_template', { code: chosen?.code, status: 'published' });
  if (template?.bindType !== 'class_type') return;
  if ((await records.count('agreement', { orderId: order.id, templateId: template.id, status: live })) > 0) return;
  const entity = modelOf(documents, 'agreement');
  const values = { orderId: order.id, templateId: template.id, mode: 'online', ownerId: order.sellerId };
  const row = {
    ...(await numbersFor(entity, context)),
    ...{ ...values, status: 'draft', sealBroken: false },
    ...(await takenOver(order, template, context)),
    ...(await signerOf({}, order, context)),
  };
  const id = await records.insert('agreement', row);
  await logChange({ entity, id, action: 'create', title: '随订单起草', after: row }, context);
}

/** What follows for agreements from an order being approved: it waits for one, and has it drafted. */
export const approvedOrder: TransitionRules = {
  async after({ id, agreementTemplateId }, _, context) {
    if (typeof agreementTemplateId !== 'string' || !context.documents.entities.has('agreement')) return;
    const order = await context.records.lockOne('sales_order', id);
    if (order === undefined) return;
    await context.records.bySystem(() => draftFor(order, context));
    await settleOrder({ orderId: id }, context);
  },
};
