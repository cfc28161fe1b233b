import { describe, expect, it } from 'vitest';
import {
  act,
  ago,
  company,
  done,
  minute,
  minutesBetween,
  notices,
  orderOf,
  raised,
  run,
  startWorkOrderCompany,
} from './work-order-company.testing.ts';

startWorkOrderCompany();

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
          callbackKind: 'closed_wo',
          status,
          creatorId: company.ids.sales,
          assigneeDeptId: company.ids.group1,
        },
        ...{ assigneeId: status === 'processing' ? company.ids.sales2 : null },
        ...{ pausedMinutes: 0, escalationLevel: 0, transferCount: 0, urgeCount: 0, reopenCount: 0 },
      });
    const [waiting, taken] = [await call('pending_assign'), await call('processing')];
    // Who raised the complaint has nobody spared the call, nor does a leader.
    const spared = { message: expect.stringContaining('不能撤销') };
    expect(await act('sales', 'cancel', waiting)).toMatchObject(spared);
    // Nor once he has called it a call of another kind.
    await company.records.update('work_order', waiting, { callbackKind: 'service' });
    expect(await act('sales', 'cancel', waiting)).toMatchObject(spared);
    expect(await act('group_leader', 'reject', waiting, { reason: '不用回访' })).not.toMatchObject({ code: '0' });
    const { resolveDue: due } = await orderOf(id);
    await company.records.update('work_order', id, {
      ...{ status: 'closed', resolvedAt: ago(90), closedAt: ago(60), assigneeId: company.ids.sales2 },
    });
    await company.records.update('work_order', id, { closedAt: ago(8 * 1440) });
    expect(await act('admin', 'reopen/closed', id, { reason: '太晚了' })).toMatchObject({
      message: '只能在关闭后 7 天内重开',
    });
    await company.records.update('work_order', id, { closedAt: ago(60) });
    await done('admin', 'reopen/closed', id, { reason: '又打不开了' });
    expect(await orderOf(waiting)).toMatchObject({ status: 'cancelled' });
    expect(await orderOf(taken)).toMatchObject({ status: 'processing' });
    // What it waited for its confirmation is nobody's delay.
    expect(minutesBetween(due, (await orderOf(id)).resolveDue)).toBe(90);
    expect(await orderOf(id)).toMatchObject({ waitedMinutes: 90, pausedMinutes: 0 });
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
