import { modelOf } from '../../kernel/operation/context.ts';
import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import { numbersFor } from '../../records/change/write-row.ts';
import { partsOf, priceOf } from './order-parts.ts';
import { splitBy } from './split.ts';

/** Whose performance money is, and how much of it in percent. */
type Share = {
  readonly roleKind: 'seller' | 'promoter';
  readonly staffId: unknown;
  readonly departmentId: unknown;
  readonly percent: number;
};

/** Books a confirmed payment: for each role its shares, for each share what each kind of class brought. */
export async function book(order: StoredRecord, { paymentId, amount, paidAt }: Values, context: RuleContext) {
  const cents = Number(amount);
  const kind = cents < 0 ? 'transfer' : 'payment';
  const shares = await sharesOf(order, context);
  for (const roleKind of ['seller', 'promoter'] as const) {
    const own = shares.filter((share) => share.roleKind === roleKind);
    const parts = splitBy(
      cents,
      own.map(({ percent }) => percent),
    );
    for (const [at, share] of own.entries()) {
      const entry = { kind, paymentId, amount: parts[at] ?? 0, occurredAt: paidAt, shareRate: share.percent / 100 };
      await addEntry(order, { ...entry, ...entryOf(share) }, context);
    }
  }
}

/** Books a payment that was reversed: the same entries with the sign turned round, dated now. */
export async function takeBack(order: StoredRecord, { paymentId }: Values, context: RuleContext): Promise<void> {
  const entries = await context.records.find('performance_ledger', { paymentId });
  for (const { roleKind, staffId, departmentId, amount, shareRate } of entries.filter(({ kind }) => kind !== 'reverse'))
    await addEntry(
      order,
      {
        ...{ kind: 'reverse', paymentId, roleKind, staffId, departmentId, shareRate },
        ...{ amount: -Number(amount), occurredAt: context.now },
      },
      context,
    );
}

/**
 * Books money that went back: in each role those whose performance the order was until then lose their part of it,
 * dated on the day it was paid out.
 */
export async function bookRefund(order: StoredRecord, { refundId, amount, paidOutAt }: Values, context: RuleContext) {
  const entries = await context.records.find('performance_ledger', { orderId: order.id });
  for (const roleKind of ['seller', 'promoter'] as const) {
    const net = new Map<string, { readonly entry: StoredRecord; amount: number }>();
    for (const entry of entries.filter((one) => one.roleKind === roleKind).toReversed()) {
      const key = `${String(entry.staffId)} ${String(entry.departmentId)}`;
      net.set(key, { entry, amount: (net.get(key)?.amount ?? 0) + Number(entry.amount) });
    }
    const shares = [...net.values()].filter((share) => share.amount > 0);
    const whole = shares.reduce((sum, share) => sum + share.amount, 0);
    const parts = splitBy(
      -Number(amount),
      shares.map((share) => share.amount),
    );
    for (const [at, { entry, amount: own }] of shares.entries()) {
      const { staffId, departmentId } = entry;
      const shareRate = Math.round((own * 10_000) / whole) / 10_000;
      const values = { kind: 'refund', refundId, roleKind, staffId, departmentId, shareRate, occurredAt: paidOutAt };
      if ((parts[at] ?? 0) < 0) await addEntry(order, { ...values, amount: parts[at] }, context);
    }
  }
}

function entryOf({ roleKind, staffId, departmentId }: Share): Values {
  return { roleKind, staffId, departmentId };
}

/** Whose an order is: its seller's unless it says otherwise, and the promoter's who brought the lead. */
async function sharesOf(order: StoredRecord, context: RuleContext): Promise<readonly Share[]> {
  const { shares } = await partsOf(order.id, context);
  const { sellerId, sellerDeptId, promoterId } = order;
  const sellers = shares.map(({ staffId, departmentId, percent }) => ({
    ...{ roleKind: 'seller' as const, staffId, percent: Number(percent) },
    departmentId: staffId === sellerId ? sellerDeptId : departmentId,
  }));
  const alone = { roleKind: 'seller' as const, staffId: sellerId, departmentId: sellerDeptId, percent: 100 };
  const promoter = await context.records.findOne('staff', { id: promoterId });
  return [
    ...(sellers.length === 0 ? [alone] : sellers),
    ...(promoter === undefined
      ? []
      : [{ roleKind: 'promoter' as const, staffId: promoter.id, departmentId: promoter.departmentId, percent: 100 }]),
  ];
}

async function addEntry(order: StoredRecord, values: Values, context: RuleContext): Promise<void> {
  const numbers = await numbersFor(modelOf(context.documents, 'performance_ledger'), context);
  const entryId = await context.records.insert('performance_ledger', {
    ...numbers,
    ...values,
    orderId: order.id,
    projectId: order.projectId,
    channelId: order.channelId ?? null,
    frozen: false,
  });
  for (const [classTypeId, amount] of await byClassType(order, Number(values.amount), context))
    await context.records.insertLater('ledger_item', { entryId, classTypeId, amount });
}

/** What of an amount each kind of class of the order brought, as they cost; orders of before have no items. */
async function byClassType(
  order: StoredRecord,
  amount: number,
  context: RuleContext,
): Promise<ReadonlyMap<unknown, number>> {
  const { items } = await partsOf(order.id, context);
  const weights = new Map<unknown, number>();
  for (const item of items) {
    const cost = priceOf(item) * Number(item.quantity);
    weights.set(item.classTypeId, (weights.get(item.classTypeId) ?? 0) + cost);
  }
  const parts = splitBy(amount, [...weights.values()]);
  return new Map([...weights.keys()].map((classTypeId, at) => [classTypeId, parts[at] ?? 0]));
}
