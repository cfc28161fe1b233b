import type { PhoneProvider } from '../../../contract/phone-words.ts';
import { ApiRefusal } from '../../../engine/client/index.ts';
import type { QueryAnswer } from '../../../engine/model/wire/index.ts';
import { client, queries } from '../../api/client.ts';
import type { PhoneCall } from '../phone/call-log.ts';
import type { Phone } from '../phone/phone.ts';
import type { NamedRow, Stranger, StrangerKind } from './stranger.tsx';
import type { FollowUp } from './use-after-call.ts';

/** Calls the API; whoever calls shows the refusal. */
export const quietly: PhoneCall = (path, body, page) =>
  client.call(path, body, { quiet: true, ...(page === undefined ? {} : { page }) });

/** How often, and how long apart, a follow-up waits for the line to confirm its call. */
const tries = 4;
const pauseMs = 1500;
const maxChoices = 200;

/** Puts on record what came of a call, which ends with that. A line confirms a call a moment after its end: so long it is waited for. */
export async function saveFollowUp(phone: Phone, followUp: FollowUp): Promise<void> {
  await phone.hangUpFirst();
  await phone.settled();
  for (let attempt = 1; ; attempt++) {
    try {
      await client.callAt('/v1/follow/up/create', followUp, { quiet: true });
      break;
    } catch (error) {
      const isEarly = error instanceof ApiRefusal && error.detail.code === 'E_FOLLOW_UP_UNCONFIRMED';
      if (!isEarly || attempt === tries) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
  void queries.invalidateQueries();
}

/** Registers whom nobody knew before the call. */
export async function registerStranger(phone: Phone, kind: StrangerKind, stranger: Stranger): Promise<void> {
  await phone.settled();
  await quietly(`/v1/${kind}/create/from/call`, stranger);
  void queries.invalidateQueries();
}

/** The projects or channels that are in use, by name. */
export async function lookUp(entity: 'project' | 'channel'): Promise<readonly NamedRow[]> {
  const where = { field: 'enabled', op: 'eq', value: true };
  const body = { where, fields: ['id', 'name'], size: maxChoices, count: 'none' };
  const { list } = await client.callAt<QueryAnswer>(`/v1/${entity}/query`, body, { quiet: true });
  return list.map(({ id, name }) => ({ id: String(id), name: String(name ?? '') }));
}

/** Lets somebody call, in the demo; answers whether anybody was there. */
export async function callFromDemo(provider: PhoneProvider, caller: string): Promise<boolean> {
  const input = caller === '' ? { provider } : { provider, caller };
  return (await quietly('/v1/phone/demo/call/create', input)).called;
}
