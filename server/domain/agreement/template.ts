import { formatMessage } from '../../../engine/model/texts/index.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import { modelOf } from '../../kernel/operation/context.ts';
import type { DomainRules, RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import { applyInsert, numbersFor } from '../../records/change/write-row.ts';
import { holdEditions } from '../../records/edition/editions.ts';
import { logChange } from '../../records/log/operation-log.ts';
import { viewRow } from '../../records/read/view.ts';
import { agreementText } from '../../texts/domain/agreement-text.ts';
import { takenOver } from './draft.ts';
import { refuseAgreement } from './errors.ts';
import { filled, isFillable } from './fill.ts';
import { fillingOf } from './filling.ts';

/** Rules of templates that documents cannot say: a text whose variables can be filled in, and how it reads for an order. */
export const templateRules: DomainRules = {
  entity: 'agreement_template',

  transitions: {
    publish: {
      async check({ body }) {
        if (!isFillable(String(body))) throw refuseAgreement('E_AGREEMENT_SPLIT');
      },
    },
  },

  actions: { copy, preview },
};

const copied = ['bindType', 'projectId', 'classTypeIds', 'processId', 'guaranteeRatio', 'body'] as const;

/** Makes the first draft of another template with the same text, under a code of its own; answers its id. */
async function copy(template: StoredRecord, { code, name }: Values, context: RuleContext): Promise<Values> {
  const entity = modelOf(context.documents, 'agreement_template');
  await holdEditions(entity, code, context);
  if ((await context.records.count('agreement_template', { code })) > 0) {
    const fault = {
      code: 'E_INPUT_DUPLICATE',
      pointer: '/code',
      title: formatMessage(agreementText('agreement.code')),
    } as const;
    throw refuseAgreement('E_AGREEMENT_CODE', { code }, { faults: [fault] });
  }
  const values = { ...Object.fromEntries(copied.map((key) => [key, template[key] ?? null])), code, name };
  const { id, stored } = await applyInsert(entity, values, await numbersFor(entity, context), context, new Map());
  await logChange({ entity, id, action: 'create', title: `复制自“${String(template.name)}”`, after: stored }, context);
  return { id };
}

/** The text as it would be for an order within the caller's reach, with what its customer is called left out. */
async function preview(template: StoredRecord, { orderId }: Values, context: RuleContext): Promise<Values> {
  await viewRow(
    modelOf(context.documents, 'sales_order'),
    { id: orderId, fields: [] },
    { ...context, page: undefined },
  );
  const order = await context.records.findOne('sales_order', { id: orderId });
  if (order === undefined) throw refuse('E_NOT_FOUND');
  if (!isFillable(String(template.body))) throw refuseAgreement('E_AGREEMENT_SPLIT');
  const agreement = { orderId, signerName: '〔签署人〕', ...(await takenOver(order, template, context)) };
  const filling = { ...(await fillingOf(agreement, template, context)), customer: '〔客户〕', student: '〔学员〕' };
  return { body: filled(String(template.body), filling), orderNo: order.orderNo };
}
