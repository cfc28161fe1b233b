import type { Values } from '../../kernel/operation/record-store.ts';
import { type ShippingCompany, sending, startShippingCompany } from '../logistics/shipping-company.testing.ts';
import { type SupervisionCompany, startSupervisionCompany } from './supervision-company.testing.ts';

/** A company with orders, their reviews and payments and what follows of them, in each of their states, for transitions to be tried on. */
export type FollowedCompany = {
  readonly company: SupervisionCompany;
  rowIn(entity: string, state: string, action: string): Promise<string>;
  /** What is filled in for a transition; numbers and codes are new each time. */
  input(entity: string, action: string): Values;
};

let company: SupervisionCompany;
let shipping: ShippingCompany;
let books: readonly string[] = [];
let poolId: unknown;
/** What steps of the server name. */
let known: Values = {};
let serial = 0;
const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const whole = 100_000;

/** Starts it. */
export async function startFollowedCompany(): Promise<FollowedCompany> {
  company = await startSupervisionCompany();
  shipping = await startShippingCompany(company);
  books = [await shipping.textbook(100_000), await shipping.textbook(100_000)];
  const pool = await company.records.findOne('pool', { kind: 'supervisor' });
  poolId = pool?.id;
  known = { paymentId: (await order()).paymentId, refundId: await refund('draft') };
  const memberDepartmentIds = [company.ids.division, company.ids.group1];
  await company.records.update('pool', String(poolId), { memberDepartmentIds, holdLimit: 100_000 });
  return {
    company,
    rowIn: (entity, state, action) => makers[entity]?.(state, action) ?? Promise.reject(new TypeError(entity)),
    input: inputOf,
  };
}

/** An order that was paid, with what was bought and the payment. */
async function order(refundFlag = 'none') {
  serial += 1;
  const { ids, records, staff } = company;
  const customerId = await company.customer();
  const own = { customerId, projectId: ids.project, sellerId: ids.sales, sellerDeptId: ids.group1 };
  const orderNo = `DDT${serial}`;
  const orderId = await records.insert('sales_order', {
    ...{ ...own, orderNo, kind: 'new', payMode: 'full', status: 'paid', refundFlag, approvedAt: ago(3) },
    ...{ listTotal: whole, discountTotal: 0, payableTotal: whole, paidTotal: whole, refundedTotal: 0, invoiceTotal: 0 },
    ...{ firstPaidAt: ago(2), receiverName: '李四', receiverMobile: '13900001111', receiverAddress: '西湖区一号' },
  });
  await records.insert('order_item', {
    ...{
      orderId,
      classTypeId: company.classTypes[0],
      classTypeName: '班型',
      listPrice: whole,
      floorPrice: 0,
      place: 1,
    },
    ...{ discount: 0, quantity: 1, serviceDays: 365, totalUnits: 100, consumedUnits: 0 },
  });
  const paymentId = await records.insert('payment', {
    ...{ ...own, orderId, paymentNo: `SKT${serial}`, amount: whole, method: 'bank', channelTradeNo: `TT${serial}` },
    ...{ paidAt: ago(2), status: 'confirmed', confirmerId: staff.finance, confirmedAt: ago(2) },
  });
  return { ...own, orderId, orderNo, paymentId };
}

const steps = ['leader_review', 'manager_review', 'finance_review', 'approved', 'paying', 'failed', 'done'];

/** An order as its seller makes it, taken to a state. */
async function sold(status: string, action: string): Promise<string> {
  const { order: made, records } = company;
  const id = await made('sales');
  const opened = action === 'startService' ? { payMode: 'instalment', matchStatus: 'matched' } : {};
  const paidTotal = ['part_paid', 'paid', 'in_service', 'finished', 'refunded'].includes(status) ? whole : 0;
  await records.update('sales_order', id, { status, paidTotal, firstPaidAt: paidTotal > 0 ? ago(1) : null, ...opened });
  return id;
}

/** The review of an order whose discount is beyond its seller and within everybody above him. */
async function review(result: string): Promise<string> {
  const { act, records, classTypes } = company;
  const items = [{ classTypeId: classTypes[0], discount: 50_000, quantity: 1 }];
  const orderId = await company.order('sales', { discountReason: '老学员', items });
  await act('sales', '/v1/sales/order/submit', { id: orderId });
  const made = await records.findOne('order_review', { orderId });
  if (made === undefined) throw new TypeError('no review');
  if (result !== 'pending') await records.update('order_review', made.id, { result });
  return made.id;
}

