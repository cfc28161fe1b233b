import type { APIRequestContext } from '@playwright/test';
import { callApi, tokenOf } from './api.ts';
import { newCustomer } from './customer.ts';

/** An order that was made past the screen; amounts in cents. */
export type MadeOrder = {
  readonly id: string;
  readonly no: string;
  readonly customerId: string;
  readonly payable: number;
};

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** What is done has to be: answers what came of it. */
async function done(request: APIRequestContext, token: string, path: string, body: object) {
  const answer = await callApi(request, token, path, body);
  if (answer.code !== '0' || answer.data === null) throw new TypeError(`${path}: ${answer.message}`);
  return answer.data;
}

/** A draft of an order of `sales` for a customer of his own; of the class of this name, at this discount in cents. */
export async function draftOrder(
  request: APIRequestContext,
  className: string,
  { discount = 0, ...over }: Readonly<Record<string, unknown>> = {},
): Promise<MadeOrder> {
  const token = await tokenOf(request, 'sales');
  const customerId = await newCustomer(request, token, `客户${String(Date.now()).slice(-6)}`);
  const where = { field: 'name', op: 'eq', value: className };
  const fields = ['projectId'];
  const { list } = await done(request, token, '/v1/class/type/query', { where, fields, size: 1 });
  const [classType] = Array.isArray(list) ? list : [];
  const { id } = await done(request, token, '/v1/sales/order/create', {
    ...{ kind: 'new', customerId, projectId: classType?.projectId, payMode: 'full' },
    ...{ items: [{ classTypeId: classType?.id, discount, quantity: 1 }], ...over },
  });
  const stored = await done(request, token, '/v1/sales/order/view', { id, fields: ['orderNo', 'payableTotal'] });
  return { id: String(id), no: String(stored.orderNo), customerId, payable: Number(stored.payableTotal) };
}

/** The same, submitted: without a discount it waits for its payment. */
export async function submittedOrder(
  request: APIRequestContext,
  className: string,
  over: Readonly<Record<string, unknown>> = {},
): Promise<MadeOrder> {
  const order = await draftOrder(request, className, over);
  await done(request, await tokenOf(request, 'sales'), '/v1/sales/order/submit', { id: order.id });
  return order;
}

/** A payment of an order as `sales` registers it, with its proof; answers its id. */
export async function registered(request: APIRequestContext, orderId: string, amount: number): Promise<string> {
  const token = await tokenOf(request, 'sales');
  // The proof belongs to one payment: bytes behind the picture make it another file.
  const buffer = Buffer.concat([picture, Buffer.from(crypto.randomUUID())]);
  const upload = await request.post('/v1/file/upload', {
    headers: { 'X-App-Platform': 'sys', 'X-App-Version': '2.2.1', 'X-App-Token': token },
    multipart: { file: { name: '凭证.png', mimeType: 'image/png', buffer } },
  });
  const proof = (await upload.json()).data?.id;
  const { id } = await done(request, token, '/v1/payment/create', {
    ...{ orderId, amount, method: 'bank', channelTradeNo: `E2E${crypto.randomUUID().slice(0, 18)}`, proof },
    paidAt: new Date(Date.now() - 60_000).toISOString(),
  });
  return String(id);
}

/** An order of `sales` that is paid in full, as finance confirmed it. */
export async function paidOrder(request: APIRequestContext, className: string): Promise<MadeOrder> {
  const order = await submittedOrder(request, className);
  const id = await registered(request, order.id, order.payable);
  await done(request, await tokenOf(request, 'finance'), '/v1/payment/confirm', { id });
  return order;
}
