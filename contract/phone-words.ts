/** Lines a call can go over: the browser's own phone, and the integrations a person holds an agent id of. */
export const phoneProviders = ['webphone', 'hl', 'dlsw', 'xzj'] as const;
export type PhoneProvider = (typeof phoneProviders)[number];

/** Whether a value names a line. */
export function isPhoneProvider(value: unknown): value is PhoneProvider {
  return phoneProviders.some((known) => known === value);
}

/** Who may end a call. */
export const hangupParties = ['staff', 'customer', 'system'] as const;
export type HangupBy = (typeof hangupParties)[number];
