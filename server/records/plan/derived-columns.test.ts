import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EntityDocument, EntityField } from '../../../engine/model/documents/index.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { startOperations, type TestOperations } from '../../testing/operations.ts';

const field = (key: string, type: EntityField['type'], extra: Partial<EntityField> = {}): EntityField => ({
  key,
  title: key,
  type,
  ...extra,
});

const client: EntityDocument = {
  schemaVersion: 2,
  name: 'client',
  title: '客户',
  label: 'fullName',
  operations: ['query', 'group', 'view'],
  states: [
    {
      key: 'main',
      field: 'state',
      initial: ['open'],
      transitions: [
        {
          key: 'close',
          title: '关闭',
          from: ['open'],
          to: 'closed',
          permission: 'client:close',
          guard: 'record.jobCount > 1',
          guardMessage: '至少两张修理单',
        },
      ],
    },
  ],
  fields: [
    field('state', 'enum', { dictionary: 'door', readonly: true }),
    field('given', 'string', { required: true }),
    field('family', 'string', { required: true }),
    field('fullName', 'string', { compute: 'record.family + record.given' }),
    field('jobCount', 'int', { rollup: { entity: 'job', by: 'clientId', aggregate: 'count' } }),
    field('lastJob', 'datetime', { rollup: { entity: 'job', by: 'clientId', aggregate: 'max', field: 'dueAt' } }),
    field('jobWage', 'money', { rollup: { entity: 'job', by: 'clientId', aggregate: 'sum', field: 'wage' } }),
    field('busy', 'bool', { compute: 'record.jobCount > 1' }),
  ],
};

const job: EntityDocument = {
  schemaVersion: 2,
  name: 'job',
  title: '修理单',
  label: 'name',
  operations: ['query', 'view', 'create', 'modify'],
  access: {
    owner: ['ownerId'],
    scopes: [{ key: 'cheap', title: '便宜的', when: 'record.rate < 10', permission: 'job:scope:cheap' }],
  },
  fields: [
    field('name', 'string', { required: true }),
    field('clientId', 'ref', { ref: 'client' }),
    field('watcherIds', 'refs', { ref: 'client' }),
    field('ownerId', 'ref', { ref: 'staff' }),
    field('hours', 'decimal'),
    field('rate', 'money'),
    field('startedOn', 'date'),
    field('dueAt', 'datetime'),
    field('wage', 'money', { compute: 'record.hours * record.rate' }),
    field('material', 'money', { rollup: { entity: 'job_line', by: 'jobId', aggregate: 'sum', field: 'amount' } }),
    field('cost', 'money', { compute: 'record.wage + record.material' }),
    field('dearMaterial', 'money', {
      compute: 'sum(record.lines, row.price > 10 ? row.amount * row.job.hours : 0)',
    }),
    field('lastUse', 'date', { compute: 'maxOf(record.lines, row.usedOn)' }),
    field('isCheap', 'bool', { compute: 'all(record.lines, row.price < 100)' }),
    field('lineCount', 'int', { rollup: { entity: 'job_line', by: 'jobId', aggregate: 'count' } }),
    field('dearCount', 'int', {
      rollup: { entity: 'job_line', by: 'jobId', aggregate: 'count', where: 'record.amount > record.job.rate' },
    }),
    field('firstUse', 'date', { rollup: { entity: 'job_line', by: 'jobId', aggregate: 'min', field: 'usedOn' } }),
    field('most', 'int', { rollup: { entity: 'job_line', by: 'jobId', aggregate: 'max', field: 'quantity' } }),
    field('overdue', 'bool', { compute: 'record.dueAt < now' }),
    field('reviewOn', 'date', { compute: 'record.startedOn + days(30)' }),
    field('dueDay', 'date', { compute: 'dayOf(record.dueAt)' }),
    field('clientName', 'string', { compute: 'record.client.fullName' }),
    field('payerId', 'ref', { ref: 'client', compute: 'record.hours > 10 ? null : record.clientId' }),
  ],
  children: [{ key: 'lines', title: '用料', entity: 'job_line', by: 'jobId' }],
};

const line: EntityDocument = {
  schemaVersion: 2,
  name: 'job_line',
  title: '用料',
  label: 'note',
  operations: ['query'],
  fields: [
    field('note', 'string'),
    field('jobId', 'ref', { ref: 'job' }),
    field('quantity', 'int'),
    field('price', 'money'),
    field('usedOn', 'date'),
    field('amount', 'money', { compute: 'record.quantity * record.price' }),
  ],
};

const watched: EntityDocument = {
  ...client,
  name: 'watched',
  title: '被关注',
  label: 'name',
  operations: ['query', 'view', 'modify'],
  states: [
    {
      key: 'main',
      field: 'state',
      initial: ['open'],
      transitions: [
        {
          key: 'close',
          title: '关闭',
          from: ['open'],
          to: 'closed',
          permission: 'watched:close',
          guard: 'record.noteCount > 1',
          guardMessage: '至少两条记录',
        },
      ],
    },
  ],
  fields: [
    field('name', 'string'),
    field('state', 'enum', { dictionary: 'door', readonly: true }),
    field('noteCount', 'int', { rollup: { entity: 'remark', by: 'subjectId', aggregate: 'count' } }),
  ],
};

/** Refers to one of two entities, and to many. */
const remark: EntityDocument = {
  schemaVersion: 2,
  name: 'remark',
  title: '记录',
  label: 'text',
  operations: ['query'],
  fields: [
    field('text', 'string'),
    field('subjectType', 'enum', { dictionary: 'subject' }),
    field('subjectId', 'ref', {
      refBy: {
        field: 'subjectType',
        entities: { watched: 'watched', client: 'client', job: 'job' },
        scopes: ['cheap'],
      },
    }),
  ],
};

const choice = (name: string, ...keys: string[]) => ({
  schemaVersion: 2 as const,
  name,
  title: name,
  values: keys.map((key) => ({ key, title: key })),
});

let shop: TestOperations;
const ids: Record<string, string> = {};

beforeAll(async () => {
  shop = await startOperations([client, job, line, watched, remark], {
    dictionaries: [choice('door', 'open', 'closed'), choice('subject', 'watched', 'client', 'job')],
  });
  const { records } = shop;
  ids.client = await records.insert('client', { given: '三', family: '张', state: 'open' });
  const add = async (name: string, values: Values, lines: readonly (readonly [number, number, string])[]) => {
    ids[name] = await records.insert('job', { name, watcherIds: [], ...values });
    for (const [quantity, price, usedOn] of lines)
      await records.insert('job_line', { jobId: ids[name], quantity, price, usedOn, note: '料' });
  };
  const clientId = ids.client;
  const day = 86_400_000;
  const at = (ms: number) => new Date(Date.now() + ms).toISOString();
  await add('甲', { clientId, hours: 2.5, rate: 101, startedOn: '2026-01-31', dueAt: at(-day) }, [
    [2, 50, '2026-02-03'],
    [1, 500, '2026-02-01'],
  ]);
  await add('乙', { clientId, hours: 12, rate: 10, dueAt: at(day) }, [[3, 7, '2026-03-01']]);
  await add('丙', { dueAt: '2026-01-01T20:00:00Z' }, []);
  const gone = await records.insert('job_line', { jobId: ids.甲, quantity: 9, price: 9, note: '删' });
  await records.remove('job_line', gone);
}, 60_000);

afterAll(() => shop.close());

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
