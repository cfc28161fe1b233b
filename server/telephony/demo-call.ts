import type { Value } from '../../contract/definition/schema.ts';
import type { callDemoSeat } from '../../contract/phone.ts';

import type { CallContext } from '../kernel/operation/context.ts';
import { SqlRecordStore } from '../records/store/sql-record-store.ts';
import { refusePhone } from './errors.ts';
import { personOf, seatOn, telephonyOf } from './seats.ts';

const maxCustomers = 20;
const stranger = '13800138000';

/** Lets somebody call the caller's own seat, one of his customers unless told who; there is nobody to do so but in the demo. */
export async function letSomebodyCall(
  { provider, caller }: Value<typeof callDemoSeat.input>,
  context: CallContext,
): Promise<Value<typeof callDemoSeat.output>> {
  const telephony = telephonyOf(context);
  if (telephony.demo === undefined) throw refusePhone('E_PHONE_DEMO_ONLY');
  const seat = seatOn(provider, await personOf(context), telephony);
  return { called: telephony.demo.call(provider, seat, caller ?? (await customersNumber(context))) };
}

async function customersNumber(context: CallContext): Promise<string> {
  const { staffId } = context.caller;
  const records = new SqlRecordStore(context, { staffId, now: context.now });
  const customers = await records.find('customer', { ownerId: staffId }, maxCustomers);
  const mobile = customers[Math.floor(Math.random() * customers.length)]?.mobile;
  return typeof mobile === 'string' ? mobile : stranger;
}
