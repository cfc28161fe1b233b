import type { IncomingAnswer } from '../../../contract/phone.ts';
import type { PhoneProvider } from '../../../contract/phone-words.ts';

import type { DeviceFault } from '../devices/device-check.ts';
import type { CallEnd, LineEvent, LineFault } from '../line/line.ts';

/** Where a number was dialled from; a typed one has none. */
export type DialledFrom = {
  readonly entity: string;
  readonly id: string;
  readonly field: string;
  readonly page: string;
  /** Records that follow in the list it was found in. */
  readonly rest: readonly string[];
};

/** A call as the person sees it. */
export type Call = {
  readonly provider: PhoneProvider;
  readonly direction: 'out' | 'in';
  /** Name of the call at the server; of a call that comes in known a moment later. */
  readonly callId?: string;
  /** The line's own name of a call that comes in. */
  readonly key?: string;
  /** As the person may see it. */
  readonly number: string;
  readonly name: string;
  readonly customerId: string | null;
  readonly from?: DialledFrom;
  /** Who it may be that calls. */
  readonly matches?: IncomingAnswer['matches'];
};

export type LineStatus =
  | { readonly kind: 'off' }
  | { readonly kind: 'connecting'; readonly isRotating: boolean }
  | { readonly kind: 'ready' }
  | { readonly kind: 'down'; readonly fault: LineFault; readonly isRetried: boolean; readonly reason?: string };

export type CallStatus =
  | { readonly kind: 'none' }
  /** Asked of server and line; nothing is heard yet. */
  | { readonly kind: 'calling'; readonly call: Call; readonly isAgain: boolean }
  | { readonly kind: 'ringing'; readonly call: Call }
  | {
      readonly kind: 'incoming';
      readonly call: Call;
      readonly isAnswering: boolean;
      /** Why it could not be answered; it rings on and may be answered again. */
      readonly fault?: DeviceFault;
    }
  | {
      readonly kind: 'talking';
      readonly call: Call;
      /** When it was answered, in milliseconds. */
      readonly since: number;
      readonly isMuted: boolean;
      readonly isHeld: boolean;
    }
  | { readonly kind: 'ended'; readonly call: Call; readonly end: CallEnd; readonly talkSeconds: number };

/** The telephone: how its line is, and its one call. */
export type PhoneState = {
  readonly line: LineStatus;
  readonly call: CallStatus;
  /** What the integration says of a call in progress; false where it says nothing. */
  readonly isFlagged: boolean;
};

/** What the person, or the server for him, adds to what the line tells. */
export type PhoneStep =
  | LineEvent
  | { readonly kind: 'called'; readonly call: Call }
  | { readonly kind: 'known'; readonly key: string; readonly call: Partial<Call> }
  | { readonly kind: 'answering' }
  | { readonly kind: 'unanswered'; readonly fault: DeviceFault }
  | { readonly kind: 'dismissed' }
  | { readonly kind: 'off' };

export const noPhone: PhoneState = { line: { kind: 'off' }, call: { kind: 'none' }, isFlagged: false };
const none: CallStatus = { kind: 'none' };

/** Whether there is a call that has not ended. */
export function isInCall({ call }: PhoneState): boolean {
  return call.kind !== 'none' && call.kind !== 'ended';
}

/** Whether a further call is out of the question: one is going on, or the integration says so. */
export function isBusy(state: PhoneState): boolean {
  return isInCall(state) || state.isFlagged;
}

/** Whether the call that is being answered is the one that was. */
export function isSameIncoming(now: CallStatus, { call }: { readonly call: Call }): boolean {
  return now.kind === 'incoming' && now.isAnswering && now.call.key === call.key;
}

