import { expect } from 'vitest';
import { uploadAs } from '../../testing/multipart.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

type Values = Readonly<Record<string, unknown>>;

/** The smallest picture there is, different each time: a proof belongs to one payment. */
function picture(serial: number): Buffer {
  const head = Buffer.from('89504e470d0a1a0a0000000d4948445200000001000000010806000000', 'hex');
  return Buffer.concat([head, Buffer.from(String(serial).padStart(64, '0'))]);
}

/** What orders are made of in tests: two classes on sale, what each level may discount, people of finance. */
export type OrderCompany = TestApp & {
  /** Ids of classes: 标价 10 000 元，最低 7 000 元; and 4 000 元，最低 3 000 元. */
  readonly classTypes: readonly [full: string, small: string];
  readonly staff: Readonly<Record<string, string>>;
  /** A customer of `sales` nobody has sold anything to yet. */
  customer(over?: Values): Promise<string>;
  /** Makes an order by its API; answers its id. */
  order(by: string, over?: Values): Promise<string>;
  /** An order that waits for its payment; amounts in cents. */
  payable(over?: Values): Promise<string>;
  /** Uploads a proof that no payment has; answers its id. */
  proof(by: string): Promise<string>;
  /** Registers a payment by its API, with a proof; answers its id. */
  payment(by: string, orderId: string, amount: number, over?: Values): Promise<string>;
  /** What registering it answers. */
  register(by: string, orderId: string, amount: number, over?: Values): Promise<Answer>;
  /** An order with a confirmed payment; amounts in cents. */
  paid(amount: number, over?: Values): Promise<string>;
  /** What drafting a refund of an order answers, made by whoever sold it unless told. */
  refund(orderId: string, applyAmount: number, over?: Values, by?: string): Promise<Answer>;
  act(by: string, path: string, body: Values): Promise<Answer>;
  stored(entity: string, id: string): Promise<Values & { readonly version: number }>;
};

export type Answer = {
  readonly code: string;
  readonly message: string;
  readonly data: { readonly id?: string; readonly error?: { readonly code: string } } & Values;
};

/** The code of a refusal, `0` of what was done. */
export const codeOf = ({ code, data }: Answer): string => (code === '0' ? '0' : (data?.error?.code ?? code));

/** The code of a refusal and the fields it is shown at, with the sentence there. */
export const placedOf = (answer: Answer): readonly unknown[] => {
  const faults: readonly { readonly pointer: string; readonly expected?: string }[] =
    Object(answer.data?.error).faults ?? [];
  expect(faults.map(({ expected }) => expected)).toEqual(faults.map(() => answer.message));
  return [codeOf(answer), ...faults.map(({ pointer }) => pointer)];
};

