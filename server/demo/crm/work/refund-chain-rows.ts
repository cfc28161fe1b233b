import { day, hour, minute } from '../values/calendar.ts';
import { Random } from '../values/random.ts';
import type { ChainedRefund } from '../world/refund-rows.ts';
import type { World } from '../world/world.ts';
import { addOrder, failedRescue, type Order } from './work-order-rows.ts';

/** How long before its refund was asked for a rescue was raised, came to nothing, and was closed. */
const steps = { raised: 36 * hour, failed: 6 * hour, closed: 4 * hour };
/** Whoever raised an order closes it a day after its result. */
const closedAfter = day;

/** Writes what came before some refunds: a rescue that failed, and the refund order they name, which ends with them. */
export function addRefundChains(chains: readonly ChainedRefund[], world: World): void {
  // A sequence of its own leaves everything else as it is.
  const own = { ...world, random: new Random(chains.length ^ 0x51f7) };
  for (const chain of chains) addChain(chain, own);
}

function addChain({ workOrderId, about, seller, amount, askedAt, paidOutAt }: ChainedRefund, world: World): void {
  const { organisation, now } = world;
  const common = {
    ...{ customer: { id: about.customerId, name: about.name, ownerId: seller.id }, handler: seller },
    ...{ creator: organisation.leaderOf(seller.departmentId) ?? seller, order: { id: about.orderId, paid: amount } },
  };
  const failedAt = askedAt - steps.failed;
  const parentId = addOrder(
    {
      ...{ ...common, kind: 'rescue', standing: { status: 'closed', minutes: [1, 1] } },
      createdAt: askedAt - steps.raised,
      known: { ...failedRescue, resolvedAt: failedAt, closedAt: askedAt - steps.closed },
    },
    world,
  );
  const order: Order = {
    ...{ ...common, kind: 'refund', id: workOrderId, parentId, createdAt: failedAt },
    standing: { status: 'processing', minutes: [1, 1] },
  };
  addOrder(paidOutAt === undefined ? order : { ...order, ...ended(paidOutAt, now) }, world);
}

/** A refund order ends by itself once the money is out, and is closed by who raised it. */
function ended(paidOutAt: number, now: number): Pick<Order, 'standing' | 'known'> {
  const closedAt = paidOutAt + closedAfter;
  const isClosed = closedAt < now - minute;
  return {
    standing: { status: isClosed ? 'closed' : 'pending_confirm', minutes: [1, 1] },
    known: { solution: '退费单已退款。', resolvedAt: paidOutAt, ...(isClosed ? { closedAt } : {}) },
  };
}
