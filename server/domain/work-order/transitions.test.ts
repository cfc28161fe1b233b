import { describe, expect, it } from 'vitest';
import {
  type Action,
  actions,
  ago,
  attempt,
  company,
  denied,
  early,
  everybody,
  inputOf,
  isNobodys,
  isReserved,
  type Kind,
  kinds,
  missing,
  newSubject,
  notForThisType,
  orderIn,
  outcomeFor,
  outcomeOf,
  type Person,
  people,
  resultOf,
  type Status,
  stands,
  startOrderTable,
  statuses,
  table,
} from './order-table.testing.ts';

startOrderTable();

/** What is wrong about everybody's attempts at orders of a type in a state. */
async function faultsOf(action: Action, kind: Kind, status: Status, tried: readonly Person[]) {
  // Whom it refuses changes nothing, and so all of them try the same order.
  const refused = await orderIn(kind, status);
  const before = await stands(refused);
  const wrong: string[] = [];
  for (const person of tried) {
    const expected = outcomeFor(action, person, kind, status);
    const id = expected === 'ok' ? await orderIn(kind, status) : refused;
    const got = outcomeOf(await attempt(person, action, kind, id));
    if (got !== expected) wrong.push(`${person} in ${status}: ${got}, not ${expected}`);
    if (got === 'ok' && (await stands(id)).logs !== 1) wrong.push(`${person} in ${status}: not logged once`);
  }
  expect(await stands(refused), status).toEqual(before);
  return wrong;
}

describe.each(kinds)('a work order of type %s', (kind) => {
  it.each(actions)(
    '%s is open to whom the table says, from the states it says; the rest is told why',
    async (action) => {
      const wrong: string[] = [];
      for (const [at, status] of table[action].from.entries())
        wrong.push(...(await faultsOf(action, kind, status, at === 0 ? everybody : ['creator', 'handler', 'finance'])));
      expect(wrong).toEqual([]);
    },
  );

  it.each(actions)('%s is refused in every other state, whoever asks', async (action) => {
    const { from, row } = table[action];
    const allowed = everybody.find((person) => row[person] === 'ok');
    if (allowed === undefined) return;
    const isFrom: ReadonlySet<string> = new Set(from);
    for (const status of statuses.filter((one) => !isFrom.has(one))) {
      const id = await orderIn(kind, status);
      const answer = await attempt(allowed, action, kind, id);
      const expected = isNobodys(allowed, status) ? missing : 'E_STATE';
      expect(answer.data?.error?.code, `${status}: ${answer.message}`).toBe(expected);
      expect((await stands(id)).version).toBe(1);
    }
  });

  it.each(actions)('%s, by ten at once, is done once', async (action) => {
    const { from, row } = table[action];
    const allowed = everybody.find((person) => row[person] === 'ok');
    if (allowed === undefined || notForThisType[action]?.(kind) !== undefined) return;
    const staysInState = action === 'derive';
    const [status] = from;
    const id = await orderIn(kind, status);
    const answers = await Promise.all(Array.from({ length: 10 }, () => attempt(allowed, action, kind, id)));
    const done = answers.filter(({ code }) => code === '0').length;
    expect(done, answers.map(outcomeOf).join()).toBe(staysInState ? 10 : 1);
    expect((await stands(id)).logs).toBe(done);
  });
});

it('inspectors read complaints and call-backs, finance refunds, with what is said of them: by no way the others', async () => {
  for (const person of ['inspector', 'finance', 'manager'] as const) {
    const [account] = people[person];
    for (const kind of kinds) {
      const id = await orderIn(kind, 'processing');
      await company.records.insert('work_order_log', { workOrderId: id, content: '已联系', visibleToStudent: false });
      const where = { field: 'id', op: 'eq', value: id };
      const call = (path: string, body: Record<string, unknown>) =>
        company.call<{ list?: unknown[] }>(account, path, body);
      const listed = (await call('/v1/work/order/query', { where })).data.list?.length;
      const about = { field: 'workOrderId', op: 'eq', value: id };
      const logged = (await call('/v1/work/order/log/query', { where: about })).data.list?.length;
      const viewed = outcomeOf(await company.call(account, '/v1/work/order/view', { id }));
      const changes = outcomeOf(await company.call(account, '/v1/work/order/history', { id }));
      const expected = isReserved(person, kind) ? [0, 0, missing, missing] : [1, 1, 'ok', 'ok'];
      expect([listed, logged, viewed, changes], `${person} ${kind}`).toEqual(expected);
    }
  }
});

