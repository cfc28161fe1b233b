import type { DialInput, IncomingAnswer } from '../../../contract/phone.ts';
import type { PhoneProvider } from '../../../contract/phone-words.ts';

import type { Dialled } from '../line/line.ts';
import type { CallLogHost } from './call-log.ts';
import type { Call } from './phone-state.ts';
import type { Wanted } from './phone-view.ts';

/** A call that may be made, and what the line takes for its number. */
export type AskedCall = { readonly call: Call & Pick<Dialled, 'callId'>; readonly target: string };

/** Asks the server for a call to what is wanted; throws its refusal. */
export async function askForCall(
  wanted: Wanted,
  provider: PhoneProvider,
  { call: ask }: CallLogHost,
): Promise<AskedCall> {
  const from = 'number' in wanted ? undefined : wanted;
  const input: DialInput =
    'number' in wanted
      ? { provider, number: wanted.number }
      : { provider, entity: wanted.entity, id: wanted.id, field: wanted.field };
  const { callId, target, number, name, customerId } = await ask('/v1/phone/call/create', input, from?.page);
  return { call: { provider, direction: 'out', callId, number, name, customerId, ...(from && { from }) }, target };
}

/** Who it may be that called, in one line; empty where nobody is known. */
export function namesOf({ matches }: IncomingAnswer): string {
  return matches.map(({ name }) => name).join('、');
}
