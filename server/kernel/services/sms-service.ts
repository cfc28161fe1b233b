/** A message for one number. */
export type SmsMessage = {
  /** The same at every attempt: the provider sends once what carries the same key. */
  readonly key: string;
  readonly mobile: string;
  readonly text: string;
};

/** What comes back: what became of a message, or what somebody answered. */
export type SmsInbound = { readonly id: string } & (
  | { readonly kind: 'receipt'; readonly key: string; readonly delivered: boolean; readonly error?: string }
  | { readonly kind: 'reply'; readonly mobile: string; readonly text: string }
);

/** A way to send short messages. */
export type SmsProvider = {
  /**
   * Hands a message over. Throwing `SmsRefused` means that it will never be sent; anything else that nobody knows, and
   * it is handed over again with the same key.
   */
  readonly submit: (message: SmsMessage, signal: AbortSignal) => Promise<void>;
  /** What has come back and was not acknowledged, oldest first. */
  readonly poll: (most: number) => Promise<readonly SmsInbound[]>;
  /** Forgets what was dealt with; what is unknown already is forgotten. */
  readonly acknowledge: (ids: readonly string[]) => Promise<void>;
};

/** The provider will never send this message. */
export class SmsRefused extends Error {
  override readonly name = 'SmsRefused';
}

/** How short messages are sent from here. */
export type SmsService = {
  readonly provider: SmsProvider;
  /** Hours of the Shanghai day between which promotion is sent: from the first, before the second. */
  readonly hours: SendingHours;
  /** Messages handed over in a second, all nodes together. */
  readonly perSecond: number;
};

export type SendingHours = { readonly from: number; readonly to: number };

/** For products without a provider: nothing is sent, and batches say why. */
export const noProvider: SmsProvider = {
  submit: async () => {
    throw new Error('没有配置短信服务商');
  },
  poll: async () => [],
  acknowledge: async () => undefined,
};
