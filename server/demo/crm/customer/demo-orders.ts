import { demoAccounts } from '../company/colleagues.ts';
import type { Organisation } from '../company/organisation.ts';
import type { Random } from '../values/random.ts';
import type { CustomerOrder } from './customer-draft.ts';
import type { Wish } from './ownership-plan.ts';

/** What each sales account of the demo finds among its customers, beside those left to chance. */
const wishes: readonly (readonly [Wish, number])[] = [
  ['claimedToday', 2],
  ['fresh', 6],
  ['dueToday', 8],
  ['overdue', 5],
  ['followedToday', 6],
  ['deal', 8],
];

/** Customers of each of the accounts. */
export const customersPerAccount = 60;

/** Which of so many customers belong to the sales accounts of the demo. */
export function demoOrders(
  customers: number,
  organisation: Organisation,
  random: Random,
): ReadonlyMap<number, Omit<CustomerOrder, 'createdAt'>> {
  const orders = new Map<number, Omit<CustomerOrder, 'createdAt'>>();
  const wished = wishes.flatMap(([wish, count]) => Array.from({ length: count }, () => wish));
  for (const account of demoAccounts) {
    const owner = organisation.byAccount(account);
    for (let place = 0; place < customersPerAccount; place++) {
      const wish = wished[place];
      orders.set(freePlace(customers, orders, random), wish === undefined ? { owner } : { owner, wish });
    }
  }
  return orders;
}

function freePlace(customers: number, taken: ReadonlyMap<number, unknown>, random: Random): number {
  for (;;) {
    const place = random.int(Math.floor(customers * 0.3), Math.floor(customers * 0.97));
    if (!taken.has(place)) return place;
  }
}