/** The telephone after a step. What comes late, or for no call, changes nothing. */
export function phoneAfter(state: PhoneState, step: PhoneStep, now: number): PhoneState {
  switch (step.kind) {
    case 'off':
      return noPhone;
    case 'connecting':
      return { ...state, line: { kind: 'connecting', isRotating: false } };
    case 'rotating':
      return { ...state, line: { kind: 'connecting', isRotating: true } };
    case 'ready':
      return { ...state, line: { kind: 'ready' } };
    case 'down':
      return { ...state, line: downWith(step), isFlagged: false };
    case 'flag':
      return { ...state, isFlagged: step.isInCall };
    case 'said':
    case 'missed':
    case 'presence':
      return state;
    default: {
      const call = callAfter(state.call, step, now);
      return call === state.call ? state : { ...state, call };
    }
  }
}

function downWith({ fault, isRetried, reason }: Extract<LineEvent, { readonly kind: 'down' }>): LineStatus {
  return { kind: 'down', fault, isRetried, ...(reason !== undefined && { reason }) };
}

type CallStep = Exclude<
  PhoneStep,
  { readonly kind: 'off' | 'connecting' | 'rotating' | 'ready' | 'down' | 'flag' | 'said' | 'missed' | 'presence' }
>;

const free = ['none', 'ended'] as const;
const notYetAnswered = ['calling', 'ringing', 'incoming'] as const;

/** What comes next where the call stands so; otherwise nothing changes. */
function from<Kind extends CallStatus['kind']>(
  kinds: readonly Kind[],
  status: CallStatus,
  next: (status: Extract<CallStatus, { readonly kind: Kind }>) => CallStatus,
): CallStatus {
  const isSo = (given: CallStatus): given is Extract<CallStatus, { readonly kind: Kind }> =>
    kinds.some((kind) => kind === given.kind);
  return isSo(status) ? next(status) : status;
}

function callAfter(status: CallStatus, step: CallStep, now: number): CallStatus {
  switch (step.kind) {
    case 'called':
      return from(free, status, () => ({ kind: 'calling', call: step.call, isAgain: false }));
    case 'incoming':
      return from(free, status, () => comingIn(step));
    case 'known':
      return known(status, step);
    case 'dialling':
      return status;
    case 'reRegistering':
      return from(['calling', 'ringing'], status, ({ call }) => ({ kind: 'calling', call, isAgain: true }));
    case 'ringing':
      return from(['calling'], status, ({ call }) => ({ kind: 'ringing', call }));
    case 'answering':
      return from(['incoming'], status, ({ call }) => ({ kind: 'incoming', call, isAnswering: true }));
    case 'unanswered':
      return from(['incoming'], status, (before) => ({ ...before, isAnswering: false, fault: step.fault }));
    case 'answered':
      return from(notYetAnswered, status, ({ call }) => talking(call, now));
    case 'muted':
      return from(['talking'], status, (before) => ({ ...before, isMuted: step.isMuted }));
    case 'held':
      return from(['talking'], status, (before) => ({ ...before, isHeld: step.isHeld }));
    case 'ended':
      return ended(status, step.end, now);
    case 'dismissed':
      return from(['ended'], status, () => none);
  }
}

function talking(call: Call, now: number): CallStatus {
  return { kind: 'talking', call, since: now, isMuted: false, isHeld: false };
}

/** Somebody is told of who calls, by the line's name of the call. */
function known(status: CallStatus, step: Extract<CallStep, { readonly kind: 'known' }>): CallStatus {
  if (status.kind === 'none' || status.call.key !== step.key) return status;
  return { ...status, call: { ...status.call, ...step.call } };
}

function comingIn({ provider, key, isAutoAnswered }: Extract<LineEvent, { readonly kind: 'incoming' }>): CallStatus {
  // Who calls is told by the server; until then there is nothing to show, for the number may be one to mask.
  const call: Call = { provider, direction: 'in', key, number: '', name: '', customerId: null };
  return { kind: 'incoming', call, isAnswering: isAutoAnswered };
}

function ended(status: CallStatus, end: CallEnd, now: number): CallStatus {
  if (status.kind === 'none' || status.kind === 'ended') return status;
  const talkSeconds = status.kind === 'talking' ? Math.max(1, Math.round((now - status.since) / 1000)) : 0;
  return { kind: 'ended', call: status.call, end, talkSeconds };
}
