import type { Colleague } from '../company/colleagues.ts';
import { hour } from '../values/calendar.ts';
import { demoId } from '../values/demo-ids.ts';
import { Random } from '../values/random.ts';
import type { World } from '../world/world.ts';

/** Money that came in, or went back. */
export type Payment = { readonly at: number; readonly amount: number };

/** A payment that is on record. */
export type BookedPayment = Payment & {
  readonly paymentId?: string | undefined;
  readonly refundId?: string | undefined;
};

/** Whose performance an order is, and how much of it; the shares of one role make a whole. */
export type Share = { readonly role: 'seller' | 'promoter'; readonly staff: Colleague; readonly rate: number };

export type LedgerFacts = {
  readonly orderId: string;
  readonly projectId: string;
  readonly channelId: string;
  /** The class the order is about: every entry is all its. */
  readonly classTypeId: string;
  readonly shares: readonly Share[];
  readonly payments: readonly BookedPayment[];
  readonly refund: (Payment & { readonly refundId: string | undefined }) | undefined;
  /** A payment that was booked and taken back. */
  readonly reversed: (Payment & { readonly id: string }) | undefined;
};

/** Decides who shares an order: its seller, now and then with the leader of his group, and who brought the lead. */
export function sharesOf(
  seller: Colleague,
  promoter: Colleague | undefined,
  { random, organisation }: World,
): readonly Share[] {
  const leader = random.chance(0.05) ? organisation.leaderOf(seller.departmentId) : undefined;
  const isShared = leader !== undefined && leader.id !== seller.id;
  return [
    { role: 'seller', staff: seller, rate: isShared ? 0.7 : 1 },
    ...(isShared ? [{ role: 'seller', staff: leader, rate: 0.3 } as const] : []),
    ...(promoter === undefined ? [] : [{ role: 'promoter', staff: promoter, rate: 1 } as const]),
  ];
}

/** Writes the entries of an order: every payment and the refund, in the same shares. */
export function addEntries(facts: LedgerFacts, world: World): void {
  const isFrozen = world.random.chance(0.015);
  for (const payment of facts.payments) addShares(facts, 'payment', payment, isFrozen, world);
  if (facts.refund !== undefined)
    addShares(facts, 'refund', { ...facts.refund, amount: -facts.refund.amount }, isFrozen, world);
  const { reversed } = facts;
  if (reversed === undefined) return;
  // Its own sequence: what came to nothing changes nobody's story.
  const apart = { ...world, random: Random.of(reversed.id) };
  const booked = { ...reversed, paymentId: reversed.id };
  addShares(facts, 'payment', booked, isFrozen, apart);
  const at = Math.min(reversed.at + hour, world.now);
  addShares(facts, 'reverse', { ...booked, at, amount: -reversed.amount }, isFrozen, apart);
}

function addShares(
  facts: LedgerFacts,
  kind: string,
  { at, amount, paymentId, refundId }: BookedPayment,
  frozen: boolean,
  world: World,
): void {
  const { random, add, numbers } = world;
  for (const share of facts.shares) {
    // What rounding leaves goes to the first share of the role.
    const others = facts.shares.filter((other) => other.role === share.role && other !== share);
    const isFirst = facts.shares.find((other) => other.role === share.role) === share;
    const own = isFirst
      ? amount - others.reduce((sum, other) => sum + Math.round(amount * other.rate), 0)
      : Math.round(amount * share.rate);
    const id = demoId(at, random);
    // Its own sequence: what it consists of changes nobody's story.
    const itemId = demoId(at, Random.of(id));
    add('ledger_item', {
      ...{ id: itemId, createdAt: at, createdBy: null, entryId: id, classTypeId: facts.classTypeId, amount: own },
    });
    add('performance_ledger', {
      id,
      createdAt: at,
      createdBy: null,
      entryNo: numbers.ledger.next(at),
      kind,
      paymentId: paymentId ?? null,
      refundId: refundId ?? null,
      orderId: facts.orderId,
      roleKind: share.role,
      staffId: share.staff.id,
      departmentId: share.staff.departmentId,
      projectId: facts.projectId,
      channelId: facts.channelId,
      amount: own,
      shareRate: share.rate,
      occurredAt: at,
      frozen,
    });
  }
}
