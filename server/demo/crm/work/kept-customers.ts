import type { LoadedRow } from '../../../db/load/table-writer.ts';
import { demoAccounts } from '../company/colleagues.ts';
import type { Organisation } from '../company/organisation.ts';

/** A customer a work order may be about, with whom he belongs to. */
export type KeptCustomer = { readonly id: string; readonly name: string; readonly ownerId: string };

/** An order he has paid for; the amount in cents. */
export type PaidOrder = { readonly id: string; readonly paid: number };

/** Of so many owned customers of other colleagues one is kept. */
const oneOf = 40;

/** Remembers some of the customers that go by: those of the demo accounts, and a few of everybody else's. */
export class KeptCustomers {
  readonly customers: KeptCustomer[] = [];
  /** A paid order of those who have one, by the customer's id. */
  readonly orders = new Map<string, PaidOrder>();
  readonly #kept = new Set<string>();
  #latest: (PaidOrder & { readonly customerId: string }) | undefined;
  readonly #accounts: ReadonlySet<string>;
  #others = 0;

  constructor(organisation: Organisation) {
    this.#accounts = new Set(demoAccounts.map((account) => organisation.byAccount(account).id));
  }

  look({ id, name, ownerId }: LoadedRow): void {
    if (typeof ownerId !== 'string') return;
    if (!this.#accounts.has(ownerId)) {
      this.#others += 1;
      if (this.#others % oneOf !== 0) return;
    }
    this.customers.push({ id, name: String(name), ownerId });
    // What he paid for may have gone by before he did.
    if (this.#latest?.customerId === id) this.orders.set(id, this.#latest);
    this.#kept.add(id);
  }

  /** Sees an order go by. */
  lookAtOrder({ id, customerId, paidTotal, refundedTotal }: LoadedRow): void {
    const paid = Number(paidTotal ?? 0) - Number(refundedTotal ?? 0);
    if (typeof customerId !== 'string' || paid <= 0) return;
    this.#latest = { id, customerId, paid };
    if (this.#kept.has(customerId)) this.orders.set(customerId, this.#latest);
  }
}
