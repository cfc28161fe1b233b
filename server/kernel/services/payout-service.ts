/** Money that goes back to somebody who paid. */
export type Payout = {
  /** The same at every attempt: the provider pays once what carries the same key. */
  readonly key: string;
  /** How the money came, and the number it came under; null where it came under none. */
  readonly method: string;
  readonly originalTradeNo: string | null;
  /** In cents. */
  readonly amount: number;
  /** Where it goes that cannot go back the way it came. */
  readonly payeeName: string;
  readonly payeeAccount: string;
  readonly payeeBank: string | null;
};

/** A way to pay money out. */
export type PayoutProvider = {
  /**
   * Pays; answers the number it was paid under. Throwing `PayoutRefused` means that it was not paid and will not be as
   * it stands; anything else that nobody knows, and it is asked again with the same key.
   */
  readonly pay: (payout: Payout, signal: AbortSignal) => Promise<{ readonly tradeNo: string }>;
};

/** The provider did not pay, and will not unless something is changed. */
export class PayoutRefused extends Error {
  override readonly name = 'PayoutRefused';
}

/** For products without a provider: nothing is paid out, and refunds say why. */
export const noPayouts: PayoutProvider = {
  pay: async () => {
    throw new PayoutRefused('没有配置打款渠道');
  },
};
