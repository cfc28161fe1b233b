import { refuse } from '../../kernel/errors/app-error.ts';
import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord } from '../../kernel/operation/record-store.ts';
import { orderText } from '../../texts/domain/order-text.ts';
import { sentBooks } from '../logistics/index.ts';
import { refuseOrder, yuan } from './errors.ts';
import { partsOf, priceOf } from './order-parts.ts';
import { splitBy } from './split.ts';
import { lessonsOf, sessionUnitsOf } from './store.ts';

/** A line of how a refund comes about; amounts in cents, what is taken off negative. */
type Line = { readonly title: string; readonly basis?: string; readonly amount: number };

/** What may go back of an order, and how that comes about; amounts in cents. */
export type Calculation = {
  readonly paidAmount: number;
  readonly refundedAmount: number;
  readonly consumedAmount: number;
  readonly materialAmount: number;
  readonly serviceFee: number;
  readonly giftAmount: number;
  readonly calcAmount: number;
  readonly calcLines: readonly Line[];
};

/** An item of an order with what was paid for it and what of it is used up. */
type UsedItem = {
  readonly name: string;
  readonly paid: number;
  readonly units: number;
  readonly totalUnits: number;
  readonly consumed: number;
  readonly feeRate: number;
  readonly gift: number;
  readonly classTypeId: string;
  readonly guaranteeRate: number;
};

const day = 86_400_000;
const coolingDays = 7;
const kindPlace = { pointer: '/kind', title: orderText('order.refundKind') };

/**
 * Works out what may go back of an order: what was paid, less what went back already, what was learnt of it, goods kept,
 * fee and gifts. In the cooling-off days only goods are taken off; a guarantee gives back its part of what was paid.
 * Whoever asks holds the order; the units learnt are kept with its items.
 */
export async function calculate(order: StoredRecord, kind: unknown, context: RuleContext): Promise<Calculation> {
  const paid = Number(order.paidTotal);
  const refunded = Number(order.refundedTotal);
  const items = await usedItems(order, context);
  const consumed = sumOf(items, ({ consumed: own }) => own);
  const base = { paidAmount: paid, refundedAmount: refunded, consumedAmount: consumed, materialAmount: 0 };
  const books = kind === 'guarantee' ? [] : await sentBooks(context.db, order.id);
  const materialAmount = sumOf(books, ({ amount }) => amount);
  const head: Line[] = [
    { title: '已付金额', amount: paid },
    ...(refunded > 0 ? [{ title: '已退金额', amount: -refunded }] : []),
  ];
  if (kind === 'guarantee') return ofGuarantee(await promisedItems(items, order, context), base, head);
  const isCooling = kind === 'cooling';
  if (isCooling) refuseLate(order, consumed, context);
  const serviceFee = isCooling ? 0 : sumOf(items, feeOf);
  const giftAmount = isCooling ? 0 : sumOf(items, ({ gift }) => gift);
  const taken = isCooling ? 0 : consumed + serviceFee + giftAmount;
  const calcAmount = Math.max(0, paid - refunded - taken - materialAmount);
  const off = isCooling ? [{ title: '冷静期之内，不扣已消耗、手续费与赠品', amount: 0 }] : items.flatMap(linesOf);
  const material = books.map(({ name, quantity, amount }) => ({
    ...{ title: `教材：${name}`, basis: `已寄 ${quantity} 册`, amount: -amount },
  }));
  const calcLines = [...head, ...off, ...material, total(calcAmount)];
  return { ...base, materialAmount, serviceFee, giftAmount, calcAmount, calcLines };
}

/** An item with what is promised for it, and by which agreement; by its class where no agreement says. */
type PromisedItem = UsedItem & { readonly agreementNo?: string };

/** The items with what the agreement that was signed of the order promises; what was taken over from the class else. */
async function promisedItems(
  items: readonly UsedItem[],
  order: StoredRecord,
  { records, documents }: RuleContext,
): Promise<readonly PromisedItem[]> {
  if (!documents.entities.has('agreement')) return items;
  for (const agreement of await records.find('agreement', { orderId: order.id, status: ['signed', 'archived'] })) {
    const template = await records.findOne('agreement_template', { id: agreement.templateId });
    const ratio = Number(template?.guaranteeRatio ?? 0);
    const classes: unknown = template?.classTypeIds;
    const isMeant = ({ classTypeId, guaranteeRate }: UsedItem) =>
      Array.isArray(classes) && classes.length > 0 ? classes.includes(classTypeId) : guaranteeRate > 0;
    if (ratio > 0 && items.some(isMeant))
      return items.map((item) =>
        isMeant(item) ? { ...item, guaranteeRate: ratio, agreementNo: String(agreement.agreementNo) } : item,
      );
  }
  return items;
}

