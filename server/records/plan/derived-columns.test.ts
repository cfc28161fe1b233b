import { expect, it } from 'vitest';
import type { Values } from '../../kernel/operation/record-store.ts';
import { ids, shop, startDerivedShop } from './derived-shop.testing.ts';

startDerivedShop();

type Row = Values & { readonly id: string; readonly name: string };
type List = { readonly list: readonly Row[]; readonly next: string | null; readonly total: number };
const query = (body: Values, caller = shop.caller()) => shop.run<List>('/v1/job/query', body, caller);
const view = (name: string, caller = shop.caller()) => shop.run<Row>('/v1/job/view', { id: ids[name] }, caller);
const names = async (body: Values, caller = shop.caller()) => (await query(body, caller)).list.map((row) => row.name);

it('works out values from the record, from its relations and from one another', async () => {
  expect(await view('甲')).toMatchObject({
    wage: 253,
    material: 600,
    cost: 853,
    overdue: true,
    reviewOn: '2026-03-02',
    clientName: '张三',
    payerId: ids.client,
    payer: { fullName: '张三' },
    client: { fullName: '张三' },
  });
  expect(await view('乙')).toMatchObject({ wage: 120, cost: 141, overdue: false, payerId: null });
  expect(await view('丙')).toMatchObject({ wage: null, cost: null, clientName: null, dueDay: '2026-01-02' });
});

it('rolls up living rows only: nothing counts as zero, and has neither least nor most', async () => {
  expect(await view('甲')).toMatchObject({ lineCount: 2, dearCount: 1, firstUse: '2026-02-01', most: 2 });
  expect(await view('丙')).toMatchObject({ material: 0, lineCount: 0, dearCount: 0, firstUse: null, most: null });
});

it('works out values over living child rows, of what those are worked out of', async () => {
  expect(await view('甲')).toMatchObject({ dearMaterial: 1500, lastUse: '2026-02-03', isCheap: false });
  expect(await view('乙')).toMatchObject({ dearMaterial: 0, lastUse: '2026-03-01', isCheap: true });
  expect(await view('丙')).toMatchObject({ dearMaterial: 0, lastUse: null, isCheap: true });
  expect(await names({ where: { field: 'dearMaterial', op: 'gt', value: 0 } })).toEqual(['甲']);
});

it('reads them through a relation, empty where the relation is', async () => {
  const { list } = await query({ fields: ['name', 'client.jobCount', 'client.fullName'], sort: ['createdAt'] });
  expect(list.map((row) => row.client)).toMatchObject([{ jobCount: 2 }, { jobCount: 2 }, { jobCount: null }]);
});

it('filters by them', async () => {
  const by = (name: string, op: string, value?: unknown) =>
    names({ where: { field: name, op, value }, sort: ['createdAt'] });
  expect(await by('cost', 'gt', 200)).toEqual(['甲']);
  expect(await by('wage', 'isNull')).toEqual(['丙']);
  expect(await by('material', 'in', [0, 21])).toEqual(['乙', '丙']);
  expect(await by('overdue', 'eq', true)).toEqual(['甲', '丙']);
  expect(await by('clientName', 'contains', '张')).toEqual(['甲', '乙']);
  expect(await by('firstUse', 'between', ['2026-02-01', '2026-02-28'])).toEqual(['甲']);
  expect(await by('payerId', 'eq', ids.client)).toEqual(['甲']);
  expect(await by('client.jobCount', 'gte', 2)).toEqual(['甲', '乙']);
  expect((await query({ where: { field: 'lineCount', op: 'gte', value: 1 } })).total).toBe(2);
});

it('sorts by them, and pages through the sorted rows without a gap', async () => {
  for (const sort of ['cost', '-cost', 'firstUse', '-clientName', 'overdue', '-material', 'client.jobCount']) {
    const whole = (await query({ sort: [sort], size: 10 })).list.map((row) => row.name);
    const paged: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page: List = await query({ sort: [sort], size: 1, ...(cursor === undefined ? {} : { cursor }) });
      paged.push(...page.list.map((row) => row.name));
      cursor = page.next;
    }
    expect(paged, sort).toEqual(whole);
  }
  expect(await names({ sort: ['-cost'] })).toEqual(['甲', '乙', '丙']);
  expect(await names({ sort: ['material'] })).toEqual(['丙', '乙', '甲']);
});

it('takes no input for them', async () => {
  const refusal = await shop.refusal('/v1/job/create', { name: '丁', wage: 5, lineCount: 1 });
  expect(refusal.detail.faults).toMatchObject([
    { code: 'E_INPUT_READONLY', pointer: '/wage' },
    { code: 'E_INPUT_READONLY', pointer: '/lineCount' },
  ]);
});

