import type { OpenCall as OpenCallFacts } from '../../../contract/phone.ts';
import type { PhoneProvider } from '../../../contract/phone-words.ts';
import { ApiRefusal } from '../../../engine/client/index.ts';

import type { Devices, LineAbility, Presence } from '../line/line.ts';
import type { DialledFrom, PhoneState } from './phone-state.ts';

/** Something to tell the person, once: the key of a message or words of the server, and what the line adds to it. */
export type Said = {
  readonly id: number;
  /** When it was said, in milliseconds. */
  readonly at: number;
  readonly tone: 'success' | 'warning' | 'error';
  readonly text: string;
  readonly detail?: string;
};

/** What is to be dialled: a number that was typed, or one by where it stands. */
export type Wanted = { readonly number: string } | DialledFrom;

/** A call of the person that is still open at the server, for which another was refused. */
export type OpenCall = {
  readonly callId: string | undefined;
  /** Words of the server. */
  readonly text: string;
  readonly number: string;
  readonly name: string;
  /** What was refused, to be dialled once the open call is ended. */
  readonly wanted: Wanted;
};

/** Somebody who called while one was in a call, or took none. */
export type MissedCall = { readonly key: string; readonly at: number; readonly number: string; readonly name: string };

/** What the tabs know of the telephone. */
export type PhoneView = PhoneState & {
  readonly provider: PhoneProvider;
  readonly abilities: readonly LineAbility[];
  readonly devices: Devices;
  readonly presence: Presence;
  readonly said: Said | undefined;
  /** Why the number typed last was not dialled. */
  readonly numberFault: { readonly number: string; readonly text: string } | undefined;
  readonly open: OpenCall | undefined;
  /** The newest first. */
  readonly missed: readonly MissedCall[];
};

/** What a person wants of the telephone. */
export type PhoneCommand =
  | { readonly kind: 'dial'; readonly from: DialledFrom }
  | { readonly kind: 'type'; readonly number: string }
  | { readonly kind: 'answer' | 'hangUp' | 'dismiss' | 'dismissMissed' | 'endOpen' | 'restart' | 'renew' }
  | { readonly kind: 'mute'; readonly isMuted: boolean }
  | { readonly kind: 'hold'; readonly isHeld: boolean }
  | { readonly kind: 'tones'; readonly digits: string }
  | { readonly kind: 'use'; readonly devices: Devices }
  | { readonly kind: 'presence'; readonly presence: Presence }
  | { readonly kind: 'choose'; readonly provider: PhoneProvider };

/** The open call that a refusal to dial names; undefined for every other refusal. */
export function openCallOf(error: unknown, wanted: Wanted): OpenCall | undefined {
  if (!(error instanceof ApiRefusal) || error.detail.code !== 'E_PHONE_IN_CALL') return undefined;
  // The server's promise, see `OpenCall` of the contract.
  const call = error.detail.call as OpenCallFacts | undefined;
  return { callId: error.detail.got, text: error.message, number: call?.number ?? '', name: call?.name ?? '', wanted };
}
