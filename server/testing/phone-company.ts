import type { CallStateAnswer, DialAnswer, IncomingAnswer } from '../../contract/phone.ts';
import type { Envelope } from '../../engine/model/wire/index.ts';
import { signed } from '../kernel/crypto/signature.ts';
import type { StoredRecord } from '../kernel/operation/record-store.ts';
import type { Hours } from '../kernel/services/hours.ts';
import type { SecretDial, Telephony } from '../kernel/services/telephony.ts';
import { refusePhone } from '../telephony/errors.ts';
import { startTestApp, type TestApp } from './test-app.ts';

/** What the line of a test company signs with. */
export const lineSecret = 'a-secret-for-this-test';

/** What a refusal adds to the data of an answer. */
type Refused = { readonly error?: { readonly code: string; readonly got?: string; readonly call?: object } };
type Answer<Data> = Promise<Envelope<Data & Refused>>;

/** A company with seats on a line that only writes down what it is told. */
export type PhoneCompany = {
  readonly app: TestApp;
  /** What the line was told of codes. */
  readonly told: readonly SecretDial[];
  /** What of the line goes wrong, and when people may be called. */
  readonly state: { failsCodes: boolean; hours: Hours };
  newMobile(): string;
  newCustomer(owner?: string, mobile?: string): Promise<{ readonly id: string; readonly mobile: string }>;
  /** Calls a customer by a click, or a number by typing it. */
  click(id: string, account?: string, more?: object): Answer<DialAnswer>;
  type(number: string, account?: string): Answer<DialAnswer>;
  /** What the browser says of a call. */
  tell(callId: string, event: object, account?: string): Answer<CallStateAnswer>;
  end(callId: string, account?: string): Answer<CallStateAnswer>;
  incoming(providerCallId: string, caller: string, account?: string, more?: object): Answer<IncomingAnswer>;
  /** What the line says: of a call by its id, with whom it is unless told otherwise. */
  line(event: Readonly<Record<string, unknown>>, over?: object): Answer<CallStateAnswer>;
  otherOf(callId: unknown): Promise<{ readonly number?: unknown }>;
  callOf(id: string): Promise<StoredRecord | undefined>;
};

/** Starts it: `sales`, `sales2`, `sales3`, `manager` and `admin` have seats 8001 to 8005, and agent ids `hl8001` to `hl8005`. */
export async function startPhoneCompany(): Promise<PhoneCompany> {
  const told: SecretDial[] = [];
  const state: PhoneCompany['state'] = { failsCodes: false, hours: { from: 0, until: 24 } };
  const app = await startTestApp({ telephony: telephonyOf(told, state) });
  const seats = { sales: '8001', sales2: '8002', sales3: '8003', manager: '8004', admin: '8005' } as const;
  for (const [account, seatCode] of Object.entries(seats))
    await app.records.update('staff', app.ids[account] ?? '', {
      ...{ seatCode, sipPassword: `word-${seatCode}`, hlAgentId: `hl${seatCode}` },
    });
  let numbers = 0;
  const newMobile = () => {
    numbers += 1;
    return `137${String(numbers).padStart(8, '0')}`;
  };
  const callOf = (id: string) => app.records.findOne('call_record', { id });
  const otherOf = async (callId: unknown) => {
    const call = typeof callId === 'string' ? await callOf(callId) : undefined;
    return call === undefined ? {} : { number: call.direction === 'in' ? call.caller : call.callee };
  };
  const tell: PhoneCompany['tell'] = (callId, event, account = 'sales') =>
    app.call(account, '/v1/phone/call/event/create', { callId, event });
  return {
    app,
    told,
    state,
    newMobile,
    async newCustomer(owner = 'sales', mobile = newMobile()) {
      const { ids } = app;
      const body = { name: '被叫客户', mobile, intentionProjectIds: [ids.project], channelId: ids.channel, level: 'b' };
      const made = await app.call<{ id: string }>(owner, '/v1/customer/create', body);
      if (made.code !== '0') throw new TypeError(made.message);
      return { id: made.data.id, mobile };
    },
    click: (id, account = 'sales', more = {}) =>
      app.call(account, '/v1/phone/call/create', {
        ...{ provider: 'webphone', entity: 'customer', id, field: 'mobile', ...more },
      }),
    type: (number, account = 'sales') => app.call(account, '/v1/phone/call/create', { provider: 'webphone', number }),
    tell,
    end: (callId, account = 'sales') => tell(callId, { kind: 'ended', hangupBy: 'staff' }, account),
    incoming: (providerCallId, caller, account = 'sales', more = {}) =>
      app.call(account, '/v1/phone/call/incoming/create', { provider: 'webphone', providerCallId, caller, ...more }),
    async line(event, over = {}) {
      const text = JSON.stringify({ ...(await otherOf(event.callId)), ...event });
      const body = { ...signed(text, lineSecret), event: text, ...over };
      return app.call(undefined, '/v1/phone/line/event/create', body);
    },
    otherOf,
    callOf,
  };
}

function telephonyOf(told: SecretDial[], state: PhoneCompany['state']): Telephony {
  return {
    secret: lineSecret,
    agentUrls: { hl: 'ws://127.0.0.1:9/hl' },
    iceServers: [],
    get hours() {
      return state.hours;
    },
    line: {
      register: async (seat) => ({ hosts: [`ws://127.0.0.1:9/${seat}`], domain: 'pbx.test' }),
      async tellCode(dial) {
        if (state.failsCodes) throw refusePhone('E_PHONE_HOST_AWAY');
        told.push(dial);
      },
    },
  };
}