it('counts for whoever looks the rows of his own scope, in whatever way he asks, while guards judge by all', async () => {
  const of = { dataScope: 'self' } as const;
  const self = shop.caller(of);
  const { staffId } = self;
  const seen = async (caller = self) => (await shop.run<List>('/v1/client/query', {}, caller)).list[0];
  expect(await seen()).toMatchObject({ jobCount: 0, lastJob: null, jobWage: 0, busy: false });
  await shop.records.update('job', ids.乙 ?? '', { ownerId: staffId });
  expect(await seen()).toMatchObject({ jobCount: 1, jobWage: 120, busy: false });
  expect(await seen(shop.caller())).toMatchObject({ jobCount: 2, jobWage: 373, busy: true });
  expect(await shop.run('/v1/client/view', { id: ids.client }, self)).toMatchObject({ jobCount: 1 });
  const totalOf = async (where: object, caller = self) =>
    (await shop.run<List>('/v1/client/query', { where, sort: ['-jobCount'], count: 'exact' }, caller)).total;
  const many = { field: 'jobCount', op: 'gte', value: 2 };
  expect([await totalOf(many), await totalOf(many, shop.caller())]).toEqual([0, 1]);
  const busy = { field: 'busy', op: 'eq', value: true };
  expect([await totalOf(busy), await totalOf(busy, shop.caller())]).toEqual([0, 1]);
  const grouped = await shop.run<{ total: { sums: Values } }>(
    '/v1/client/group',
    { by: 'state', sums: ['jobCount'] },
    self,
  );
  expect(grouped.total.sums).toEqual({ jobCount: 1 });
  const through = await query({ fields: ['client.jobCount'] }, self);
  expect(through.list).toMatchObject([{ client: { jobCount: 1 } }]);
  const closer = shop.caller({ ...of, grants: new Set(['client:close', 'client:query', 'job:query']) });
  expect(await shop.run('/v1/client/close', { id: ids.client }, closer)).toMatchObject({ version: 2 });
  await shop.records.update('job', ids.乙 ?? '', { ownerId: null });
});

it('gives nothing away to whom may not query the rows at all', async () => {
  const blind = shop.caller({ grants: new Set(['job:query', 'job:get']) });
  expect(await view('甲', blind)).toMatchObject({ wage: 253, material: null, lineCount: null, most: null, cost: null });
  expect(await names({ where: { field: 'lineCount', op: 'gte', value: 0 } }, blind)).toEqual([]);
  expect((await query({ sort: ['-material', 'createdAt'] }, blind)).list).toHaveLength(3);
  expect(
    await shop.run(
      '/v1/job/view',
      { id: ids.甲, fields: ['client.jobCount'] },
      shop.caller({ grants: new Set(['job:get']) }),
    ),
  ).toMatchObject({
    client: { jobCount: null },
  });
});

it('counts only references to this entity where a field may refer to several, and lets guards judge by it', async () => {
  const id = await shop.records.insert('watched', { name: '门', state: 'open' });
  await shop.records.insert('remark', { text: '一', subjectType: 'watched', subjectId: id });
  await shop.records.insert('remark', { text: '别的', subjectType: 'client', subjectId: id });
  expect(await shop.run('/v1/watched/view', { id })).toMatchObject({ noteCount: 1 });
  expect(await shop.refusal('/v1/watched/close', { id })).toMatchObject({ code: 'E_GUARD', message: '至少两条记录' });
  await shop.records.insert('remark', { text: '二', subjectType: 'watched', subjectId: id });
  // Whoever may close may do so by the facts, also one who does not see them.
  const blind = shop.caller({ grants: new Set(['watched:close']) });
  expect(await shop.run('/v1/watched/close', { id }, blind)).toMatchObject({ version: 2 });
});

it('names what one of several kinds refers to by the label of its kind, as far as the caller reaches', async () => {
  const { records } = shop;
  const some = await records.insert('watched', { name: '窗', state: 'open' });
  const subjects = { watched: some, client: ids.client, job: ids.甲 };
  for (const [subjectType, subjectId] of Object.entries(subjects))
    await records.insert('remark', { text: `关于${subjectType}`, subjectType, subjectId });
  const named = async (caller = shop.caller()) => {
    const body = { where: { field: 'text', op: 'contains', value: '关于' }, fields: ['subjectId'], sort: ['text'] };
    const { list } = await shop.run<List>('/v1/remark/query', body, caller);
    return list.map(({ subject }) => subject);
  };
  const [client, job, watched] = await named();
  expect(watched).toEqual({ id: some, name: '窗' });
  expect(job).toEqual({ id: ids.甲, name: '甲' });
  expect(client).toMatchObject({ id: ids.client });
  const self = shop.caller({ dataScope: 'self', grants: new Set(['remark:query']) });
  expect(await named(self), 'may not see what is cheap').toEqual([client, null, watched]);
  const thrifty = { ...self, grants: new Set([...self.grants, 'job:scope:cheap']) };
  expect(await named(thrifty), 'is not cheap').toEqual([client, null, watched]);
  await records.update('job', ids.甲 ?? '', { rate: 5 });
  expect(await named(thrifty)).toEqual([client, { id: ids.甲, name: '甲' }, watched]);
  expect(await named(self)).toEqual([client, null, watched]);
  await records.update('job', ids.甲 ?? '', { rate: 101 });
});
