import { type CallContext, modelOf } from '../../../kernel/operation/context.ts';
import type { Values } from '../../../kernel/operation/record-store.ts';
import { mutate } from '../../../records/change/mutate.ts';
import { numbersFor } from '../../../records/change/write-row.ts';
import { logChange } from '../../../records/log/operation-log.ts';
import { addMainPhone, refuseTakenPhone } from '../contact/phones.ts';
import { poolFor } from '../ownership/pool.ts';

/** Makes a customer who is nobody's yet: he lies in the pool of his projects until somebody claims him. */
export async function importPool(input: Values, context: CallContext): Promise<{ readonly id: string }> {
  const entity = modelOf(context.documents, 'customer');
  const numbers = await numbersFor(entity, context);
  return mutate('customer.importPool', input, context, async (inside) => {
    const mobile = String(input.mobile);
    await refuseTakenPhone(mobile, undefined, inside);
    const pool = await poolFor(inside.caller.departmentId, input.intentionProjectIds, inside);
    const values = {
      ...input,
      ...numbers,
      stage: 'fresh',
      ownState: 'pooled',
      poolId: pool.id,
      locked: false,
      followCount: 0,
      callCount: 0,
      orderCount: 0,
      paidTotal: 0,
      doNotCall: false,
      blacklisted: false,
    };
    const id = await inside.records.insert('customer', values);
    await addMainPhone(id, mobile, inside);
    await logChange({ entity, id, action: 'importPool', title: '导入公海', after: values }, inside);
    return { id };
  });
}
