import { authorOf } from '../../kernel/caller/caller.ts';
import { modelOf } from '../../kernel/operation/context.ts';
import type { DomainRules, RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import { numbersFor } from '../../records/change/write-row.ts';
import { refuseMall } from './errors.ts';
import { enterStock } from './goods-stock.ts';
import { limitStart, periodWords } from './limit-period.ts';
import { heldAccountOf, movePoints, systemAccount } from './points.ts';

const maxAtOnce = 99;
/** Exchanges that count against what one person may have. */
const standing = ['pending', 'shipped', 'done'];

/** What an exchange answers: the record made, and what is left of the caller's points. */
export type ExchangeAnswer = { readonly id: string; readonly exchangeNo: unknown; readonly balance: number };

/** Rules of goods: every change of how many there are is in their ledger; the exchange of points for some of them, all in the transaction that holds their row. */
export const commodityRules: DomainRules = {
  entity: 'commodity',
  afterCreate: (id, { stockOnHand }, context) =>
    enterStock({ id }, 0, { reason: 'purchase', delta: Number(stockOnHand ?? 0) }, context),
  afterModifyOf: ['stockOnHand'],
  async afterModify(commodity, { stockOnHand }, context) {
    const before = Number(commodity.stockOnHand);
    await enterStock(commodity, before, { reason: 'adjust', delta: Number(stockOnHand ?? before) - before }, context);
  },
  actions: { exchange },
};

/**
 * Takes points from the caller and goods from the shelf. The row of the goods is held, then the account of the
 * person, then that of the company: two exchanges never wait for each other in a circle.
 */
async function exchange(commodity: StoredRecord, input: Values, context: RuleContext): Promise<ExchangeAnswer> {
  const quantity = Number(input.quantity);
  if (quantity < 1 || quantity > maxAtOnce) throw refuseMall('E_MALL_QUANTITY', { max: maxAtOnce });
  if (!isOnSale(commodity, context.now)) throw refuseMall('E_MALL_OFF_SALE');
  const isSent = commodity.kind === 'physical';
  if (isSent && [input.receiverName, input.receiverMobile, input.receiverAddress].some((value) => !value))
    throw refuseMall('E_MALL_RECEIVER');
  const left = Number(commodity.stockOnHand) - Number(commodity.stockLocked);
  if (quantity > left) throw refuseMall('E_MALL_STOCK', { left });
  const { staffId } = context.caller;
  const need = Number(commodity.pointsPrice) * quantity;
  const account = await heldAccountOf(staffId, context);
  const balance = Number(account?.balance ?? 0);
  if (account?.frozen === true) throw refuseMall('E_MALL_FROZEN');
  if (account === undefined || balance < need) throw refuseMall('E_MALL_POINTS', { need, balance });
  await checkLimit(commodity, quantity, context);
  const numbers = await numbersFor(modelOf(context.documents, 'exchange_record'), context);
  const id = await context.records.insert('exchange_record', {
    ...numbers,
    audience: commodity.audience,
    accountId: account.id,
    staffId: authorOf(context.caller),
    commodityId: commodity.id,
    commoditySnapshot: snapshotOf(commodity),
    quantity,
    pointsTotal: need,
    cashTotal: typeof commodity.cashPrice === 'number' ? commodity.cashPrice * quantity : null,
    ...(isSent ? receiverOf(input) : {}),
    status: 'pending',
    remark: input.remark ?? null,
  });
  await context.records.update('commodity', commodity.id, {
    stockOnHand: Number(commodity.stockOnHand) - quantity,
    exchangeCount: Number(commodity.exchangeCount) + quantity,
  });
  const taken = { reason: 'exchange', delta: -quantity, exchangeId: id } as const;
  await enterStock(commodity, Number(commodity.stockOnHand), taken, context);
  const exchangeNo = String(numbers.exchangeNo);
  const to = await systemAccount('exchange', context);
  await movePoints(
    {
      txnNo: exchangeNo,
      from: account,
      to,
      points: need,
      bizType: 'exchange',
      bizId: exchangeNo,
      remark: `兑换 ${commodity.name} × ${quantity}`,
    },
    context,
  );
  return { id, exchangeNo, balance: balance - need };
}

function isOnSale({ audience, status, startAt, endAt }: StoredRecord, now: string): boolean {
  const before = (moment: unknown) => typeof moment === 'string' && Date.parse(moment) > Date.parse(now);
  const after = (moment: unknown) => typeof moment === 'string' && Date.parse(moment) <= Date.parse(now);
  return audience === 'staff' && status === 'on' && !before(startAt) && !after(endAt);
}

function receiverOf({ receiverName, receiverMobile, receiverAddress }: Values): Values {
  return { receiverName, receiverMobile, receiverAddress };
}

/** What the goods were when they were exchanged, whatever becomes of them. */
function snapshotOf({ commodityNo, name, kind, pointsPrice, cashPrice }: StoredRecord): Values {
  return { commodityNo, name, kind, pointsPrice, cashPrice: cashPrice ?? null };
}

/** Refuses what goes beyond the number one person may have in a period; his account is held, so nothing is counted twice. */
async function checkLimit(commodity: StoredRecord, quantity: number, context: RuleContext): Promise<void> {
  const max = Number(commodity.limitPerPerson ?? 0);
  if (max === 0) return;
  const start = limitStart(commodity.limitPeriod, context.now);
  const { records, caller } = context;
  const own = { staffId: caller.staffId, commodityId: commodity.id, status: standing };
  // Each holds at least one, so there are never more of them than `max` in a period; the newest come first.
  const rows = await records.find('exchange_record', own, max);
  const taken = rows
    .filter(({ createdAt }) => start === undefined || Date.parse(String(createdAt)) >= Date.parse(start))
    .reduce((sum, row) => sum + Number(row.quantity), 0);
  if (taken + quantity > max)
    throw refuseMall('E_MALL_LIMIT', { max, taken, period: periodWords(commodity.limitPeriod) });
}
