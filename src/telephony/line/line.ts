import type { HangupBy, PhoneProvider } from '../../../engine/model/index.ts';
import type { DeviceFault } from '../device-check.ts';

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
  /** It never left this browser. */
  | { readonly kind: 'fault'; readonly fault: DeviceFault };

/** What a line tells of itself and of its one call. */
export type LineEvent =
  | { readonly kind: 'connecting' }
  /** A host did not answer; the next one is tried. */
  | { readonly kind: 'rotating' }
  | { readonly kind: 'ready' }
  | { readonly kind: 'down'; readonly fault: LineFault }
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
  | { readonly kind: 'answered' }
  | { readonly kind: 'muted'; readonly isMuted: boolean }
  | { readonly kind: 'held'; readonly isHeld: boolean }
  | { readonly kind: 'ended'; readonly end: CallEnd }
  /** The call-in-progress flag of an integration that has one. */
  | { readonly kind: 'flag'; readonly isInCall: boolean }
  /** Something to say beside the call: the key of a message. */
  | { readonly kind: 'said'; readonly text: string; readonly isGood: boolean };

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
  readonly loudness: () => Promise<Loudness>;
  /** Ends call and line; nothing is told afterwards. */
  readonly stop: () => void;
};

/** Makes a line that tells what happens. */
export type LineMaker = (tell: (event: LineEvent) => void) => Line;