/** Starts it. */
export async function startOrderCompany(): Promise<OrderCompany> {
  const test = await startTestApp();
  const { ids, records } = test;
  let serial = 0;
  const { staff, classTypes } = await fill(test);
  const act = (by: string, path: string, body: Values): Promise<Answer> =>
    test.call(by, path, body, { 'idempotency-key': crypto.randomUUID() });
  const done = async (answer: Answer): Promise<string> => {
    if (answer.code !== '0') throw new TypeError(JSON.stringify(answer));
    return String(answer.data.id);
  };
  const company: OrderCompany = {
    ...test,
    classTypes,
    staff,
    act,
    async customer(over = {}) {
      serial += 1;
      return records.insert('customer', {
        ...{ customerNo: `KHO${serial}`, name: `客户${serial}`, mobile: `1360000${1000 + serial}`, level: 'a' },
        ...{ stage: 'following', ownState: 'owned', channelId: ids.channel, intentionProjectIds: [ids.project] },
        ...{ ownerId: ids.sales, ownerDeptId: ids.group1, locked: false, followCount: 0, callCount: 0 },
        ...{ orderCount: 0, paidTotal: 0, ...over },
      });
    },
    async order(by, over = {}) {
      const body = {
        ...{ kind: 'new', customerId: over.customerId ?? (await company.customer()), projectId: ids.project },
        ...{ payMode: 'full', items: [{ classTypeId: classTypes[0], discount: 0, quantity: 1 }], ...over },
      };
      return done(await act(by, '/v1/sales/order/create', body));
    },
    async payable(over = {}) {
      const id = await company.order('sales', over);
      await done(await act('sales', '/v1/sales/order/submit', { id }));
      return id;
    },
    proof(by) {
      serial += 1;
      return uploadAs(test, by, `凭证${serial}.png`, picture(serial));
    },
    async register(by, orderId, amount, over = {}) {
      const proof = await company.proof(by);
      return act(by, '/v1/payment/create', {
        ...{ orderId, amount, method: 'bank', channelTradeNo: `T${serial}`, proof },
        ...{ paidAt: new Date(Date.now() - 60_000).toISOString(), ...over },
      });
    },
    async payment(by, orderId, amount, over = {}) {
      return done(await company.register(by, orderId, amount, over));
    },
    async paid(amount, over = {}) {
      const id = await company.payable(over);
      const payment = await company.payment('sales', id, amount);
      await done(await act('finance', '/v1/payment/confirm', { id: payment }));
      return id;
    },
    refund(orderId, applyAmount, over = {}, by = 'sales') {
      return act(by, '/v1/refund/create', {
        ...{ orderId, applyAmount, kind: 'partial', reason: 'personal', closeRights: false },
        ...{ payeeName: '张三', payeeAccount: '6222020000001231', ...over },
      });
    },
    async stored(entity, id) {
      const row = await records.findOne(entity, { id });
      if (row === undefined) throw new TypeError(`no ${entity} ${id}`);
      return row;
    },
  };
  return company;
}

/** The people and classes of an order company. */
async function fill({ ids, records }: TestApp): Promise<Pick<OrderCompany, 'staff' | 'classTypes'>> {
  let serial = 0;
  const person = async (account: string, role: string, department: string) => {
    serial += 1;
    const like = await records.findOne('staff', { id: ids.sales });
    return records.insert('staff', {
      ...{ account, name: account, mobile: `1370000${1000 + serial}`, passwordHash: like?.passwordHash },
      ...{ departmentId: ids[department], roleIds: [ids[`role:${role}`]], projectIds: [ids.project] },
      ...{ firstLogin: false, receiveLeads: false, status: 'active' },
    });
  };
  const staff = {
    finance: await person('finance', 'finance', 'promotion'),
    finance2: await person('finance2', 'finance', 'promotion'),
    manager2: await person('manager2', 'manager', 'division'),
    academic: await person('academic', 'academic', 'promotion'),
    logistics: await person('logistics', 'logistics', 'promotion'),
    logistics2: await person('logistics2', 'logistics', 'promotion'),
    inspector: await person('inspector', 'quality_inspector', 'promotion'),
  };
  const limits = await records.findOne('pool', { id: ids.pool });
  const { id: _, version: __, createdAt: ___, updatedAt: ____, ...pool } = limits ?? { id: '', version: 0 };
  await records.insert('pool', { ...pool, name: '督学公海', kind: 'supervisor' });
  const classType = async (code: string, listPrice: number, floorPrice: number) => {
    const id = await records.insert('class_type', {
      ...{ code, name: `班型${code}`, projectId: ids.project, listPrice, floorPrice, serviceDays: 365 },
      ...{ hasSupervisor: true, guarantee: false, status: 'on' },
    });
    await records.insert('class_type_course', { classTypeId: id, name: '课程', lessonUnits: 100, openRule: 'at_once' });
    return id;
  };
  const classTypes = [await classType('A', 1_000_000, 700_000), await classType('B', 400_000, 300_000)] as const;
  for (const [role, maxRate, maxAmount] of [
    ['sales', 3, 30_000],
    ['group_leader', 8, null],
    ['manager', 15, null],
  ] as const)
    await records.insert('discount_policy', {
      ...{ name: role, targetType: 'role', roleId: ids[`role:${role}`], maxRate, maxAmount, enabled: true },
    });
  return { staff, classTypes };
}