function ofGuarantee(
  items: readonly PromisedItem[],
  base: Omit<Calculation, 'serviceFee' | 'giftAmount' | 'calcAmount' | 'calcLines'>,
  head: readonly Line[],
): Calculation {
  const promised = items.filter(({ guaranteeRate }) => guaranteeRate > 0);
  if (promised.length === 0) throw refuseOrder('E_REFUND_GUARANTEE', {}, kindPlace);
  const part = ({ paid, guaranteeRate }: UsedItem) => Math.floor((paid * guaranteeRate) / 100);
  const calcAmount = Math.max(0, sumOf(promised, part) - base.refundedAmount);
  const lines = promised.map((item) => ({
    title: `协议退费：${item.name}`,
    basis: `已付 ${yuan(item.paid)} 元的 ${item.guaranteeRate}%${item.agreementNo === undefined ? '' : `，协议 ${item.agreementNo}`}`,
    amount: part(item),
  }));
  return {
    ...base,
    ...{ serviceFee: 0, giftAmount: 0, calcAmount, calcLines: [...head, ...lines, total(calcAmount)] },
  };
}

function total(amount: number): Line {
  return { title: '系统核算可退', amount };
}

function linesOf(item: UsedItem): readonly Line[] {
  const { name, paid, units, totalUnits, consumed, feeRate, gift } = item;
  const fee = feeOf(item);
  return [
    {
      ...{ title: `已消耗：${name}`, basis: `已付 ${yuan(paid)} 元，已学 ${units} / ${totalUnits} 课时` },
      amount: -consumed,
    },
    ...(fee > 0 ? [{ title: `手续费：${name}`, basis: `未消耗金额的 ${feeRate}%`, amount: -fee }] : []),
    ...(gift > 0 ? [{ title: `赠品：${name}`, amount: -gift }] : []),
  ];
}

function feeOf({ paid, consumed, feeRate }: UsedItem): number {
  return Math.floor(((paid - consumed) * feeRate) / 100);
}

/** The items of an order in their order: sessions taught use up their own, lessons learnt the first, then the next. */
async function usedItems(order: StoredRecord, context: RuleContext): Promise<readonly UsedItem[]> {
  const { items } = await partsOf(order.id, context);
  const paid = splitBy(
    Number(order.paidTotal),
    items.map((item) => priceOf(item) * Number(item.quantity)),
  );
  const taught = await sessionUnitsOf(context.db, order.id);
  let left = await lessonsOf(context.db, order.id);
  const used: UsedItem[] = [];
  for (const [at, item] of items.entries()) {
    const totalUnits = Number(item.totalUnits);
    const own = Math.min(taught.get(String(item.classTypeId)) ?? 0, totalUnits);
    const learnt = Math.min(left, totalUnits - own);
    left -= learnt;
    const units = own + learnt;
    if (units !== Number(item.consumedUnits))
      await context.records.update('order_item', item.id, { consumedUnits: units });
    const price = paid[at] ?? 0;
    used.push({
      ...{ name: String(item.classTypeName), paid: price, units, totalUnits },
      consumed: totalUnits === 0 ? 0 : Math.floor((price * units) / totalUnits),
      feeRate: Number(item.feeRate ?? 0),
      gift: Number(item.giftDeduct ?? 0) * Number(item.quantity),
      ...{ classTypeId: String(item.classTypeId), guaranteeRate: Number(item.guaranteeRate ?? 0) },
    });
  }
  return used;
}

/** Cooling-off is over a week after the first payment, or with a tenth used up. */
function refuseLate(order: StoredRecord, consumed: number, { now }: RuleContext): void {
  const days = (Date.parse(now) - Date.parse(String(order.firstPaidAt))) / day;
  if (days > coolingDays || consumed * 10 >= Number(order.paidTotal))
    throw refuseOrder('E_REFUND_COOLING', {}, kindPlace);
}

/** The order of a refund, held: one that has been paid, and where all is over only what a guarantee gives back. */
export async function heldOrder(orderId: unknown, kind: unknown, { records }: RuleContext): Promise<StoredRecord> {
  const order = await records.lockOne('sales_order', String(orderId));
  if (order === undefined) throw refuse('E_NOT_FOUND');
  const states = kind === 'guarantee' ? [...refundable, 'finished'] : refundable;
  if (!states.includes(String(order.status)) || Number(order.paidTotal) <= Number(order.refundedTotal))
    throw refuseOrder('E_REFUND_STATE', {}, { pointer: '/orderId', title: orderText('order.order') });
  return order;
}

const refundable = ['part_paid', 'paid', 'in_service'];

function sumOf<Item>(items: readonly Item[], amountOf: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + amountOf(item), 0);
}
