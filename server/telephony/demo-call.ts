import { refuse } from '../http/app-error.ts';
import type { CallContext } from '../operations/context.ts';
import type { Values } from '../operations/record-store.ts';
import { refusePhone } from './errors.ts';
import { personOf, seatOn, telephonyOf } from './seats.ts';

/** Lets somebody call the caller's own seat; there is nobody to do so but in the demo. */
export async function callDemoSeat(body: Values, context: CallContext): Promise<{ readonly called: boolean }> {
  const telephony = telephonyOf(context);
  if (telephony.demo === undefined) throw refusePhone('E_PHONE_DEMO_ONLY');
  const { caller = '13800138000' } = body;
  if (typeof caller !== 'string' || !/^\d{3,20}$/.test(caller))
    throw refuse(
      'E_INPUT_INVALID',
      {},
      { faults: [{ code: 'E_INPUT_FORMAT', pointer: '/caller', title: '主叫号码' }] },
    );
  const seat = seatOn('webphone', await personOf(context), telephony);
  return { called: telephony.demo.callSeat(seat, caller) };
}