/** What must hold, whoever acts: a sentence, what was tried, on an order of which type and how it stood. */
type Guarded = {
  readonly action: Action;
  readonly kind: Kind;
  readonly over?: Record<string, unknown>;
  readonly input?: Record<string, unknown>;
  readonly by?: Person;
};

/** Each guard with an order that breaks it and nothing else. */
async function guarded(): Promise<readonly (readonly [sentence: string, broken: Guarded])[]> {
  const { ids, records } = company;
  const to = (account: string) => ({ assigneeId: ids[account] });
  const [{ customerId, orderId }, service] = [await newSubject(), await newSubject()];
  await records.update('sales_order', orderId, { refundFlag: 'applying' });
  const serviceId = await records.insert('study_service', {
    ...{ serviceNo: 'DXT1', ...service, studentName: '学员', projectId: ids.project, supervisorId: ids.sales3 },
    ...{ supervisorDeptId: ids.group2, ownState: 'assigned', status: 'finished', pauseCount: 0, riskLevel: 'none' },
  });
  const blamed = { liableStaffId: ids.sales3 };
  const ofComplaint = { callbackKind: 'closed_wo', parentId: await orderIn('complaint', 'closed', {}) };
  const handing = (['assign', 'transfer', 'reassign'] as const).flatMap((action) => {
    const by = action === 'reassign' ? 'manager' : 'leader';
    const same = { action, kind: 'service', input: to('sales2'), by } as const;
    return [
      ['不能分配给被投诉的人', { action, kind: 'complaint', over: blamed, input: to('sales3'), by }] as const,
      ['投诉工单不能由创建人自己处理', { action, kind: 'complaint', input: to('sales'), by }] as const,
      ...(action === 'assign' ? [] : [['新处理人须与原处理人不同', same] as const]),
    ];
  });
  const result = (kind: Kind, input: Record<string, unknown>, over = {}): Guarded => ({
    ...{ action: 'resolve', kind, over, input: { solution: '办好了', ...input } },
  });
  const full = { liable: 'full' };
  return [
    ...handing,
    [
      '已转派 3 次，请经理改派，或退回后由主管分配',
      { action: 'transfer', kind: 'service', over: { transferCount: 3 } },
    ],
    ['累计挂起不超过 72 小时', { action: 'pause', kind: 'service', over: { pausedMinutes: 4320 } }],
    ['挂起到的时间须晚于现在', { action: 'pause', kind: 'service', input: { pauseUntil: ago(1) } }],
    [
      '累计挂起不超过 72 小时，请选早一些的时间',
      { action: 'pause', kind: 'service', input: { pauseUntil: ago(-4400) } },
    ],
    ['投诉关闭后的回访须做完，不能驳回', { action: 'reject', kind: 'call_back', over: ofComplaint, by: 'leader' }],
    ['投诉工单须定责', result('complaint', {})],
    ['有责的投诉须写明责任人或责任部门', result('complaint', full)],
    ['处理人不能是责任人，请退回后由主管另行分配', result('complaint', { ...full, liableStaffId: ids.sales2 })],
    ['补偿经退费入账，须是选了订单的投诉工单', result('service', { compensation: 100 })],
    ['回访工单须填回访结果', result('call_back', {})],
    ['请先在“回访问卷”里答完必答的问题', result('call_back', { callbackResult: 'done' })],
    [
      '拨打次数还不够（按该类回访问卷的设置，至少 3 次），不能填未接通',
      result('call_back', { callbackResult: 'no_answer' }),
    ],
    [
      '考后回访须填考试结果与续费意向',
      result('call_back', { callbackResult: 'done' }, { serviceId, callbackKind: 'exam' }),
    ],
    ['挽单工单须填挽单结果', result('rescue', {})],
    ['挽回的须写明挽回方案与金额', result('rescue', { rescueResult: 'partial', rescueOffer: '延期' })],
    ['退费还在办理：退费单已退、已驳回或已撤回之后再提交结果', result('refund', {}, { customerId, orderId })],
    ['只有投诉工单派生售后、挽单工单', { action: 'derive', kind: 'service' }],
    [
      '派生挽单须先有订单',
      { action: 'derive', kind: 'complaint', over: { orderId: null }, input: { rescue: true, request: '退费' } },
    ],
    ['已升到最高一级', { action: 'escalate', kind: 'service', over: { escalationLevel: 3 }, by: 'leader' }],
    [
      '超时或每被催 3 次才能升一级，升级之后再过升级间隔才能再升',
      { action: 'escalate', kind: 'service', over: early, by: 'leader' },
    ],
    [
      '只能在关闭后 7 天内重开',
      { action: 'reopen/closed', kind: 'service', over: { closedAt: ago(8 * 1440) }, by: 'manager' },
    ],
    ['每 30 分钟只能催单一次', { action: 'urge', kind: 'service', over: { urgedAt: ago(5) }, by: 'creator' }],
  ];
}

