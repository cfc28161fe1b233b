import { describe, expect, it } from 'vitest';
import { downloaded } from '../../testing/read-export.ts';
import {
  act,
  ago,
  clock,
  company,
  done,
  type Kind,
  minutesBetween,
  newCustomer,
  newOrder,
  notices,
  orderOf,
  raised,
  run,
  startWorkOrderCompany,
} from './work-order-company.testing.ts';

startWorkOrderCompany();

/** An order of a kind that `sales2` is at work on. */
async function handled(kind: Kind, over: Record<string, unknown> = {}): Promise<string> {
  const id = await raised(kind, over);
  await done('group_leader', 'assign', id, { assigneeId: company.ids.sales2 });
  await done('sales2', 'accept', id);
  return id;
}

/** All work orders somebody may take out, as the file has them. */
async function exportedBy(account: string): Promise<string> {
  const body = { format: 'csv', columns: ['woNo', 'title', 'customer.name', 'customer.mobile'], reason: '核对' };
  const { data } = await company.call<{ jobId: string }>(account, '/v1/work/order/export', body);
  const job = async () =>
    (await company.call<Record<'status' | 'fileId', string>>(account, '/v1/background/job/view', { id: data.jobId }))
      .data;
  await expect.poll(async () => (await job()).status, { timeout: 30_000 }).toBe('done');
  return (await downloaded(company, account, (await job()).fileId)).toString();
}

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
      const page = 'userPanoramaMyComplaintWorkOrder';
      const told = { page, tab: 'activity', id, sources: [{ key: 'logs' }, { key: 'handling' }, { key: 'derived' }] };
      const answers = [
        await company.call(account, '/v1/work/order/query', query),
        await company.call(account, '/v1/search/query', { keyword: secret }),
        await company.call(account, '/v1/sys/record/name/query', { records: [{ page, id }] }),
        await company.call(account, '/v1/sys/page/activity', told),
        await company.call(account, '/v1/second/query', { entity: 'work_order', recordId: id }),
        await company.call(account, '/v1/recycle/query', { search: secret }),
        await exportedBy(account),
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

  it('is kept from whom it is about down to the refund of what it led to, and from whom its verdict names', async () => {
    const { ids, records } = company;
    const customerId = await newCustomer();
    const over = { customerId, orderId: await newOrder(customerId), liableStaffId: ids.group_leader };
    const id = await raised('complaint', over);
    const handOver = async (order: string) => {
      await done('manager', 'assign', order, { assigneeId: ids.sales2 });
      await done('sales2', 'accept', order);
    };
    await handOver(id);
    await done('sales2', 'derive', id, { rescue: true, request: '要求退费' });
    const [rescue] = await records.find('work_order', { parentId: id, type: 'rescue' });
    await handOver(String(rescue?.id));
    await done('sales2', 'resolve', String(rescue?.id), { solution: '劝不住', rescueResult: 'fail' });
    const [refund] = await records.find('work_order', { parentId: rescue?.id, type: 'refund' });
    expect(refund).toMatchObject({ liableStaffId: ids.group_leader });
    const missing = { data: { error: { code: 'E_NOT_FOUND' } } };
    expect(await company.call('group_leader', '/v1/work/order/view', { id: refund?.id })).toMatchObject(missing);

    // The verdict names somebody who had a copy: he has none any more, and is told nothing of what follows.
    const other = await raised('complaint', { ccIds: [ids.group_leader, ids.admin] });
    await handOver(other);
    const answer = { solution: '已核实', liable: 'full', liableStaffId: ids.group_leader };
    await done('sales2', 'resolve', other, answer);
    expect(await orderOf(other)).toMatchObject({ ccIds: [ids.admin], liableStaffId: ids.group_leader });
    const told = new Set((await notices(other)).map(({ id: notice }) => notice));
    await records.update('work_order', other, { status: 'pending_assign', assigneeId: null, resolvedAt: null });
    await done('manager', 'assign', other, { assigneeId: ids.sales2 });
    const fresh = (await notices(other)).filter(({ id: notice }) => !told.has(notice));
    const later = fresh.map(({ receiverId }) => receiverId);
    expect(later.toSorted()).toEqual([ids.admin, ids.sales2].toSorted());
    expect(await company.call('group_leader', '/v1/work/order/view', { id: other })).toMatchObject(missing);
  });

  it('is not told by the log of what was changed, either: not to administrators it is about', async () => {
    const { ids } = company;
    const id = await raised('complaint', { title: '没有回电' });
    const changed = await raised('complaint', { title: '别的投诉' });
    const where = { field: 'entityId', op: 'in', value: [id, changed] };
    type Logged = { readonly list: readonly { readonly id: string; readonly entityId: string }[] };
    const logged = async () =>
      (await company.call<Logged>('admin', '/v1/web/operation/log/query', { where, fields: ['entityId'] })).data.list;
    const [entry] = (await logged()).filter(({ entityId }) => entityId === id);
    const read = () => company.call('admin', '/v1/web/operation/log/changes/view', { id: entry?.id });
    expect(await read()).toMatchObject({ code: '0' });
    await company.records.update('work_order', id, { liableStaffId: ids.admin });
    expect((await logged()).map(({ entityId }) => entityId)).toEqual([changed]);
    expect(await read()).toMatchObject({ data: { error: { code: 'E_NOT_FOUND' } } });
    // What was refused is logged with whatever was sent.
    await company.call('admin', '/v1/work/order/view', { id: 'x' });
    expect(await logged()).toHaveLength(1);
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
      message: '退费还在办理：退费单已退、已驳回或已撤回之后再提交结果',
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
