import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ScheduleClock } from '../../jobs/schedule-clock.ts';
import { type JobWorker, startJobWorker } from '../../testing/job-worker.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let company: TestApp;
let worker: JobWorker;
let clock: ScheduleClock;
beforeAll(async () => {
  company = await startTestApp();
  worker = startJobWorker(company.documents, company.database);
  const { platform, schedules } = worker;
  const onFault = (error: unknown) => worker.faults.push(error);
  clock = new ScheduleClock({ db: platform.db, jobs: platform.services.jobs, schedules, onFault });
  await clock.look();
}, 60_000);
afterAll(async () => {
  await worker.close();
  await company.close();
});

/** Runs a schedule of the orders as if it were due just now, to its end. */
async function run(key: 'autoConfirm' | 'resume' | 'escalate'): Promise<void> {
  await company.database.rows("update schedule_state set due_at = now() - interval '1 minute' where key = $1", [
    `work_order.${key}`,
  ]);
  await clock.look();
  const open = "select 1 from background_job where status in ('pending', 'running')";
  await expect.poll(() => company.database.rows(open), { timeout: 30_000 }).toEqual([]);
  expect(worker.faults).toEqual([]);
}

const minute = 60_000;
const kinds = ['service', 'complaint', 'call_back', 'after_sales', 'rescue', 'refund'] as const;
type Kind = (typeof kinds)[number];

let serial = 0;

/** A customer of the group nobody has asked anything for yet. */
async function newCustomer(): Promise<string> {
  serial += 1;
  const { ids, records } = company;
  return records.insert('customer', {
    ...{ customerNo: `KHW${serial}`, name: `客户${serial}`, mobile: `1360000${1000 + serial}`, level: 'a' },
    ...{ stage: 'following', ownState: 'owned', channelId: ids.channel, intentionProjectIds: [ids.project] },
    ...{ ownerId: ids.sales, ownerDeptId: ids.group1, locked: false, followCount: 0, callCount: 0, orderCount: 0 },
    paidTotal: 0,
  });
}

/** A paid order of a customer. */
async function newOrder(ofCustomer: string, over: Record<string, unknown> = {}): Promise<string> {
  serial += 1;
  const { ids, records } = company;
  return records.insert('sales_order', {
    ...{ orderNo: `DDW${serial}`, kind: 'new', customerId: ofCustomer, projectId: ids.project, sellerId: ids.sales },
    ...{ sellerDeptId: ids.group1, listTotal: 1_000_000, discountTotal: 0, payableTotal: 1_000_000, payMode: 'full' },
    ...{ paidTotal: 1_000_000, refundedTotal: 0, status: 'in_service', refundFlag: 'none' },
    ...{ firstPaidAt: ago(10_000), paidAt: ago(10_000), ...over },
  });
}

/** A new order of a kind, of a customer of its own; raised by `sales` unless told. */
async function raised(kind: Kind, over: Record<string, unknown> = {}, by = 'sales'): Promise<string> {
  const of = await newCustomer();
  const orderId = kind === 'rescue' || kind === 'refund' ? { orderId: await newOrder(of) } : {};
  const body = { type: kind, customerId: of, title: '课程打不开', content: '昨晚起视频一直转圈', ...orderId, ...over };
  const answer = await company.call<{ id: string }>(by, '/v1/work/order/create', body);
  expect(answer).toMatchObject({ code: '0' });
  return answer.data.id;
}
const act = (account: string, action: string, id: string, input: Record<string, unknown> = {}) =>
  company.call(account, `/v1/work/order/${action}`, { id, ...input });
const done = async (account: string, action: string, id: string, input: Record<string, unknown> = {}) =>
  expect(await act(account, action, id, input), action).toMatchObject({ code: '0' });
const orderOf = async (id: string) => {
  const order = await company.records.findOne('work_order', { id });
  if (order === undefined) throw new TypeError(`no order ${id}`);
  return order;
};
const notices = (id: string) => company.records.find('notification', { linkId: id });
const linesOf = async (account: string, path: string) => (await company.call<string[]>(account, path)).data;
const tenMinute = (account: string) => linesOf(account, '/v1/work/order/ten/minute/query');
const expiry = (account: string) => linesOf(account, '/v1/work/order/processing/time/query');
const minutesBetween = (from: unknown, to: unknown) =>
  Math.round((Date.parse(String(to)) - Date.parse(String(from))) / minute);
const ago = (minutes: number) => new Date(Date.now() - minutes * minute).toISOString();

