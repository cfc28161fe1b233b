import { describe, expect, it } from 'vitest';
import { send } from '../../testing/multipart.ts';
import {
  ago,
  company,
  done,
  minutesBetween,
  newCustomer,
  newOrder,
  notices,
  orderOf,
  raised,
  startWorkOrderCompany,
} from './work-order-company.testing.ts';

startWorkOrderCompany();

const linesOf = async (account: string, path: string) => (await company.call<string[]>(account, path)).data;
const tenMinute = (account: string) => linesOf(account, '/v1/work/order/ten/minute/query');
const expiry = (account: string) => linesOf(account, '/v1/work/order/processing/time/query');

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

  it('no attachment of a kind that is not meant, said at its place, on the order and in what is said of it', async () => {
    const customerId = await newCustomer();
    const list = Buffer.from('#EXTM3U\n#EXTINF:2,\n0.ts\n');
    const sent = (await send(company, 'sales', '/v1/file/upload?kinds=stream', '列表.m3u8', list)).json();
    const attachments = [sent.data.id];
    const fault = { code: 'E_INPUT_FILE', pointer: '/attachments', got: '列表.m3u8' };
    const refused = { code: '1', data: { error: { faults: [fault] } } };
    expect(await create({ type: 'service', customerId, attachments })).toMatchObject(refused);
    expect(await company.records.count('work_order', { customerId })).toBe(0);
    const id = await raised('service');
    const said = { workOrderId: id, content: '见附件', visibleToStudent: false, attachments };
    expect(await company.call('sales', '/v1/work/order/log/create', said)).toMatchObject(refused);
    expect(await company.records.count('work_order_log', { workOrderId: id })).toBe(0);
    const program = await send(company, 'sales', '/v1/file/upload', 'a.exe', Buffer.from('MZ\x90\0'.padEnd(300, 'x')));
    expect(program.json()).toMatchObject({ data: { error: { code: 'E_FILE_TYPE' } } });
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
    const refund = await orderOf(await raised('refund'));
    expect(refund.workHoursOnly).toBe(true);
    // Seconds are rounded.
    expect(Math.abs(minutesOfWeekdays(refund.createdAt, refund.resolveDue) - 5 * 24 * 60)).toBeLessThanOrEqual(1);
  });
});

/** Minutes between two moments that are not of a Saturday or Sunday, by the clock of the company. */
function minutesOfWeekdays(from: unknown, until: unknown): number {
  const first = Date.parse(String(from));
  const minutes = Array.from({ length: minutesBetween(from, until) }, (_, minute) => new Date(first + minute * 60_000));
  return minutes.filter((moment) => !['Sat', 'Sun'].includes(weekday.format(moment))).length;
}

const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'Asia/Shanghai' });

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

  it.each([
    ['service', '服务'],
    ['complaint', '投诉'],
    ['call_back', '回访'],
    ['after_sales', '售后'],
    ['rescue', '挽单'],
    ['refund', '退费'],
  ] as const)('are told of %s orders as of the others: unassigned, new, nearly late and late', async (kind, word) => {
    const { ids, records, database } = company;
    const id = await raised(kind);
    const { woNo } = await orderOf(id);
    const of = (lines: readonly string[]) => lines.filter((line) => line.includes(String(woNo)));
    expect(of(await tenMinute('group_leader'))).toEqual([]);
    await database.rows('update work_order set created_at = $2 where id = $1', [id, ago(10.5)]);
    expect(of(await tenMinute('group_leader'))).toEqual([`${word}工单【${woNo}】创建已超过10分钟未分配`]);
    await done('group_leader', 'assign', id, { assigneeId: ids.sales2 });
    expect(of(await tenMinute('group_leader'))).toEqual([]);
    expect(of(await tenMinute('sales2'))[0]).toContain(`您有新的${word}工单【${woNo}】待受理，请在`);
    expect(of(await expiry('sales2'))).toEqual([]);
    await records.update('work_order', id, { nearDue: ago(1), resolveDue: ago(-118.5) });
    expect(of(await expiry('sales2'))).toEqual([`工单【${woNo}】距离处理截止还有118分钟`]);
    await records.update('work_order', id, { resolveDue: ago(2.5) });
    expect(of(await expiry('sales2'))).toEqual([`工单【${woNo}】已超时2分钟，请尽快处理`]);
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