/** What only the server does: its schedules ask for the same in their conditions. */
const bySystem: ReadonlySet<string> = new Set(['autoConfirm', 'refunded', 'release']);

it('says of every guard what it asks for, where only that is broken, and changes nothing', async () => {
  const { states = [] } = company.documents.entities.get('work_order') ?? {};
  const declared = states
    .flatMap(({ transitions }) => transitions.filter(({ key }) => !bySystem.has(key)))
    .flatMap(({ key, guards = [], guardMessage }) =>
      [...guards.map(({ message }) => message), ...(guardMessage === undefined ? [] : [guardMessage])].map(
        (message) => `${key}: ${message}`,
      ),
    );
  const tried: string[] = [];
  const wrong: string[] = [];
  for (const [sentence, { action, kind, over = {}, input, by = 'handler' }] of await guarded()) {
    const id = await orderIn(kind, table[action].from[0], over);
    if (kind === 'call_back' && sentence.startsWith('请先在'))
      await company.records.insert('callback_answer', {
        ...{ workOrderId: id, place: 1, question: '满意吗', kind: 'score', required: true },
      });
    const before = await stands(id);
    const body = { id, ...inputOf(action), ...input };
    const { code, message } = await company.call(people[by][0], `/v1/work/order/${action}`, body);
    if (code === '0' || message !== sentence) wrong.push(`${action} ${kind}: ${code} ${message}, not ${sentence}`);
    expect(await stands(id), sentence).toEqual(before);
    tried.push(`${action.replace(/\/(\w)/g, (_, letter: string) => letter.toUpperCase())}: ${sentence}`);
  }
  expect(wrong).toEqual([]);
  expect(tried.toSorted()).toEqual(declared.toSorted());
});

it('tells whom each step concerns, of it and of why', async () => {
  const { ids, records } = company;
  await records.update('staff', String(ids.sales2), { leaderId: ids.group_leader });
  const told = async (action: Action, by: Person, kind: Kind, input?: Record<string, unknown>) => {
    const id = await orderIn(kind, table[action].from[0], { assigneeId: ids.sales2 });
    const body = { id, ...(action === 'resolve' ? resultOf(kind) : inputOf(action)), ...input };
    expect(await company.call(people[by][0], `/v1/work/order/${action}`, body)).toMatchObject({ code: '0' });
    const found = await records.find('notification', { linkId: id });
    return found
      .map(({ receiverId, title, content }) => [receiverId, title, String(content).split('：')[1]])
      .toSorted();
  };
  expect(await told('resolve', 'handler', 'refund')).toEqual([[ids.sales, '退费工单待确认', '课程打不开']]);
  expect(await told('reject', 'leader', 'rescue')).toEqual([[ids.sales, '挽单工单被驳回', '不属实']]);
  const both = [ids.sales2, ids.group_leader].map((receiver) => [receiver, '售后工单重开', '没有解决']).toSorted();
  expect(await told('reopen', 'creator', 'after_sales')).toEqual(both);
  expect(await told('reopen/closed', 'manager', 'service')).toEqual([[ids.sales2, '服务工单重开', '又来了']]);
  expect(await told('confirm', 'creator', 'service', { satisfaction: 2 })).toEqual([
    [ids.group_leader, '客户不满意', '课程打不开'],
  ]);
  expect(await told('confirm', 'creator', 'service', { satisfaction: 3 })).toEqual([]);
  expect(await told('urge', 'creator', 'call_back')).toEqual([[ids.sales2, '回访工单被催办', '课程打不开']]);
  await records.update('staff', String(ids.sales2), { leaderId: null });
});

it('the table names every transition of the orders', () => {
  const { states = [] } = company.documents.entities.get('work_order') ?? {};
  const declared = states.flatMap(({ transitions }) => transitions.map(({ key }) => key));
  const named = actions.map((action) => action.replace(/\/(\w)/g, (_, letter: string) => letter.toUpperCase()));
  expect(named.toSorted()).toEqual(declared.toSorted());
});

it('whom a complaint is about is told of it by no transition, whatever role he holds', async () => {
  for (const action of actions) {
    const [status] = table[action].from;
    const id = await orderIn('complaint', status, { liableStaffId: company.ids.manager });
    const got = outcomeOf(await attempt('manager', action, 'complaint', id));
    expect([denied, missing], action).toContain(got);
  }
});
