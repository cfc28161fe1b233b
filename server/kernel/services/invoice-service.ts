/** What is to be issued; amounts in cents, negative where it takes another back. */
export type InvoiceOrder = {
  /** The same at every attempt: the provider issues once what carries the same key. */
  readonly key: string;
  readonly kind: string;
  readonly title: string;
  readonly taxNo: string | null;
  readonly content: string;
  readonly amount: number;
  /** The number of the invoice it takes back. */
  readonly redOf: string | null;
};

/** An invoice that was issued: its number, and the document. */
export type IssuedInvoice = { readonly invoiceNo: string; readonly document: Buffer };

/** A way to issue invoices. */
export type InvoiceProvider = {
  /**
   * Issues; answers what was issued. Throwing `InvoiceRefused` means that it was not and will not be as it stands;
   * anything else that nobody knows, and it is asked again with the same key.
   */
  readonly issue: (order: InvoiceOrder, signal: AbortSignal) => Promise<IssuedInvoice>;
};

/** The provider did not issue, and will not unless something is changed. */
export class InvoiceRefused extends Error {
  override readonly name = 'InvoiceRefused';
}

/** For products without a provider: nothing is issued, and invoices say why. */
export const noInvoices: InvoiceProvider = {
  issue: async () => {
    throw new InvoiceRefused('没有配置开票渠道');
  },
};
