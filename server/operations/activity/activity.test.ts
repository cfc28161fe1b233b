import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PageBundle } from '../../../engine/model/documents/index.ts';
import type { ActivityAnswer, ActivityEntry, QueryAnswer, WireRecord } from '../../../engine/model/wire/index.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

/*
 * The timelines of this product: of a work order what was said and done, of a customer what happened with him. Each
 * entry is what its own tab shows the same person.
 */

let company: TestApp;
let serial = 0;

beforeAll(async () => {
  company = await startTestApp();
}, 60_000);
afterAll(() => company.close());

const path = '/v1/sys/page/activity';
const orderPage = 'servicepromotepanoramic';
const customerPage = 'allpromotepanoramic';
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

type Asked = { readonly page?: string; readonly tab?: string; readonly sources: readonly Values[] } & Values;

const ask = (account: string, { page = orderPage, tab = 'activity', ...body }: Asked) =>
  company.call<ActivityAnswer & { error?: { code: string } }>(account, path, { page, tab, ...body });
const told = async (account: string, body: Asked) => {
  const answer = await ask(account, body);
  expect(answer).toMatchObject({ code: '0' });
  return answer.data;
};
const codeOf = async (account: string, body: Asked) => (await ask(account, body)).data.error?.code;
const idOf = (entry: ActivityEntry) => ('change' in entry ? entry.change.id : entry.record.id);

async function newCustomer(): Promise<string> {
  serial += 1;
  const { ids, records } = company;
  return records.insert('customer', {
    ...{ customerNo: `KHA${serial}`, name: `客户${serial}`, mobile: `1360000${1000 + serial}`, level: 'a' },
    ...{ stage: 'following', ownState: 'owned', channelId: ids.channel, intentionProjectIds: [ids.project] },
    ...{ ownerId: ids.sales, ownerDeptId: ids.group1, locked: false, followCount: 0, callCount: 0, orderCount: 0 },
    paidTotal: 0,
  });
}

async function newOrder(over: Values = {}): Promise<string> {
  const body = { type: 'service', customerId: await newCustomer(), title: '课程打不开', content: '一直转圈', ...over };
  const answer = await company.call<{ id: string }>('sales', '/v1/work/order/create', body);
  expect(answer).toMatchObject({ code: '0' });
  return answer.data.id;
}

const done = async (account: string, verb: string, id: string, input: Values = {}) =>
  expect(await company.call(account, `/v1/work/order/${verb}`, { id, ...input }), verb).toMatchObject({ code: '0' });
const say = (workOrderId: string, content: string) =>
  company.call<{ id: string }>('sales', '/v1/work/order/log/create', { workOrderId, content, visibleToStudent: true });

const both = [{ key: 'logs', fields: ['content', 'visibleToStudent', 'createdByRef.name'] }, { key: 'handling' }];

it('tells what was said of a work order and what was done to it, the newest first', async () => {
  const id = await newOrder();
  await say(id, '客户说是苹果手机');
  await done('group_leader', 'assign', id, { assigneeId: company.ids.sales2 });
  await say(id, '请先清缓存');
  await done('sales2', 'accept', id);
  const { list, next } = await told('sales', { id, sources: both });
  expect(next).toBeNull();
  expect(list.map((entry) => ('change' in entry ? entry.change.title : entry.record.content))).toEqual([
    '受理',
    '请先清缓存',
    '分配',
    '客户说是苹果手机',
    '新增',
  ]);
  expect(list.map(({ source }) => source)).toEqual(['handling', 'logs', 'handling', 'logs', 'handling']);
  expect(list[1]).toMatchObject({ record: { visibleToStudent: true, createdByRef: { name: 'sales' } } });
  expect(list[2]).toMatchObject({ change: { staff: { name: expect.any(String) }, changes: expect.any(Array) } });
  const chosen = await told('sales', { id, sources: both.slice(0, 1) });
  expect(chosen.list.map(({ source }) => source)).toEqual(['logs', 'logs']);
});