describe('a work order', () => {
  it('gets its number, its author and the deadlines of its kind', async () => {
    const order = await orderOf(await raised('service'));
    expect(order).toMatchObject({
      woNo: expect.stringMatching(/^GD\d{14}$/),
      status: 'pending_assign',
      priority: 'normal',
      creatorId: company.ids.sales,
      assigneeDeptId: company.ids.group1,
    });
    const minutesUntil = (moment: unknown) => Math.round((Date.parse(String(moment)) - Date.now()) / minute);
    expect([minutesUntil(order.respondDue), minutesUntil(order.resolveDue)]).toEqual([30, 24 * 60]);
    const urgent = await orderOf(await raised('complaint', { priority: 'urgent' }));
    expect([minutesUntil(urgent.respondDue), minutesUntil(urgent.resolveDue)]).toEqual([10, 24 * 60]);
  });

  it('is changed by who raised it alone, and by nobody once it is assigned', async () => {
    const id = await raised('service');
    const modify = (account: string, version: number, over: Record<string, unknown>) =>
      company.call(account, '/v1/work/order/modify', { id, version, ...over });
    expect(await modify('sales', 1, { title: '打不开课程' })).toMatchObject({ code: '0' });
    expect(await modify('group_leader', 2, { title: '代改' })).toMatchObject({
      message: '待分配的工单由创建人修改，处理中的由处理人填写回访问卷',
    });
    await done('group_leader', 'assign', id, { assigneeId: company.ids.sales2 });
    for (const account of ['sales', 'sales2', 'group_leader', 'admin']) {
      const answer = await modify(account, 3, { title: '再改', liableStaffId: company.ids.sales });
      expect(answer.code, account).not.toBe('0');
    }
    expect(await orderOf(id)).toMatchObject({ title: '打不开课程', liableStaffId: null, version: 3 });
  });

  it('tells everybody who gets a copy, once it is assigned', async () => {
    const id = await raised('service', { ccIds: [company.ids.sales, company.ids.admin] });
    expect(await notices(id)).toEqual([]);
    await done('group_leader', 'assign', id, { assigneeId: company.ids.sales2 });
    const told = (await notices(id)).map(({ receiverId, title }) => `${receiverId} ${title}`).toSorted();
    expect(told).toEqual(
      [
        `${company.ids.sales2} 服务工单待处理`,
        `${company.ids.sales} 服务工单抄送`,
        `${company.ids.admin} 服务工单抄送`,
      ].toSorted(),
    );
  });

  it('opened again takes back the calls that were to ask how it went', async () => {
    const id = await raised('complaint');
    const call = async (status: string) =>
      company.records.insert('work_order', {
        ...{
          woNo: `GD-${status}`,
          type: 'call_back',
          title: '投诉回访',
          content: '请回访',
          source: 'system',
          priority: 'normal',
        },
        ...{
          customerId: (await orderOf(id)).customerId,
          parentId: id,
          status,
          creatorId: company.ids.sales,
          assigneeDeptId: company.ids.group1,
        },
        ...{ assigneeId: status === 'processing' ? company.ids.sales2 : null },
        ...{ pausedMinutes: 0, escalationLevel: 0, transferCount: 0, urgeCount: 0, reopenCount: 0 },
      });
    const [waiting, taken] = [await call('pending_assign'), await call('processing')];
    const { resolveDue: due } = await orderOf(id);
    await company.records.update('work_order', id, {
      ...{ status: 'closed', resolvedAt: ago(90), closedAt: ago(60), assigneeId: company.ids.sales2 },
    });
    await done('admin', 'reopen/closed', id, { reason: '又打不开了' });
    expect(await orderOf(waiting)).toMatchObject({ status: 'cancelled' });
    expect(await orderOf(taken)).toMatchObject({ status: 'processing' });
    // What it waited for its confirmation is nobody's delay.
    expect(minutesBetween(due, (await orderOf(id)).resolveDue)).toBe(90);
  });

  it.each([
    ['service', '11', '服务'],
    ['complaint', '10', '投诉'],
    ['call_back', '17', '回访'],
    ['after_sales', '17', '售后'],
    ['rescue', '17', '挽单'],
    ['refund', '17', '退费'],
  ] as const)(
    'of kind %s tells the receiver by a notice of type %s, in the change that assigns it',
    async (kind, type, word) => {
      const id = await raised(kind);
      await done('group_leader', 'assign', id, { assigneeId: company.ids.sales2 });
      const { woNo } = await orderOf(id);
      expect(await notices(id)).toMatchObject([
        {
          receiverId: company.ids.sales2,
          type,
          linkEntity: 'work_order',
          stage: '1',
          content: `您有新的${word}工单【${woNo}】待受理：课程打不开`,
        },
      ]);
      expect(await act('group_leader', 'assign', id, { assigneeId: company.ids.sales })).toMatchObject({ code: '1' });
      expect(await notices(id)).toHaveLength(1);
    },
  );

  it('goes from hand to hand to its end, each step for whom it is meant', async () => {
    const id = await raised('service');
    expect(await act('sales', 'assign', id, { assigneeId: company.ids.sales2 })).toMatchObject({
      data: { error: { code: 'E_NO_PERMISSION' } },
    });
    await done('group_leader', 'assign', id, { assigneeId: company.ids.sales2 });
    expect(await act('sales', 'accept', id)).toMatchObject({ message: '只有处理人可以受理' });
    await done('sales2', 'accept', id);
    await done('sales2', 'pause', id, { reason: '等学员回电', pauseUntil: ago(-120) });
    const { resolveDue, escalateAt, nearDue } = await orderOf(id);
    await company.records.update('work_order', id, { pausedAt: ago(60) });
    await done('sales2', 'resume', id);
    const resumed = await orderOf(id);
    expect(resumed).toMatchObject({ pausedMinutes: 60, pausedAt: null, pauseUntil: null });
    for (const [before, after] of [
      [resolveDue, resumed.resolveDue],
      [escalateAt, resumed.escalateAt],
      [nearDue, resumed.nearDue],
    ])
      expect(minutesBetween(before, after)).toBe(60);
    await done('sales2', 'resolve', id, { solution: '已重置播放权限' });
    expect(await act('sales2', 'confirm', id)).toMatchObject({ message: '只有创建人与质检可以确认关闭' });
    await done('sales', 'reopen', id, { reason: '还是打不开' });
    expect(await orderOf(id)).toMatchObject({ status: 'processing', reopenCount: 1, priority: 'high' });
    await done('sales2', 'resolve', id, { solution: '换了线路' });
    await done('sales', 'confirm', id, { satisfaction: 5 });
    expect(await orderOf(id)).toMatchObject({ status: 'closed', satisfaction: 5, closedAt: expect.any(String) });
    expect(await company.records.count('operation_log', { entityId: id })).toBe(9);
  });

  it('of a complaint is not given to whom it is about nor to who wrote it down, needs a verdict, and ends in one call-back', async () => {
    const id = await raised('complaint', { liableStaffId: company.ids.sales2 });
    expect(await act('group_leader', 'assign', id, { assigneeId: company.ids.sales2 })).toMatchObject({
      message: '不能分配给被投诉的人',
    });
    expect(await act('group_leader', 'assign', id, { assigneeId: company.ids.sales })).toMatchObject({
      message: '投诉工单不能由创建人自己处理',
    });
    await done('group_leader', 'assign', id, { assigneeId: company.ids.sales3 });
    await done('sales3', 'accept', id);
    expect(await act('sales3', 'resolve', id, { solution: '已致歉' })).toMatchObject({
      message: expect.stringContaining('投诉工单须定责'),
    });
    await done('sales3', 'resolve', id, { solution: '已致歉', liable: 'full' });
    expect(await orderOf(id)).toMatchObject({ liableStaffId: company.ids.sales2 });
    const { customerId } = await orderOf(id);
    const calls = () => company.records.find('work_order', { parentId: id, type: 'call_back' });
    await done('sales', 'confirm', id, { satisfaction: 4 });
    expect(await calls()).toMatchObject([
      {
        status: 'pending_assign',
        source: 'system',
        callbackKind: 'closed_wo',
        customerId,
        creatorId: company.ids.sales,
      },
    ]);
    // Taken up already, the call-back stays, and closing once more makes no second one.
    const [call] = await calls();
    await done('admin', 'assign', String(call?.id), { assigneeId: company.ids.sales3 });
    await done('admin', 'reopen/closed', id, { reason: '又来电' });
    await done('sales3', 'resolve', id, { solution: '再次致歉', liable: 'none' });
    await company.records.update('work_order', id, { resolvedAt: ago(72 * 60 + 1) });
    await run('autoConfirm');
    expect(await orderOf(id)).toMatchObject({ status: 'closed', autoClosed: true });
    expect(await calls()).toHaveLength(1);
  });

  it('changes hands three times at most, never to somebody who left, and can be sent back', async () => {
    const id = await raised('service');
    await done('group_leader', 'assign', id, { assigneeId: company.ids.sales });
    await company.records.update('staff', String(company.ids.sales3), { status: 'resigned' });
    expect((await act('group_leader', 'transfer', id, { assigneeId: company.ids.sales3 })).code).toBe('1');
    await company.records.update('staff', String(company.ids.sales3), { status: 'active' });
    expect(await act('sales2', 'transfer', id, { assigneeId: company.ids.sales2 })).toMatchObject({
      data: { error: { code: 'E_NOT_FOUND' } },
    });
    for (const next of ['sales2', 'sales', 'sales2'])
      await done('group_leader', 'transfer', id, { assigneeId: company.ids[next] });
    expect(await act('group_leader', 'transfer', id, { assigneeId: company.ids.sales })).toMatchObject({
      message: '已转派 3 次，请经理改派，或退回后由主管分配',
    });
    await done('manager', 'reassign', id, { assigneeId: company.ids.sales, reason: '换人' });
    await done('manager', 'reassign', id, { assigneeId: company.ids.sales2, reason: '再换' });
    expect(await orderOf(id)).toMatchObject({ transferCount: 5, assigneeId: company.ids.sales2 });
    await done('sales2', 'decline', id, { reason: '不归我管' });
    expect(await orderOf(id)).toMatchObject({ status: 'pending_assign', assigneeId: null });
    await done('sales', 'cancel', id);
  });

  it('is urged once in half an hour and raised to the leader when late', async () => {
    const id = await raised('service');
    await done('group_leader', 'assign', id, { assigneeId: company.ids.sales2 });
    await done('sales', 'urge', id);
    expect(await act('sales', 'urge', id)).toMatchObject({ message: '每 30 分钟只能催单一次' });
    expect((await act('sales2', 'escalate', id)).code).toBe('1');
    const { ids } = company;
    await company.records.update('staff', String(ids.sales2), { leaderId: ids.group_leader });
    await company.records.update('staff', String(ids.group_leader), { leaderId: ids.manager });
    await company.records.update('work_order', id, { respondDue: ago(1), escalateAt: ago(1) });
    await run('escalate');
    expect(await orderOf(id)).toMatchObject({
      escalationLevel: 1,
      escalatedToId: ids.group_leader,
      ccIds: [ids.group_leader],
    });
    expect(minutesBetween(ago(0), (await orderOf(id)).escalateAt)).toBe(239);
    // Not before four hours are over, then to whoever is above, and not a fourth time.
    await run('escalate');
    expect(await orderOf(id)).toMatchObject({ escalationLevel: 1 });
    for (const level of [2, 3]) {
      await company.records.update('work_order', id, { escalateAt: ago(1) });
      await run('escalate');
      expect(await orderOf(id)).toMatchObject({ escalationLevel: level, escalatedToId: ids.manager });
    }
    expect(await orderOf(id)).toMatchObject({ escalateAt: null, ccIds: [ids.group_leader, ids.manager] });
    expect((await act('sales2', 'escalate', id)).code).toBe('1');
    const told = (await notices(id))
      .filter(({ title }) => title === '工单升级提醒')
      .map(({ receiverId }) => receiverId);
    expect(told.toSorted()).toEqual(
      [ids.group_leader, ids.manager, ids.manager, ids.sales2, ids.sales2, ids.sales2].toSorted(),
    );
    // Taken up, it goes up again only when it is not solved in time.
    const other = await raised('service');
    await done('group_leader', 'assign', other, { assigneeId: ids.sales2 });
    await done('sales2', 'accept', other);
    const { resolveDue, escalateAt } = await orderOf(other);
    expect(escalateAt).toBe(resolveDue);
  });

  it('shows in the lists of those concerned, each kind in its own', async () => {
    const id = await raised('service', { title: '只给相关的人看' });
    await done('group_leader', 'assign', id, { assigneeId: company.ids.sales2 });
    const seen = async (account: string, page: string) =>
      (
        await company.call<{ total: number }>(
          account,
          '/v1/work/order/query',
          { fields: ['id'], where: { field: 'title', op: 'eq', value: '只给相关的人看' } },
          { 'x-app-page': page },
        )
      ).data.total;
    expect(await seen('sales2', 'servicelist')).toBe(1);
    expect(await seen('sales', 'servicelist')).toBe(1);
    expect(await seen('sales2', 'myComplaintWorkOrder')).toBe(0);
    expect(await seen('sales3', 'servicelist')).toBe(0);
    expect(await seen('group_leader', 'servicelist')).toBe(0);
  });
});

