import type { AgentProvider, PhoneProvider } from '../../../contract/phone-words.ts';

import type { Hours } from './hours.ts';

/** Where a seat registers: what the telephone host answers. */
export type Registrar = { readonly hosts: readonly string[]; readonly domain: string };

/** A number that is dialled as a code: whoever dials must not see it. */
export type SecretDial = {
  readonly code: string;
  readonly number: string;
  readonly seatCode: string;
  /** The call the code is for, which the line names when it reports. */
  readonly callId: string;
};

/** The telephone host as the server speaks to it. */
export interface LinePort {
  /** Asks where a seat registers; refused in the words of the catalogue. */
  register(seatCode: string, sipPassword: string): Promise<Registrar>;
  /** Tells what a code stands for: once, within a minute, for one seat. */
  tellCode(dial: SecretDial): Promise<void>;
}

/** What the browser reaches a registrar through where it is not reached directly. */
export type IceServer = { readonly urls: string; readonly username?: string; readonly credential?: string };

/** Telephony as a node has it; absent where no host is configured. */
export type Telephony = {
  readonly line: LinePort;
  /** What signs between us and the line. */
  readonly secret: string;
  readonly agentUrls: Readonly<Partial<Record<AgentProvider, string>>>;
  readonly iceServers: readonly IceServer[];
  /** Realm of the digest of seats; the registrar's domain where it names no other. */
  readonly realm?: string;
  /** When people may be called to be sold something. */
  readonly hours: Hours;
  /** The demo telephone system, where this node runs it. */
  readonly demo?: DemoPhone;
};

/** What may be asked of the demo telephone system. */
export type DemoPhone = {
  /** Lets somebody call a seat; answers whether somebody is there to be called. */
  call(provider: PhoneProvider, seat: string, caller: string): boolean;
};