/** A payment of an order that waits for it, or has it. */
async function payment(status: string): Promise<string> {
  const { records, ids } = company;
  const { orderId, paymentId } = await order();
  const isIn = status === 'confirmed';
  if (!isIn)
    await records.update('sales_order', orderId, { status: 'pending_payment', paidTotal: 0, firstPaidAt: null });
  const moment = { paidAt: new Date(Date.now() - 60_000).toISOString() };
  const isNew = status === 'pending' || status === 'rejected';
  const confirmed = isNew ? { confirmerId: null, confirmedAt: null } : {};
  await records.update('payment', paymentId, { ...moment, ...confirmed, status, createdBy: ids.sales });
  return paymentId;
}

async function refund(status: string): Promise<string> {
  const { records, ids, staff } = company;
  const at = steps.indexOf(status);
  const { orderNo: _, paymentId: __, ...own } = await order(at >= 0 && status !== 'done' ? 'applying' : 'none');
  const approved = at >= steps.indexOf('finance_review');
  return records.insert('refund', {
    ...{ ...own, refundNo: `TFT${serial}`, applicantId: ids.sales, kind: 'partial', reason: 'personal', status },
    ...{ paidAmount: whole, calcAmount: whole, applyAmount: whole, payeeName: '张三', payeeAccount: '622202000000' },
    ...{ refundedAmount: 0, consumedAmount: 0, materialAmount: 0, serviceFee: 0, giftAmount: 0, closeRights: false },
    ...{ submittedAt: at < 0 ? null : ago(1), approvedAmount: approved ? whole : null },
    ...(at > 0 ? { leaderId: ids.group_leader } : {}),
    ...(approved ? { managerId: staff.manager2 } : {}),
    ...(at > 2 ? { financeId: staff.finance2 } : {}),
    ...(status === 'done' ? { paidOutAt: ago(0) } : {}),
  });
}

async function invoice(status: string): Promise<string> {
  const { records, ids } = company;
  const { customerId } = await order();
  const isIssued = ['issued', 'red_pending', 'red'].includes(status);
  return records.insert('invoice', {
    ...{ invoiceApplyNo: `FPT${serial}`, customerId, kind: 'e_normal', titleType: 'personal', title: '张三' },
    ...{
      content: '培训费',
      email: 'a@example.com',
      amount: 100,
      applicantId: ids.sales,
      applicantDeptId: ids.group1,
      attempts: 0,
      status,
    },
    ...(isIssued ? { invoiceNo: `F${serial}`, issuedAt: ago(1) } : {}),
  });
}

/** What takes a shipment from waiting to a state. */
const ways: Readonly<Record<string, readonly (readonly [string, Values?])[]>> = {
  ...{ pending: [], picking: [['pick']], cancelled: [['cancel', { reason: '不要了' }]] },
  ...{ shipped: [['ship']], in_transit: [['ship'], ['transit', { place: '途中' }]], signed: [['ship'], ['sign']] },
  ...{
    returned: [['ship'], ['return', { reason: '拒收', restocked: true }]],
    lost: [['ship'], ['lose', { reason: '丢了' }]],
  },
};

async function shipment(status: string): Promise<string> {
  const { orderNo } = await order();
  const items = books.map((textbookId) => ({ textbookId, quantity: 1 }));
  const made = await company.act('logistics', '/v1/shipment/create', { orderNo, items });
  const id = String(made.data.id);
  for (const [key, input] of ways[status] ?? [])
    await shipping.moved(key, id, key === 'ship' ? { ...sending() } : { ...input });
  return id;
}

function textbook(status: string): Promise<string> {
  serial += 1;
  return company.records.insert('textbook', {
    ...{ code: `JCT${serial}`, name: `教材${serial}`, projectId: company.ids.project, edition: '第 1 版', status },
    ...{ costPrice: 1, deductPrice: 1, safetyStock: 0, stockOnHand: 5, stockLocked: 0 },
  });
}

