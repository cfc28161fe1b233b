import type { HangupBy, PhoneProvider } from '../../../contract/phone-words.ts';

import type { DeviceFault } from '../devices/device-check.ts';

/** Why a line cannot be used; each is the key of its message. */
export type LineFault =
  | 'phone.registerFailed'
  | 'sdk.failed'
  | 'phone.elsewhere'
  | 'agent.login.fail'
  | 'agent.register.fail';

/** How a call came to its end. */
export type CallEnd =
  | { readonly kind: 'hungUp'; readonly by: HangupBy }
  /** Not answered, with the code of the line where it gave one. */
  | { readonly kind: 'rejected'; readonly code: number | null }
  /** The host or the connection that carried it is gone. */
  | { readonly kind: 'lost' }
  /** It never left this browser. */
  | { readonly kind: 'fault'; readonly fault: DeviceFault };

/** Whether an agent takes calls: ready, busy with something else, or at rest. */
export const presences = ['ready', 'busy', 'rest'] as const;
export type Presence = (typeof presences)[number];

/** What a line tells of itself and of its one call. */
export type LineEvent =
  | { readonly kind: 'connecting' }
  /** A host did not answer; the next one is tried. */
  | { readonly kind: 'rotating' }
  | { readonly kind: 'ready' }
  | {
      readonly kind: 'down';
      readonly fault: LineFault;
      /** Whether the line tries again by itself. */
      readonly isRetried: boolean;
      /** Why, in words of the server or the line; absent where neither said. */
      readonly reason?: string;
    }
  | { readonly kind: 'dialling' }
  /** The line had forgotten its registration; it registers and dials once more. */
  | { readonly kind: 'reRegistering' }
  | { readonly kind: 'ringing' }
  /** Somebody calls; `key` is the line's own name of the call. */
  | {
      readonly kind: 'incoming';
      readonly provider: PhoneProvider;
      readonly key: string;
      readonly caller: string;
      readonly isAutoAnswered: boolean;
    }
  /** Somebody called whom the line did not let ring: one is in a call, or takes none just now. */
  | { readonly kind: 'missed'; readonly provider: PhoneProvider; readonly key: string; readonly caller: string }
  /** Whether calls are taken, as the line has it. */
  | { readonly kind: 'presence'; readonly presence: Presence }
  | { readonly kind: 'answered' }
  | { readonly kind: 'muted'; readonly isMuted: boolean }
  | { readonly kind: 'held'; readonly isHeld: boolean }
  | { readonly kind: 'ended'; readonly end: CallEnd }
  /** The call-in-progress flag of an integration that has one. */
  | { readonly kind: 'flag'; readonly isInCall: boolean }
  /** Something to say beside the call: the key of a message, and what the line adds in its own words. */
  | { readonly kind: 'said'; readonly text: string; readonly isGood: boolean; readonly detail?: string };

/** What can be done over a line beside calling. */
export type LineAbility = 'mute' | 'hold' | 'devices';

/** Microphone and loudspeaker by the ids of the browser; those of the system where absent. */
export type Devices = { readonly microphone?: string; readonly speaker?: string };

/** How loud it is here and there, from 0 to 1. */
export type Loudness = { readonly here: number; readonly there: number };

/** What is dialled: the name of the call at the server, and what the line takes for its number. */
export type Dialled = { readonly callId: string; readonly target: string };

/** One way to telephone: the browser's own phone, or an agent integration. It holds at most one call. */
export type Line = {
  readonly provider: PhoneProvider;
  readonly abilities: ReadonlySet<LineAbility>;
  readonly start: () => void;
  readonly dial: (dialled: Dialled) => void;
  readonly answer: () => void;
  /** Ends the call, takes it back while it rings, or declines the one that comes in. */
  readonly hangUp: () => void;
  readonly mute: (isMuted: boolean) => void;
  readonly hold: (isHeld: boolean) => void;
  readonly tones: (digits: string) => void;
  readonly use: (devices: Devices) => void;
  /** Takes calls from now on, or lets none ring; the line tells what came of it. */
  readonly setPresence: (presence: Presence) => void;
  readonly loudness: () => Promise<Loudness>;
  /** The window closes: what has to be sent is sent before this returns. A call on an agent's own set goes on. */
  readonly leave: () => void;
  /** Ends call and line; nothing is told afterwards. */
  readonly stop: () => void;
};

/** Makes a line that tells what happens. */
export type LineMaker = (tell: (event: LineEvent) => void) => Line;