it('pages by place, each entry once and in its order, though many things happen at one moment and more meanwhile', async () => {
  const id = await newOrder();
  const moments = [50, 40, 40, 40, 30, 20, 20, 10].map(ago);
  for (const [index, createdAt] of moments.entries()) {
    const said = await company.records.insert('work_order_log', {
      ...{ workOrderId: id, content: `第 ${index} 句`, visibleToStudent: false },
    });
    await company.database.rows('update work_order_log set created_at = $1 where id = $2', [createdAt, said]);
    const row = {
      catalog: 'work_order',
      action: 'work_order.view',
      value: '工单：看',
      entity: 'work_order',
      entityId: id,
      before: {},
      after: {},
      result: 'ok',
    };
    const logged = await company.records.insert('operation_log', row);
    await company.database.rows('update operation_log set created_at = $1 where id = $2', [createdAt, logged]);
  }
  const all = (await told('sales', { id, sources: both, size: 100 })).list;
  expect(all.length).toBe(2 * moments.length + 1);
  expect(all.map(({ at }) => at)).toEqual(
    all
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  );
  for (const size of [1, 3, 5]) {
    const seen: ActivityEntry[] = [];
    let cursor: string | null = null;
    do {
      const page: ActivityAnswer = await told('sales', {
        id,
        sources: both,
        size,
        ...(cursor === null ? {} : { cursor }),
      });
      seen.push(...page.list);
      cursor = page.next;
      // What is new stands before the first page, and moves nothing.
      if (seen.length === size) await say(id, '又一句');
    } while (cursor !== null);
    expect(seen.map(idOf).slice(-all.length), `by ${size}`).toEqual(all.map(idOf));
    expect(new Set(seen.map(idOf)).size).toBe(seen.length);
  }
});

/** A customer with something of every source, of which some is not for everybody. */
async function fullCustomer() {
  const { ids, records } = company;
  const customerId = await newCustomer();
  const mine = { staffId: ids.sales, departmentId: ids.group1 };
  await records.insert('follow_up', {
    ...{ bizType: 'customer', bizId: customerId, customerId, method: 'call', result: 'interested', ...mine },
    content: '想先看课',
  });
  for (const [at, staffId, departmentId] of [
    [1, ids.sales, ids.group1],
    [2, ids.sales3, ids.group2],
  ])
    await records.insert('call_record', {
      ...{ callNo: `TH${serial}${at}`, provider: 'manual', direction: 'out', staffId, departmentId, customerId },
      ...{ startedAt: ago(Number(at) * 60), talkSeconds: 0, status: 'no_answer', confirmation: 'manual' },
      ...{ forbiddenHitCount: 0, qaStatus: 'none', callee: '13600001001', caller: '02112345678' },
    });
  for (const creatorId of [ids.sales, ids.sales3])
    await records.insert('work_order', {
      ...{
        woNo: `GDA${serial}${creatorId?.slice(-6)}`,
        type: 'service',
        isDivision: false,
        title: '退课',
        content: '要退',
      },
      ...{ source: 'staff', priority: 'normal', customerId, creatorId, status: 'pending_assign', autoClosed: false },
      ...{ assigneeDeptId: creatorId === ids.sales ? ids.group1 : ids.group2, workHoursOnly: false },
      ...{ compensationLimit: 0, pausedMinutes: 0, escalationLevel: 0, escalateMinutes: 240, transferCount: 0 },
      ...{ urgeCount: 0, reopenCount: 0 },
    });
  await company.call('manager', '/v1/customer/lock', { id: customerId });
  return customerId;
}

/** The sources of the customer's timeline with what their entries ask for, as a role's page has them. */
async function sourcesOf(account: string) {
  const { data } = await company.call<PageBundle>(account, '/v1/sys/page/view', { name: customerPage });
  const { page } = data;
  const tab = page.kind === 'panorama' ? page.tabs.find(({ kind }) => kind === 'activity') : undefined;
  return tab?.kind === 'activity' ? tab.sources.map(({ key, tab: of }) => ({ key, of })) : [];
}

