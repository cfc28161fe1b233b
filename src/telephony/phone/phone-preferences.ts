import type { PhoneLine } from '../../../contract/phone.ts';
import type { PhoneProvider } from '../../../contract/phone-words.ts';

import { type Devices, type Presence, presences } from '../line/line.ts';

/** What a person chose for his telephone in this browser. */
export type PhonePreferences = {
  readonly provider: PhoneProvider;
  readonly devices: Devices;
  readonly presence: Presence;
};

const name = 'phone';

/** What was chosen last in this browser, as far as the line is still there; never throws. */
export function readPhonePreferences(userId: string, lines: readonly PhoneLine[]): PhonePreferences {
  const first: PhonePreferences = { provider: lines[0]?.provider ?? 'webphone', devices: {}, presence: 'ready' };
  try {
    const chosen: unknown = JSON.parse(localStorage.getItem(`${name}.${userId}`) ?? '{}');
    const { provider, devices, presence } = { ...first, ...(chosen as object) };
    return {
      provider: lines.some((line) => line.provider === provider) ? provider : first.provider,
      devices,
      presence: presences.find((known) => known === presence) ?? 'ready',
    };
  } catch {
    return first;
  }
}

/** Keeps what was chosen; where the browser keeps nothing it is chosen again next time. */
export function savePhonePreferences(userId: string, { provider, devices, presence }: PhonePreferences): void {
  try {
    localStorage.setItem(`${name}.${userId}`, JSON.stringify({ provider, devices, presence }));
  } catch {
    // Chosen again next time.
  }
}

/** The call that goes on in this browser, for whoever holds the telephone next: nobody would end it where the browser dies. */
export class NotedCall {
  readonly #name: string;
  #noted: string | undefined;

  constructor(userId: string) {
    this.#name = `${name}.call.${userId}`;
  }

  /** Notes the id of a call, or that there is none. */
  note(callId: string | undefined): void {
    if (this.#noted === callId) return;
    this.#noted = callId;
    try {
      if (callId === undefined) localStorage.removeItem(this.#name);
      else localStorage.setItem(this.#name, callId);
    } catch {
      // The line or the schedule ends it.
    }
  }

  /** The call that somebody before noted, once. */
  take(): string | undefined {
    const callId = localStorage.getItem(this.#name);
    if (callId !== null) localStorage.removeItem(this.#name);
    return callId ?? undefined;
  }
}