describe('what is asked of a new order', () => {
  const create = (body: Record<string, unknown>, by = 'sales') =>
    company.call<{ id: string; once?: readonly { title: string; value: string }[] }>(by, '/v1/work/order/create', {
      ...{ title: '退费', content: '不想学了', ...body },
    });

  it('an order of his own where it is about money, and nobody who complains of himself or hears of it', async () => {
    const [customerId, other] = [await newCustomer(), await newCustomer()];
    const { ids } = company;
    const complaint = { type: 'complaint', customerId };
    for (const [body, message] of [
      [{ type: 'rescue', customerId }, '挽单、退费工单须选订单'],
      [{ type: 'refund', customerId }, '挽单、退费工单须选订单'],
      [{ type: 'refund', customerId, orderId: await newOrder(other) }, '订单须是这位客户的'],
      [{ ...complaint, liableStaffId: ids.sales }, '对自己的投诉须由别人登记'],
      [{ ...complaint, liableStaffId: ids.sales2, ccIds: [ids.sales2] }, '不能抄送给被投诉的人'],
    ] as const)
      expect(JSON.stringify(await create(body)), message).toContain(message);
    expect(await company.records.count('work_order', { customerId })).toBe(0);
    const id = await raised('service');
    const answer = await company.call('sales', '/v1/work/order/modify', { id, version: 1, type: 'complaint' });
    expect(JSON.stringify(answer)).toContain('工单类型不能更改');
  });

  it('joins the open one of the same kind of the same day, which is urged; fifty at once make one order', async () => {
    const customerId = await newCustomer();
    const first = await create({ type: 'service', customerId, title: '打不开' });
    expect(first.data.once).toBeUndefined();
    await done('group_leader', 'assign', first.data.id, { assigneeId: company.ids.sales2 });
    const again = await create({ type: 'service', customerId, title: '还是打不开', content: '换了手机也不行' });
    const { woNo } = await orderOf(first.data.id);
    expect(again).toMatchObject({ code: '0', data: { id: first.data.id, once: [{ value: woNo }] } });
    expect(await company.records.find('work_order_log', { workOrderId: first.data.id })).toMatchObject([
      { content: '再次提出：还是打不开\n换了手机也不行' },
    ]);
    expect(await orderOf(first.data.id)).toMatchObject({ urgeCount: 1 });
    expect((await notices(first.data.id)).map(({ title }) => title)).toContain('服务工单被催办');
    // Soon after, it is a comment and no second urging.
    await create({ type: 'service', customerId, title: '又来问' });
    expect(await orderOf(first.data.id)).toMatchObject({ urgeCount: 1 });
    // Of another kind, about an order, or a day later, it is one of its own.
    const orderId = await newOrder(customerId);
    const others = [
      await create({ type: 'after_sales', customerId }),
      await create({ type: 'service', customerId, orderId }),
    ];
    await company.database.rows("update work_order set created_at = now() - interval '25 hours' where id = $1", [
      first.data.id,
    ]);
    others.push(await create({ type: 'service', customerId }));
    expect(new Set([first, ...others].map(({ data }) => data.id)).size).toBe(4);
    const busy = await newCustomer();
    const asked = Array.from({ length: 50 }, () => create({ type: 'after_sales', customerId: busy }));
    const answers = await Promise.all(asked);
    expect(new Set(answers.map(({ code, data }) => `${code} ${data.id}`)).size).toBe(1);
    expect(await company.records.count('work_order', { customerId: busy })).toBe(1);
    expect(await company.records.count('work_order_log', { workOrderId: answers[0]?.data.id })).toBe(49);
  });

  it('time by the rules of its company, as they stood when it came', async () => {
    const write = (values: Record<string, unknown>) =>
      company.call<{ id: string }>('admin', '/v1/sla/policy/create', {
        ...{ type: 'after_sales', respondMinutes: 60, resolveMinutes: 600, ...values },
      });
    const rest = await write({ nearExpiryMinutes: 30 });
    expect(rest).toMatchObject({ code: '0' });
    expect(JSON.stringify(await write({}))).toContain('该类型已有用于其余优先级的规则');
    expect(JSON.stringify(await write({ priority: 'low', resolveMinutes: 5 }))).toContain('响应时限不长于解决时限');
    expect(await write({ priority: 'urgent', respondMinutes: 5, resolveMinutes: 50 })).toMatchObject({ code: '0' });
    const times = async (id: string) => {
      const { createdAt, respondDue, resolveDue, nearDue, escalateAt } = await orderOf(id);
      return [respondDue, resolveDue, nearDue, escalateAt].map((moment) => minutesBetween(createdAt, moment));
    };
    const old = await raised('after_sales');
    expect(await times(old)).toEqual([60, 600, 570, 60]);
    expect(await times(await raised('after_sales', { priority: 'urgent' }))).toEqual([5, 50, 0, 5]);
    await company.call('admin', '/v1/sla/policy/modify', { id: rest.data.id, version: 1, resolveMinutes: 900 });
    expect(await times(await raised('after_sales'))).toEqual([60, 900, 870, 60]);
    expect(await times(old)).toEqual([60, 600, 570, 60]);
    // Five working days take seven days and more.
    const refund = await orderOf(await raised('refund'));
    expect(refund.workHoursOnly).toBe(true);
    expect(minutesBetween(refund.createdAt, refund.resolveDue)).toBeGreaterThanOrEqual(7 * 24 * 60);
  });
});

