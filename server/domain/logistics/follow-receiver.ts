import { modelOf } from '../../kernel/operation/context.ts';
import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import { logChange } from '../../records/log/operation-log.ts';

const keys = ['receiverName', 'receiverMobile', 'receiverAddress'];

/** What is not sent yet goes where its order says now. */
export async function followReceiver(order: StoredRecord, changes: Values, context: RuleContext): Promise<void> {
  const { records, documents } = context;
  const after = Object.fromEntries(
    Object.entries(changes).filter(([key, value]) => keys.includes(key) && value !== null),
  );
  if (Object.keys(after).length === 0 || !documents.entities.has('shipment')) return;
  const entity = modelOf(documents, 'shipment');
  for (const { id, ...before } of await records.find('shipment', {
    orderId: order.id,
    status: ['pending', 'picking'],
  })) {
    await records.update('shipment', id, after);
    await logChange({ entity, id, action: 'modify', title: '随订单修改收件信息', before, after }, context);
  }
}