it('tells everybody of each source what its own tab tells him, masked as there', async () => {
  const id = await fullCustomer();
  const page = company.documents.pages.get(customerPage);
  const tabs = page?.kind === 'panorama' ? page.tabs : [];
  const fields: Readonly<Record<string, readonly string[]>> = {
    call_record: ['callNo', 'callee', 'customer.mobile', 'staff.name'],
    work_order: ['woNo', 'customer.mobile', 'creator.name'],
    follow_up: ['content', 'customer.mobile'],
  };
  for (const account of ['sales', 'group_leader', 'manager', 'admin']) {
    const sources = await sourcesOf(account);
    expect(sources.length, account).toBeGreaterThan(5);
    const asked = sources.map(({ key, of }) => {
      const tab = tabs.find((one) => one.key === of);
      const own = tab !== undefined && 'entity' in tab ? fields[tab.entity] : undefined;
      return { key, ...(own === undefined ? {} : { fields: own }) };
    });
    const { list } = await told(account, { page: customerPage, id, sources: asked, size: 100 });
    for (const { key, of } of sources) {
      const tab = tabs.find((one) => one.key === of);
      if (tab === undefined || !('match' in tab)) continue;
      const and = Object.entries(tab.match).map(([field, value]) => ({
        field,
        op: 'eq',
        value: value === '@record.id' ? id : value,
      }));
      const body = {
        where: { and },
        size: 100,
        ...(fields[tab.entity] === undefined ? {} : { fields: fields[tab.entity] }),
      };
      const own = await company.call<QueryAnswer>(account, tab.api, body, { 'x-app-page': customerPage });
      const entries = list.flatMap((entry): readonly WireRecord[] =>
        entry.source === key && 'record' in entry ? [entry.record] : [],
      );
      const byId = (rows: readonly WireRecord[]) => rows.toSorted((a, b) => a.id.localeCompare(b.id));
      expect(byId(entries), `${account} ${key}`).toEqual(byId(own.data.list));
    }
  }
  const seen = async (account: string, key: string) =>
    (await told(account, { page: customerPage, id, sources: [{ key, fields: ['customer.mobile'] }] })).list;
  // Those of another group are nothing to a salesperson, nor is a number in clear.
  expect((await seen('sales', 'workOrders')).length).toBe(1);
  expect((await seen('manager', 'workOrders')).length).toBe(2);
  expect((await seen('sales', 'calls')).length).toBe(1);
  expect(JSON.stringify(await seen('sales', 'workOrders'))).not.toMatch(/1360000\d{4}/);
});

it('is for whoever sees the record on that page, and of each source for whoever may read it', async () => {
  const id = await fullCustomer();
  const of = (key: string) => ({ page: customerPage, id, sources: [{ key }] });
  expect(await codeOf('sales3', of('followUps'))).toBe('E_NOT_FOUND');
  const order = await newOrder();
  expect(await codeOf('sales3', { id: order, sources: both })).toBe('E_NOT_FOUND');
  const { rows: run } = company.database;
  const take = (key: string, from: string) =>
    run(`update role set permissions = permissions - $1 where code = $2`, [key, from]);
  await take('call_record:query', 'group_leader');
  expect(await codeOf('group_leader', of('calls'))).toBe('E_NO_PERMISSION');
  expect(await codeOf('group_leader', of('followUps'))).toBeUndefined();
  expect((await sourcesOf('group_leader')).map(({ key }) => key)).not.toContain('calls');
  await take('customer:get', 'group_leader');
  expect(await codeOf('group_leader', of('followUps'))).toBe('E_NO_PERMISSION');
});

it('refuses what no page of it asks', async () => {
  const id = await newOrder();
  await say(id, '在吗');
  const good = { id, sources: both };
  expect(await codeOf('sales', { ...good, tab: 'logs' })).toBe('E_INPUT_INVALID');
  expect(await codeOf('sales', { ...good, sources: [{ key: 'lgos' }] })).toBe('E_INPUT_INVALID');
  expect(await codeOf('sales', { ...good, sources: [{ key: 'logs' }, { key: 'logs' }] })).toBe('E_INPUT_INVALID');
  expect(await codeOf('sales', { ...good, sources: [] })).toMatch(/^E_INPUT/);
  expect(await codeOf('sales', { ...good, size: 0 })).toMatch(/^E_INPUT/);
  expect(await codeOf('sales', { ...good, sources: [{ key: 'logs', fields: ['nowhere'] }] })).toMatch(/^E_INPUT/);
  for (const cursor of [
    'x',
    'WzEsMiwzXQ',
    Buffer.from(JSON.stringify(['2026-13-45T00:00:00.000000Z', 0, id])).toString('base64url'),
  ])
    expect(await codeOf('sales', { ...good, cursor })).toBe('E_CURSOR');
  expect(await codeOf('sales', { ...good, page: 'servicelist' })).toBe('E_NO_PAGE');
  expect(await codeOf('sales', { ...good, page: 'nowhere' })).toBe('E_NO_PAGE');
  // A page of another role is none.
  expect(await codeOf('promoter', good)).toBe('E_NO_PAGE');
});