describe('a complaint', () => {
  it('is there for all whom it concerns but whom it is about: in no list, panorama, search, history or notice', async () => {
    const { ids } = company;
    const customerId = await newCustomer();
    const secret = '机密投诉人王某';
    // The leader of the very group, who reaches all its orders, is complained of.
    const body = { type: 'complaint', customerId, title: secret, content: '态度差', liableStaffId: ids.group_leader };
    const { id } = (await company.call<{ id: string }>('sales', '/v1/work/order/create', body)).data;
    const open = await raised('complaint', { title: '别的投诉' });
    await company.records.insert('work_order_log', { workOrderId: id, content: secret, visibleToStudent: false });
    const isSeenBy = async (account: string) => {
      const query = { fields: ['woNo', 'title', 'customer.name'], size: 200, count: 'exact' };
      const answers = [
        await company.call(account, '/v1/work/order/query', query),
        await company.call(account, '/v1/work/order/query', { ...query, search: secret }),
        await company.call(account, '/v1/work/order/view', { id, fields: ['title'] }),
        await company.call(account, '/v1/work/order/history', { id }),
        await company.call(account, '/v1/work/order/log/query', { fields: ['content', 'workOrder.title'], size: 200 }),
        await company.call(account, '/v1/sys/user/notify/all/query'),
      ];
      expect(JSON.stringify(answers[0]), account).toContain((await orderOf(open)).woNo);
      return JSON.stringify(answers).includes(secret);
    };
    expect(await isSeenBy('manager')).toBe(true);
    expect(await isSeenBy('group_leader')).toBe(false);
    const missing = { data: { error: { code: 'E_NOT_FOUND' } } };
    expect(await act('group_leader', 'assign', id, { assigneeId: ids.sales3 })).toMatchObject(missing);
    // Handled, late and opened again, it still tells him nothing, though he leads who handles it.
    await done('manager', 'assign', id, { assigneeId: ids.sales2 });
    await company.records.update('staff', String(ids.sales2), { leaderId: ids.group_leader });
    await company.records.update('staff', String(ids.group_leader), { leaderId: ids.manager });
    await company.records.update('work_order', id, { escalateAt: ago(1) });
    await run('escalate');
    await done('sales2', 'accept', id);
    await done('sales2', 'resolve', id, { solution: '核实属实', liable: 'full' });
    await done('sales', 'reopen', id, { reason: secret });
    await done('sales2', 'resolve', id, { solution: '再次核实', liable: 'full' });
    await done('sales', 'confirm', id, { satisfaction: 1 });
    expect(await orderOf(id)).toMatchObject({ escalatedToId: ids.manager, status: 'closed' });
    expect(await isSeenBy('group_leader')).toBe(false);
    expect((await notices(id)).map(({ receiverId }) => receiverId)).not.toContain(ids.group_leader);
    // And neither does the call that asks how it went.
    const [call] = await company.records.find('work_order', { parentId: id });
    expect(await act('group_leader', 'assign', String(call?.id), { assigneeId: ids.sales2 })).toMatchObject(missing);
  });

  it('makes amends by a refund of the order, beyond the limit with a second person’s word', async () => {
    const customerId = await newCustomer();
    const orderId = await newOrder(customerId);
    const answer = { solution: '退还一部分', liable: 'none' };
    const bare = await handled('complaint');
    expect(await act('sales2', 'resolve', bare, { ...answer, compensation: 100 })).toMatchObject({
      message: '补偿经退费入账，须是选了订单的投诉工单',
    });
    const id = await handled('complaint', { customerId, orderId });
    await done('sales2', 'resolve', id, { ...answer, compensation: 50_001 });
    // It waits for somebody else, and nothing has changed.
    expect(await orderOf(id)).toMatchObject({ status: 'processing', compensation: null });
    const waiting = await company.call<{ list: readonly { id: string }[] }>('manager', '/v1/second/query', {});
    const asked = { id: waiting.data.list[0]?.id };
    expect((await company.call('group_leader', '/v1/second/confirm', asked)).code).not.toBe('0');
    expect(await company.call('manager', '/v1/second/confirm', asked)).toMatchObject({ code: '0' });
    expect(await orderOf(id)).toMatchObject({ status: 'pending_confirm', compensation: 50_001 });
    await done('sales', 'confirm', id);
    expect(await company.records.find('work_order', { parentId: id, type: 'refund' })).toMatchObject([
      { orderId, refundApplyAmount: 50_001, status: 'pending_assign', workHoursOnly: true },
    ]);
  });
});

