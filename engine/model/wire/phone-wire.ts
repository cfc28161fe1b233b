/** Lines a call can go over: the browser's own phone, and the integrations a person holds an agent id of. */
export const phoneProviders = ['webphone', 'hl', 'dlsw', 'xzj'] as const;
export type PhoneProvider = (typeof phoneProviders)[number];

/** Whether a value names a line. */
export function isPhoneProvider(value: unknown): value is PhoneProvider {
  return phoneProviders.some((known) => known === value);
}

/** Who may end a call. */
export const hangupParties = ['staff', 'customer', 'system'] as const;

/** What the caller may telephone over, as `/v1/phone/my/view` answers it; an empty list where he has no seat. */
export type PhoneLinesAnswer = {
  /** What telephone system there is; in the demo one may let somebody call. */
  readonly system: 'none' | 'demo' | 'real';
  readonly lines: readonly PhoneLine[];
  /** Results a call may have, by `follow_up_result`; empty where the caller may not add follow-ups. */
  readonly results: readonly { readonly key: string; readonly title: string }[];
};

/** One line of the caller: the browser's phone registers by itself, an agent logs in at the integration's server. */
export type PhoneLine =
  | { readonly provider: 'webphone'; readonly seatCode: string }
  | {
      readonly provider: 'hl' | 'dlsw' | 'xzj';
      readonly agentId: string;
      /** Address of the integration's WebSocket server. */
      readonly url: string;
      /** What the server takes for a password: good once, for a minute. */
      readonly ticket: string;
    };

/**
 * What the browser's phone registers with, as `/v1/phone/registration/create` answers it. The server asked the telephone
 * host with seat and password; the password never reaches the browser, and this answer is kept in memory only.
 */
export type PhoneRegistrationAnswer = {
  /** WebSocket addresses of the registrars, in the order they are tried. */
  readonly hosts: readonly string[];
  /** SIP domain of the seat. */
  readonly domain: string;
  readonly user: string;
  /** MD5 of `user:realm:password` in hexadecimal, as RFC 2617 has it. */
  readonly ha1: string;
  /** Addresses of STUN or TURN servers; empty where the hosts are reached without. */
  readonly iceServers: readonly { readonly urls: string; readonly username?: string; readonly credential?: string }[];
};

/** Asks for a call, as `/v1/phone/call/create` takes it: to the number in a field of a record, or to a typed one. */
export type DialInput = { readonly provider: PhoneProvider } & (DialledField | DialledNumber);

/** A number by where it stands: the server reads it, and whoever sees it masked calls it all the same. */
export type DialledField = {
  /** Record the number is shown with. */
  readonly entity: string;
  readonly id: string;
  /** Path of the number's field as the page shows it, e.g. `mobile` or `customer.mobile`. */
  readonly field: string;
};

/**
 * A number typed on the dial pad, 3 to 20 digits: checked as any other, and whose it is (customer or lead the caller may
 * see) is looked up; a stranger's, and the service numbers of the line (600), are called with an empty name.
 */
export type DialledNumber = { readonly number: string };

/** A call that may be made: its record exists before the line is told. */
export type DialAnswer = {
  readonly callId: string;
  readonly callNo: string;
  /** What is dialled: the number where the caller sees it in plain, else a code the line knows for a minute. */
  readonly target: string;
  /** The number as the caller sees it, masked where masks say so. */
  readonly number: string;
  /** Name of whoever is called, as the caller sees it. */
  readonly name: string;
  readonly customerId: string | null;
};

/** A call that goes on, as the refusal of another tells of it (`data.error.call` of `E_PHONE_IN_CALL`). */
export type OpenCall = {
  readonly callId: string;
  readonly callNo: string;
  /** The other party's number, masked as for this person; '' where he sees none. */
  readonly number: string;
  /** Name of the customer, '' where there is none. */
  readonly name: string;
  readonly direction: 'in' | 'out';
  readonly startedAt: string;
};

/** Ends what goes on of the caller's calls, as `/v1/phone/call/end/mine` takes it: all of it, or one call. */
export type EndMineInput = { readonly callId?: string };

/** Which calls were ended; none where none went on. */
export type EndMineAnswer = {
  readonly ended: number;
  readonly calls: readonly { readonly callId: string; readonly status: string }[];
};

/** What open pages of a person hear on the topic `phone`: his seats are other ones, or the line told of a call of his. */
export type PhoneNews =
  | { readonly kind: 'seats' }
  | { readonly kind: 'call'; readonly callId: string; readonly status: string };

/** Tells that somebody calls, as `/v1/phone/call/incoming/create` takes it. */
export type IncomingInput = {
  readonly provider: PhoneProvider;
  /** The line's own name of the call, so that several tabs and the line tell of one call. */
  readonly providerCallId: string;
  /** Who calls as the line gives it: a token that the server alone opens, or one of the line's own numbers. */
  readonly caller: string;
  /** Whether it did not ring here, as the person talks already or wants no calls: it is a missed call from the start. */
  readonly busy?: boolean;
};

/** Who calls: every customer and lead the number belongs to that the caller of the operation may see. */
export type IncomingAnswer = {
  readonly callId: string;
  readonly callNo: string;
  /** Whether it rings, or was missed as the person was busy. */
  readonly status: 'ringing' | 'busy';
  /** The number, masked as for this person. */
  readonly number: string;
  readonly matches: readonly {
    readonly entity: 'customer' | 'lead';
    readonly id: string;
    readonly name: string;
    /** Where he stands, e.g. 意向客户. */
    readonly stage: string;
    /** Page that shows him, and the caller may open; absent where there is none. */
    readonly page?: string;
  }[];
};

/** What happens to a call, as `/v1/phone/call/event/create` takes it; the server puts the time to it. */
export type CallEventInput = {
  readonly callId: string;
  readonly event: CallEvent;
};

export type CallEvent =
  | { readonly kind: 'ringing' }
  | { readonly kind: 'answered' }
  | { readonly kind: 'ended'; readonly hangupBy: 'staff' | 'customer' | 'system' }
  /** Not answered: with the line's code, where it gave one (480, 486, 408, 500, 487, 484 or another). */
  | { readonly kind: 'rejected'; readonly code: number | null };

/** A call as it stands, as `/v1/phone/call/event/create` answers it. */
export type CallStateAnswer = {
  readonly callId: string;
  /** A value of the dictionary `call_record_status`. */
  readonly status: string;
  readonly talkSeconds: number;
};