async function service(status: string, action: string): Promise<string> {
  const { records, people: staff, ids } = company;
  const { orderId, customerId, projectId } = await order();
  const assigned = { ownState: 'assigned', supervisorId: staff.supervisor1, supervisorDeptId: ids.group1 };
  const owned = { pending: { ownState: 'pooled', poolId }, terminated: { ownState: 'frozen' } };
  const id = await records.insert('study_service', {
    ...{ orderId, customerId, projectId, serviceNo: `DXT${serial}`, studentName: '学员', status, pauseCount: 0 },
    ...{
      riskLevel: 'none',
      serviceStartOn: '2026-01-01',
      serviceEndOn: action === 'finish' ? '2026-01-02' : '2036-01-01',
    },
    ...(status === 'pending' || status === 'terminated' ? owned[status] : { ...assigned, assignedAt: ago(4) }),
    ...(status === 'waiting_contact' ? { firstContactDue: ago(3) } : {}),
    ...(status === 'paused'
      ? { pausedAt: ago(1), pausedUntil: '2036-01-01', pauseReason: '工作忙', pauseCount: 1 }
      : {}),
  });
  if (action === 'firstContact')
    await records.insert('follow_up', {
      ...{
        bizType: 'study_service',
        bizId: id,
        customerId,
        staffId: staff.supervisor1,
        method: 'call',
        content: '已联系',
      },
      ...{ result: 'connected', departmentId: ids.group1 },
    });
  return id;
}

const makers: Readonly<Record<string, (state: string, action: string) => Promise<string>>> = {
  ...{ sales_order: sold, order_review: review, payment: (status) => payment(status) },
  ...{ refund, invoice, shipment, textbook, study_service: service },
};
const reason = { reason: '信息有误' };
const refused = { rejectReason: '不符合规定' };

/** The same of an order. */
function inputOfSale(action: string): Values {
  const { paymentId, refundId } = known;
  const inputs: Readonly<Record<string, Values>> = {
    ...{ cancel: { cancelledReason: '不买了' }, approve: { approverId: company.ids.admin } },
    pay: { paymentId, amount: 1, paidAt: ago(0) },
    unpay: { paymentId, amount: 1 },
    refund: { refundId, amount: 1, closeRights: false, paidOutAt: ago(0) },
  };
  return inputs[action] ?? {};
}

/** What is filled in for a transition; numbers and codes are new each time. */
function inputOf(entity: string, action: string): Values {
  if (entity === 'sales_order') return inputOfSale(action);
  if (entity === 'order_review') return action === 'reject' ? { comment: '优惠太多' } : {};
  serial += 1;
  const { supervisor2: staffId } = company.people;
  const inputs: Readonly<Record<string, Values>> = {
    ...{ approveManager: { approvedAmount: whole }, rejectLeader: refused, rejectManager: refused, reject: refused },
    ...{ payFail: { failReason: '余额不足' }, fail: { failReason: '渠道忙' }, issued: { invoiceNo: `N${serial}` } },
    ...{ wait: { failReason: '渠道忙', retryAt: ago(0) }, requestRed: { redReason: '抬头有误' } },
    ...{
      split: { laterIds: books.slice(1) },
      ship: sending(),
      transit: { place: '途中' },
      lose: reason,
      cancel: reason,
    },
    ...{ receive: { quantity: 1 }, count: { counted: 5, remark: '盘点' } },
    revise: { newCode: `JCN${serial}`, newEdition: '第 2 版', newCostPrice: 1, newDeductPrice: 1 },
    ...{ assign: { staffId }, transfer: { staffId, handoverNote: '周三晚上有空' }, plan: { plan: [] } },
    pause: { pauseReason: '工作忙', pausedUntil: '2036-01-01' },
    assessRisk: { riskLevel: 'low', riskReason: '进度慢' },
    outcome: { examResult: 'pass', renewIntention: 'none' },
    reverse: { reverseReason: '记错了订单' },
  };
  if (action === 'return') return entity === 'shipment' ? { ...reason, restocked: true } : reason;
  if (action === 'cancel' || action === 'revise')
    return entity === 'invoice' || entity === 'refund' ? {} : (inputs[action] ?? {});
  return inputs[action] ?? {};
}