/** An order of a kind that `sales2` is at work on. */
async function handled(kind: Kind, over: Record<string, unknown> = {}): Promise<string> {
  const id = await raised(kind, over);
  await done('group_leader', 'assign', id, { assigneeId: company.ids.sales2 });
  await done('sales2', 'accept', id);
  return id;
}

describe('the other kinds', () => {
  it('a call-back asks the questions of its kind, answered before it is done; three calls before nobody answered', async () => {
    const template = await company.call<{ id: string }>('admin', '/v1/callback/template/create', {
      ...{ name: '服务回访', kind: 'service' },
      questions: [
        { question: '满意吗', kind: 'score', required: true },
        { question: '还有什么建议', kind: 'text', required: false },
      ],
    });
    expect(template, JSON.stringify(template)).toMatchObject({ code: '0' });
    const id = await handled('call_back', { callbackKind: 'service' });
    // The questions of an order stay, whatever becomes of the template.
    const off = { id: template.data.id, enabled: false };
    expect(await company.call('admin', '/v1/callback/template/status/modify', off)).toMatchObject({ code: '0' });
    const answers = await company.records.find('callback_answer', { workOrderId: id });
    const [first, second] = ['满意吗', '还有什么建议'].map(
      (text) => answers.find(({ question }) => question === text)?.id,
    );
    expect(answers).toHaveLength(2);
    expect(await act('sales2', 'resolve', id, { solution: '已问', callbackResult: 'done' })).toMatchObject({
      message: '请先在“回访问卷”里答完必答的问题',
    });
    const { version } = await orderOf(id);
    const save = (rows: readonly object[], account = 'sales2') =>
      company.call(account, '/v1/work/order/modify', { id, version, answers: rows });
    for (const [rows, words] of [
      [[{ id: first, score: 5 }], '不能删除'],
      [[{ id: first, score: 5 }, { id: second }, { text: '加一题' }], ''],
      [[{ id: first, score: 6 }, { id: second }], ''],
      [[{ id: first }, { id: second, score: 3 }], '评分题填评分'],
      [[{ id: first, question: '改一改' }, { id: second }], '问题不能改'],
    ] as const) {
      const answer = await save(rows);
      expect(answer.code, JSON.stringify(rows)).not.toBe('0');
      expect(JSON.stringify(answer)).toContain(words);
    }
    expect((await save([{ id: first, score: 1 }, { id: second }], 'sales')).code).not.toBe('0');
    expect(await save([{ id: first, score: 5 }, { id: second }])).toMatchObject({ code: '0' });
    await done('sales2', 'resolve', id, { solution: '已问', callbackResult: 'done' });

    const silent = await handled('call_back');
    const nobody = { solution: '未接', callbackResult: 'no_answer' };
    for (const made of [0, 1, 2]) {
      expect(await act('sales2', 'resolve', silent, nobody), String(made)).toMatchObject({
        message: '拨打次数还不够（按该类回访问卷的设置，至少 3 次），不能填未接通',
      });
      await company.records.insert('call_record', {
        ...{ callNo: `THW${made}`, provider: 'hl', direction: 'out', staffId: company.ids.sales2, bizId: silent },
        ...{ departmentId: company.ids.group1, bizType: 'work_order', startedAt: ago(5), endedAt: ago(4) },
        ...{ talkSeconds: 0, status: 'no_answer', confirmation: 'line', forbiddenHitCount: 0, qaStatus: 'none' },
      });
    }
    await done('sales2', 'resolve', silent, nobody);
  });

  it('a rescue that fails makes one refund order of the same order; a refund is done once the order’s is', async () => {
    const id = await handled('rescue', { refundApplyAmount: 750_000 });
    const fail = { solution: '劝不住', rescueResult: 'fail' };
    expect(await act('sales2', 'resolve', id, { solution: '留下了', rescueResult: 'partial' })).toMatchObject({
      message: '挽回的须写明挽回方案与金额',
    });
    await done('sales2', 'resolve', id, fail);
    const refunds = () => company.records.find('work_order', { parentId: id });
    const { orderId } = await orderOf(id);
    expect(await refunds()).toMatchObject([
      { type: 'refund', orderId, refundApplyAmount: 750_000, source: 'transfer' },
    ]);
    await done('sales', 'reopen', id, { reason: '再谈一次' });
    await done('sales2', 'resolve', id, fail);
    expect(await refunds()).toHaveLength(1);
    const [refund] = await refunds();
    const refundId = String(refund?.id);
    await done('group_leader', 'assign', refundId, { assigneeId: company.ids.sales2 });
    await done('sales2', 'accept', refundId);
    await company.records.update('sales_order', String(orderId), { refundFlag: 'applying' });
    expect(await act('sales2', 'resolve', refundId, { solution: '已退' })).toMatchObject({
      message: '订单的退费还在办理，办完再提交结果',
    });
    await company.records.update('sales_order', String(orderId), { refundFlag: 'none' });
    await done('sales2', 'resolve', refundId, { solution: '学员撤回' });
  });

  it('a complaint leads to a rescue or an after-sales order beside it', async () => {
    const customerId = await newCustomer();
    const id = await handled('complaint', { customerId, orderId: await newOrder(customerId) });
    await done('sales2', 'derive', id, { rescue: true, request: '学员要求退费' });
    await done('sales2', 'derive', id, { rescue: false, request: '补寄教材' });
    const made = (await company.records.find('work_order', { parentId: id })).map(({ type }) => type);
    expect(made.toSorted()).toEqual(['after_sales', 'rescue']);
    expect(await orderOf(id)).toMatchObject({ status: 'processing' });
  });

  it('on hold ends by itself, at the latest after three days in all, which never count', async () => {
    const id = await handled('after_sales');
    for (const pauseUntil of [ago(1), ago(-4321)])
      expect((await act('sales2', 'pause', id, { reason: '等厂家', pauseUntil })).code).toBe('1');
    await done('sales2', 'pause', id, { reason: '等厂家', pauseUntil: ago(-4319) });
    const { resolveDue } = await orderOf(id);
    await run('resume');
    expect(await orderOf(id)).toMatchObject({ status: 'paused' });
    // The run comes late: what is over stays over.
    await company.records.update('work_order', id, { pausedAt: ago(4330), pauseUntil: ago(10) });
    await run('resume');
    const resumed = await orderOf(id);
    expect(resumed).toMatchObject({ status: 'processing', pausedMinutes: 4320 });
    expect(minutesBetween(resolveDue, resumed.resolveDue)).toBe(4320);
    expect(await act('sales2', 'pause', id, { reason: '再等', pauseUntil: ago(-5) })).toMatchObject({ code: '1' });
  });

  it('end a study service: the call about the exam is made by the schedule that ends it', async () => {
    const customerId = await newCustomer();
    const orderId = await newOrder(customerId);
    const { ids, records, database } = company;
    const service = await records.insert('study_service', {
      ...{
        serviceNo: 'DXW1',
        orderId,
        customerId,
        studentName: '学员',
        projectId: ids.project,
        supervisorId: ids.sales3,
      },
      ...{ supervisorDeptId: ids.group2, ownState: 'assigned', status: 'serving', pauseCount: 0, riskLevel: 'none' },
      serviceEndOn: '2026-01-01',
    });
    await database.rows(
      "update schedule_state set due_at = now() - interval '1 minute' where key = 'study_service.finish'",
    );
    await clock.look();
    await expect
      .poll(() => records.find('work_order', { customerId }), { timeout: 30_000 })
      .toMatchObject([
        { type: 'call_back', callbackKind: 'exam', orderId, creatorId: ids.sales3, assigneeDeptId: ids.group2 },
      ]);
    expect(await records.findOne('study_service', { id: service })).toMatchObject({ status: 'finished' });
  });

  it('of fifty who assign one at once, one does; what happens to it is logged once', async () => {
    const id = await raised('rescue');
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        act('group_leader', 'assign', id, { assigneeId: company.ids[at % 2 === 0 ? 'sales' : 'sales2'] }),
      ),
    );
    expect(answers.filter(({ code }) => code === '0')).toHaveLength(1);
    expect(await notices(id)).toHaveLength(1);
    expect(await company.records.count('operation_log', { entityId: id })).toBe(2);
  });
});

