import { useSyncExternalStore } from 'react';
import type { DialRequest, WorkbenchPhone, WorkbenchPhoneView } from '../../engine/react/index.ts';

type Dial = (asked: DialRequest) => void;

/** The telephone as those see it who are about to end the session. */
export type CallInProgress = {
  readonly isInCall: () => boolean;
  /** Hangs up; answers once that is told, or soon after. */
  readonly hangUpFirst: () => Promise<void>;
};

let dial: Dial | undefined;
let telephone: CallInProgress | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell(): void {
  for (const listener of [...listeners]) listener();
}

/** Says how numbers on the pages are dialled; undefined where the user has no telephone. */
export function offerDialling(next: Dial | undefined): void {
  dial = next;
  tell();
}

/** How a number on a page is dialled; undefined while, or where, the user has no telephone. */
export function useDial(): Dial | undefined {
  return useSyncExternalStore(subscribe, () => dial);
}

/** Says how the call that goes on is asked for and ended; undefined where the user has no telephone. */
export function offerHangUp(next: CallInProgress | undefined): void {
  telephone = next;
}

/** Whether a call goes on in this browser. */
export function isInCallNow(): boolean {
  return telephone?.isInCall() === true;
}

/** Ends the call that goes on, if any, before the session ends. */
export async function hangUpFirst(): Promise<void> {
  await telephone?.hangUpFirst();
}

let workbenchView: WorkbenchPhoneView = { kind: 'coming' };
let place: HTMLElement | undefined;

/** The telephone for a page that has it in itself. */
export const workbenchPhone: WorkbenchPhone = {
  subscribe,
  view: () => workbenchView,
  moveTo: (next) => {
    place = next;
    tell();
  },
};

/** Says how the telephone stands for such a page. */
export function showWorkbenchPhone(next: WorkbenchPhoneView): void {
  workbenchView = next;
  tell();
}

/** The element of a page in which the telephone is to lie; undefined where it lies beside the page. */
export function usePhoneElement(): HTMLElement | undefined {
  return useSyncExternalStore(subscribe, () => place);
}
