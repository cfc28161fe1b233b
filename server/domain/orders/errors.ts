import type { ErrorEntry } from '../../../engine/model/faults/index.ts';
import { refusalsOf } from '../../kernel/errors/app-error.ts';

const business = { envelope: '1', http: 200 } as const;

/** Refusals of the order area. Amounts in them are in yuan. */
export const orderErrors = {
  E_ORDER_CUSTOMER: {
    ...business,
    zh: '只能为自己名下的客户，或已成交而没有归属人的客户下单',
    en: 'the customer belongs to somebody else',
    next: '选择自己名下的客户。',
  },
  E_ORDER_OPPORTUNITY: {
    ...business,
    zh: '该商机不属于这位客户与项目，或已经关闭、已有订单',
    en: 'the opportunity is of another customer or project, closed, or has an order',
    next: '选择该客户在该项目的商机，或不选商机。',
  },
  E_ORDER_CLASS_OFF: {
    ...business,
    zh: '班型“{name}”不在售',
    en: '{name} is not on sale',
    next: '选择在售的班型。',
  },
  E_ORDER_CLASS_PROJECT: {
    ...business,
    zh: '班型“{name}”不属于订单的项目',
    en: '{name} is of another project',
    next: '选择该项目的班型。',
  },
  E_ORDER_PRICE: {
    ...business,
    zh: '班型“{name}”的价格已变更，标价 {price} 元，请删去该行后重新选择',
    en: 'the price of {name} has changed to {price}',
    next: '编辑订单，删去该行后重新选择班型。',
  },
  E_ORDER_FLOOR: {
    ...business,
    zh: '成交价不能低于最低成交价：“{name}”最低 {floor} 元',
    en: 'below the floor price {floor} of {name}',
    next: '减少优惠；确有必要的由管理员写明优惠原因后下单。',
  },
  E_ORDER_PLAN_DATES: {
    ...business,
    zh: '付款计划第 {period} 期的日期须晚于上一期',
    en: 'period {period} is not due after the one before it',
    next: '改正付款计划的日期。',
  },
  E_ORDER_PLAN_NEXT: {
    ...business,
    zh: '新的应付日期须早于下一期的 {day}',
    en: 'the next period is due on {day}',
    next: '选择更早的日期，或先延后下一期。',
  },
  E_ORDER_AGREEMENT: {
    ...business,
    zh: '班型“{name}”须选定协议模板',
    en: '{name} needs an agreement template',
    next: '编辑订单，选定协议模板。',
  },
  E_ORDER_CHANGED: {
    ...business,
    zh: '订单已变更，请重新提交审核',
    en: 'the order is not what was submitted',
    next: '驳回后由业务员重新提交。',
  },
  E_ORDER_LIMIT: {
    ...business,
    zh: '优惠 {discount} 元超出您的权限（{limit} 元），须由{level}审核',
    en: 'the discount {discount} is beyond your limit {limit}',
    next: '请{level}审核，或驳回。',
  },
  E_PAYMENT_STATE: {
    ...business,
    zh: '“{status}”的订单不能登记到款',
    en: 'an order in state {status} takes no payment',
    next: '订单审核通过之后才能登记到款。',
  },
  E_PAYMENT_REFUND: {
    ...business,
    zh: '该订单正在退费，不能登记到款',
    en: 'a refund of the order is under way',
    next: '退费办完之后再登记。',
  },
  E_PAYMENT_CLOSED: {
    ...business,
    zh: '该订单已退费并关闭课程权益，不再收款',
    en: 'the order was closed along with a refund',
    next: '客户继续学习的，另下一张订单。',
  },
  E_PAYMENT_OVER: {
    ...business,
    zh: '到款金额超过应付金额：还可收 {left} 元，多出 {over} 元',
    en: 'only {left} is open, {over} too much',
    next: '核对金额；多收的退还客户，或记在另一张订单上。',
  },
  E_PAYMENT_UNDER: {
    ...business,
    zh: '转出的金额超过已付金额 {paid} 元',
    en: 'only {paid} has been paid',
    next: '核对金额。',
  },
  E_MONTH_CLOSED: {
    ...business,
    zh: '{month} 已月结，款项与更正请记在 {open}',
    en: '{month} is closed, {open} is open',
    next: '把到款时间改为开放的月份，并在备注里说明。',
  },
  E_MONTH_RANGE: {
    ...business,
    zh: '请选择已经过去的月份，本月过完才能月结',
    en: 'not a month that is over',
    next: '选择已经过去的月份。',
  },
  E_MONTH_PENDING: {
    ...business,
    zh: '{month} 还有 {count} 笔到款待确认，不能月结',
    en: '{count} payments of {month} wait to be confirmed',
    next: '先确认或驳回这些到款。',
  },
  E_REFUND_STATE: {
    ...business,
    zh: '只有已付款的订单可以退费；已完结的只办协议退费',
    en: 'the order has nothing that may go back',
    next: '核对订单的状态与已付金额。',
  },
  E_REFUND_OVER: {
    ...business,
    zh: '申请金额超过可退的金额：订单至多可退 {open} 元',
    en: 'at most {open} of the order may go back',
    next: '减少申请金额。',
  },
  E_REFUND_COOLING: {
    ...business,
    zh: '不在冷静期：首次到款已超过 7 天，或已学习 10% 以上',
    en: 'the cooling-off days are over',
    next: '选择其他退费类型。',
  },
  E_REFUND_GUARANTEE: {
    ...business,
    zh: '订单的班型没有约定协议退费比例',
    en: 'no class of the order has a guarantee',
    next: '选择其他退费类型。',
  },
  E_REFUND_PROOF: {
    ...business,
    zh: '协议退费须上传考试成绩的凭证',
    en: 'a refund by guarantee needs proof of the exam result',
    next: '在“凭证”里上传成绩单。',
  },
  E_REFUND_EXCEED: {
    ...business,
    zh: '申请金额超过系统核算的 {calc} 元，多出 {over} 元，请写明超出的原因',
    en: '{over} more than the {calc} worked out, and no reason',
    next: '编辑退费单，写明超出核算的原因，或减少申请金额。',
  },
  E_REFUND_LEVEL: {
    ...business,
    zh: '核准金额超过系统核算的 {calc} 元，须由有超额核准权限的人核准',
    en: 'only who may exceed approves more than {calc}',
    next: '减少核准金额，或请总监核准。',
  },
  E_PAYOUT_BATCH_EMPTY: {
    ...business,
    zh: '没有等着交给银行的打款',
    en: 'nothing waits for the bank',
    next: '打款时选“银行批次文件”，再生成批次。',
  },
  E_REFUND_CEILING: {
    ...business,
    zh: '各笔收款剩下的金额不够退，请核对收款记录',
    en: 'the payments have not enough left',
    next: '核对订单的收款与以前的退费。',
  },
  E_PAYMENT_INVOICED: {
    ...business,
    zh: '该订单已开票 {invoiced} 元，冲正之后的已付金额不够',
    en: '{invoiced} of the order are invoiced, more than would be left',
    next: '先红冲发票，再冲正到款。',
  },
  E_INVOICE_CUSTOMER: {
    ...business,
    zh: '订单 {order} 不是这位客户的',
    en: 'order {order} is of another customer',
    next: '一张发票只合并同一位客户的订单。',
  },
  E_INVOICE_REFUND: {
    ...business,
    zh: '订单 {order} 正在退费，不能开票',
    en: 'a refund of order {order} is under way',
    next: '退费办完之后再申请。',
  },
  E_INVOICE_OVER: {
    ...business,
    zh: '订单 {order} 至多还可开票 {open} 元',
    en: 'only {open} of order {order} can be invoiced',
    next: '减少开票金额，或取消、红冲已有的发票。',
  },
  E_INVOICE_RED: {
    ...business,
    zh: '这张发票已经在红冲',
    en: 'the invoice is being taken back',
    next: '等待红字发票开出。',
  },
  E_REFUND_INVOICE: {
    ...business,
    zh: '该订单有发票正在开，开出之后先红冲，再审核退费',
    en: 'an invoice of the order is being issued',
    next: '等发票开出，红冲之后再审核。',
  },
  E_MATCH_OTHER: {
    ...business,
    zh: '该账号属于另一位客户',
    en: 'the account is of another customer',
    next: '选择该客户的账号；同一个人的两位客户先合并。',
  },
} as const satisfies Record<string, ErrorEntry>;

export const refuseOrder = refusalsOf(orderErrors);

/** An amount in cents as it is written in yuan, e.g. 1234.50. */
export function yuan(cents: number): string {
  const whole = Math.abs(cents);
  const rest = String(whole % 100).padStart(2, '0');
  return `${cents < 0 ? '-' : ''}${(whole - (whole % 100)) / 100}.${rest}`;
}