describe('the alerts', () => {
  it('name what was assigned within ten minutes and waits, to its receiver alone, until he takes it', async () => {
    const id = await raised('complaint');
    const { woNo } = await orderOf(id);
    await done('group_leader', 'assign', id, { assigneeId: company.ids.sales3 });
    const line = (await tenMinute('sales3')).find((text) => text.includes(String(woNo)));
    expect(line).toMatch(/^您有新的投诉工单【GD\d{14}】待受理，请在\d+\/\d+ \d\d:\d\d前处理$/);
    expect((await tenMinute('sales2')).join()).not.toContain(String(woNo));
    await company.records.update('work_order', id, { assignedAt: ago(11) });
    expect((await tenMinute('sales3')).join()).not.toContain(String(woNo));
    await company.records.update('work_order', id, { assignedAt: ago(1) });
    await done('sales3', 'accept', id);
    expect((await tenMinute('sales3')).join()).not.toContain(String(woNo));
  });

  it('name leads of ten minutes, and to who assigns what nobody has been given', async () => {
    await company.records.insert('lead', {
      leadNo: 'XS1',
      name: '赵六',
      mobile: '13711112222',
      projectId: company.ids.project,
      channelId: company.ids.channel,
      intention: 'middle',
      promoterId: company.ids.promoter,
      promoterDeptId: company.ids.promotion,
      assigneeId: company.ids.sales3,
      assigneeDeptId: company.ids.group2,
      status: 'assigned',
      assignedAt: ago(2),
      // The rule it came by gives half an hour.
      acceptDeadline: ago(-28),
      reassignCount: 0,
    });
    expect(await tenMinute('sales3')).toContain('您有新的线索【赵六】待跟进，请在30分钟内联系');
    const id = await raised('service');
    const { woNo } = await orderOf(id);
    const line = `服务工单【${woNo}】创建已超过10分钟未分配`;
    expect(await tenMinute('group_leader')).not.toContain(line);
    await company.database.rows('update work_order set created_at = $2 where id = $1', [id, ago(10.5)]);
    expect(await tenMinute('group_leader')).toContain(line);
    expect(await tenMinute('sales')).not.toContain(line);
  });

  it('name what is nearly or already late: one’s own, and the department’s to who assigns', async () => {
    const id = await raised('service');
    const { woNo } = await orderOf(id);
    await done('group_leader', 'assign', id, { assigneeId: company.ids.sales2 });
    const of = async (account: string) => (await expiry(account)).filter((text) => text.includes(String(woNo)));
    expect(await of('sales2')).toEqual([]);
    await company.records.update('work_order', id, { resolveDue: ago(-35.5), nearDue: ago(84.5) });
    expect(await of('sales2')).toEqual([`工单【${woNo}】距离处理截止还有35分钟`]);
    expect(await of('group_leader')).toHaveLength(1);
    expect(await of('sales')).toEqual([]);
    await company.records.update('work_order', id, { resolveDue: ago(12.5) });
    expect(await of('sales2')).toEqual([`工单【${woNo}】已超时12分钟，请尽快处理`]);
  });

  it('are one for each: how many there are is told by their number', async () => {
    const ofOrders = async () => (await tenMinute('sales3')).filter((line) => line.includes('工单'));
    const before = await ofOrders();
    for (let made = 0; made < 4; made++) {
      const id = await raised('service');
      await done('group_leader', 'assign', id, { assigneeId: company.ids.sales3 });
    }
    const lines = (await ofOrders()).filter((line) => !before.includes(line));
    expect(lines).toHaveLength(4);
    for (const line of lines) expect(line).toMatch(/^您有新的服务工单【GD\d{14}】待受理/);
  });

  it('are empty for who may see no work orders', async () => {
    expect(await tenMinute('promoter')).toEqual([]);
    expect(await expiry('promoter')).toEqual([]);
  });
});

describe('an announcement', () => {
  it('that shall be pushed becomes a notice of type 13 of everybody it is meant for, once', async () => {
    const publish = async (over: Record<string, unknown>) => {
      const body = { title: '五一活动', content: '<p>报名&nbsp;<b>减</b> 100 元</p>', notify: true, ...over };
      const { data } = await company.call<{ id: string }>('admin', '/v1/announcement/create', body);
      expect((await company.call('admin', '/v1/announcement/publish', { id: data.id })).code).toBe('0');
      return company.database.rows('select receiver_id, content from notification where dedupe_key like $1', [
        `announcement:${data.id}:%`,
      ]);
    };
    const all = await publish({});
    expect(all).toHaveLength(await company.records.count('staff', { status: 'active' }));
    expect(all[0]?.content).toBe('报名 减 100 元');
    const some = await publish({ departmentIds: [company.ids.group1] });
    expect(some.map((row) => row.receiver_id).sort()).toEqual(
      [company.ids.group_leader, company.ids.sales, company.ids.sales2].sort(),
    );
    expect(await publish({ notify: false })).toEqual([]);
  });
});
