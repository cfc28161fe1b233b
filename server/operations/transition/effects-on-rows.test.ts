import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EntityDocument, EntityField, Transition } from '../../../engine/model/documents/index.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { startOperations, type TestOperations } from '../../testing/operations.ts';

const field = (key: string, type: EntityField['type'], extra: Partial<EntityField> = {}): EntityField => ({
  key,
  title: key,
  type,
  ...extra,
});
const state = (dictionary: string) => field('state', 'enum', { dictionary, required: true, readonly: true });
const transition = (key: string, from: string[], to: Transition['to'], rest: Partial<Transition> = {}): Transition => ({
  ...{ key, title: key, from, to, permission: 'order:status' },
  ...rest,
});
const base = { schemaVersion: 2 as const, label: 'name' };

const order: EntityDocument = {
  ...base,
  name: 'order',
  title: '订单',
  operations: ['query', 'view', 'create', 'modify'],
  fields: [
    field('name', 'string', { required: true }),
    state('order_state'),
    field('ccIds', 'refs', { ref: 'person' }),
    field('amount', 'money'),
  ],
  children: [{ key: 'items', title: '明细', entity: 'item', by: 'orderId', order: 'place' }],
  states: [
    {
      key: 'flow',
      field: 'state',
      initial: ['open'],
      editable: { '*': '*' },
      transitions: [
        transition('cancel', ['open'], 'closed', {
          input: [{ key: 'reason', title: '原因', type: 'string' }],
          effects: [
            {
              key: 'plans',
              rows: {
                entity: 'plan',
                by: 'orderId',
                where: "row.state == 'due' && row.amount <= coalesce(record.amount, 1000000)",
                order: ['-amount'],
                max: 3,
              },
              transition: 'void',
              input: { why: "coalesce(form.reason, '') + ' ' + row.order.name" },
            },
          ],
        }),
        transition('hold', ['open'], 'open', {
          effects: [
            {
              key: 'note',
              rows: { entity: 'plan', by: 'orderId' },
              set: { why: "row.name + '/' + record.name", amount: 'row.amount + 1' },
            },
          ],
        }),
        transition(
          'submit',
          ['open'],
          [
            { when: 'sum(record.items, row.price) > 1000', state: 'manager' },
            { when: "form.to == 'leader'", state: 'leader' },
            { state: 'closed' },
          ],
          {
            input: [{ key: 'to', title: '交给', type: 'string' }],
            guards: [{ when: 'count(record.items) > 0', message: '没有明细' }],
            effects: [
              {
                key: 'tell',
                when: "record.state != 'closed'",
                each: 'ccs',
                create: 'letter',
                values: { name: "record.name + ' → ' + row.name + ' ' + record.state" },
              },
              {
                key: 'stock',
                each: 'items',
                create: 'letter',
                values: { name: "'出库 ' + row.name + ' ' + row.order.name" },
              },
            ],
          },
        ),
      ],
    },
  ],
};

const item: EntityDocument = {
  ...base,
  name: 'item',
  title: '明细',
  operations: [],
  fields: [
    field('orderId', 'ref', { ref: 'order', required: true }),
    field('place', 'int'),
    field('name', 'string', { required: true }),
    field('price', 'money'),
  ],
};

const plan: EntityDocument = {
  ...base,
  name: 'plan',
  title: '回款计划',
  operations: ['query', 'view', 'create', 'modify'],
  fields: [
    field('name', 'string', { required: true }),
    field('orderId', 'ref', { ref: 'order' }),
    state('plan_state'),
    field('amount', 'money'),
    field('why', 'string'),
  ],
  states: [
    {
      key: 'flow',
      field: 'state',
      initial: ['due'],
      editable: { '*': '*' },
      transitions: [
        {
          ...transition('void', ['due'], 'void'),
          permission: 'plan:status',
          guard: 'record.amount != 13',
          guardMessage: '十三不能作废',
          input: [{ key: 'why', field: 'why' }],
        },
        { ...transition('pay', ['due'], 'paid'), permission: 'plan:status' },
      ],
    },
  ],
};

const named = (name: string, title: string): EntityDocument => ({
  ...base,
  name,
  title,
  operations: ['query'],
  fields: [field('name', 'string')],
});
const choice = (name: string, ...keys: string[]) => ({
  schemaVersion: 2 as const,
  name,
  title: name,
  values: keys.map((key) => ({ key, title: key })),
});

let shop: TestOperations;
beforeAll(async () => {
  shop = await startOperations([order, item, plan, named('person', '人'), named('letter', '信')], {
    dictionaries: [
      choice('order_state', 'open', 'leader', 'manager', 'closed'),
      choice('plan_state', 'due', 'paid', 'void'),
    ],
  });
}, 60_000);
afterAll(() => shop.close());

const run = <Answer = { readonly id: string }>(path: string, body: Values) => shop.run<Answer>(`/v1/${path}`, body);
const refusal = (path: string, body: Values) => shop.refusal(`/v1/${path}`, body);
const newOrder = async (values: Values = {}) => (await run('order/create', { name: '甲', ...values })).id;
const newPlan = async (orderId: string, name: string, amount: number) =>
  (await run('plan/create', { orderId, name, amount })).id;
const plansOf = async (orderId: string) =>
  new Map((await shop.records.find('plan', { orderId })).map((row) => [String(row.name), row]));

describe('an effect on many rows', () => {
  it('runs a transition on those that match, in its order, with what it reads of each', async () => {
    const id = await newOrder({ amount: 500 });
    await newPlan(id, '一', 100);
    await newPlan(id, '二', 300);
    await newPlan(id, '三', 600);
    await run('plan/pay', { id: await newPlan(id, '四', 50) });
    const other = await newPlan(await newOrder(), '别的', 1);
    await run('order/cancel', { id, reason: '退' });
    const plans = await plansOf(id);
    expect([...plans.values()].map(({ name, state: now, why }) => `${name} ${now} ${why}`).toSorted()).toEqual(
      ['一 void 退 甲', '二 void 退 甲', '三 due null', '四 paid null'].toSorted(),
    );
    expect(await shop.records.find('plan', { id: other })).toMatchObject([{ state: 'due' }]);
    const logs = await shop.database.rows(
      "select entity_id from operation_log where entity = 'plan' and action = 'plan.void' order by id",
    );
    expect(logs.map(({ entity_id }) => entity_id)).toEqual([plans.get('二')?.id, plans.get('一')?.id]);
  });

  it('does nothing at all where one row refuses', async () => {
    const id = await newOrder();
    await newPlan(id, '一', 20);
    await newPlan(id, '二', 13);
    expect(await refusal('order/cancel', { id })).toMatchObject({ code: 'E_GUARD', message: '十三不能作废' });
    expect([...(await plansOf(id)).values()]).toMatchObject([
      { state: 'due', version: 1 },
      { state: 'due', version: 1 },
    ]);
    expect(await shop.records.find('order', { id })).toMatchObject([{ state: 'open' }]);
  });

  it('refuses more rows than it may touch, and says how many', async () => {
    const id = await newOrder();
    for (const name of ['一', '二', '三', '四']) await newPlan(id, name, 1);
    expect(await refusal('order/cancel', { id })).toMatchObject({
      code: 'E_EFFECT_ROWS',
      message: '一次最多影响 3 条回款计划，没有执行',
    });
    expect([...(await plansOf(id)).values()].every((row) => row.state === 'due')).toBe(true);
  });

  it('writes values worked out of each', async () => {
    const id = await newOrder();
    await newPlan(id, '一', 10);
    await newPlan(id, '二', 20);
    await run('order/hold', { id });
    const plans = await plansOf(id);
    expect(plans.get('一')).toMatchObject({ why: '一/甲', amount: 11 });
    expect(plans.get('二')).toMatchObject({ why: '二/甲', amount: 21 });
  });

  it('beside others who change these rows, waits for nobody for ever and does nothing twice', async () => {
    const id = await newOrder();
    const plans = await Promise.all(['一', '二', '三'].map((name) => newPlan(id, name, 1)));
    const settled = await Promise.allSettled([
      ...Array.from({ length: 25 }, () => run('order/cancel', { id })),
      ...plans.map((planId) => run('plan/pay', { id: planId })),
      ...Array.from({ length: 25 }, () => run('order/cancel', { id })),
    ]);
    const cancelled = [...settled.slice(0, 25), ...settled.slice(28)];
    expect(cancelled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const row of (await plansOf(id)).values()) {
      expect(['paid', 'void']).toContain(row.state);
      expect(row.version).toBe(2);
    }
  });

  it('looks again at rows it waited for', async () => {
    const id = await newOrder();
    const taken = await newPlan(id, '一', 1);
    await newPlan(id, '二', 1);
    const paying = shop.database.rows(
      `with paid as (update plan set state = 'paid' where id = '${taken}' returning id) select pg_sleep(1.5) from paid`,
    );
    await new Promise((resolve) => setTimeout(resolve, 500));
    await run('order/cancel', { id });
    await paying;
    const plans = await plansOf(id);
    expect([plans.get('一')?.state, plans.get('二')?.state]).toEqual(['paid', 'void']);
  });

  it('makes one record for each item of a list, in its order', async () => {
    const people = [
      await shop.records.insert('person', { name: '张' }),
      await shop.records.insert('person', { name: '李' }),
    ];
    const items = [
      { name: '乙书', price: 800 },
      { name: '甲书', price: 900 },
    ];
    const id = await newOrder({ ccIds: people, items });
    await run('order/submit', { id });
    const letters = await shop.database.rows('select name from letter order by created_at, id');
    expect(letters.map(({ name }) => name)).toEqual([
      '甲 → 张 manager',
      '甲 → 李 manager',
      ...(await shop.records.find('item', { orderId: id }))
        .toSorted((a, b) => Number(a.place) - Number(b.place))
        .map(({ name }) => `出库 ${name} 甲`),
    ]);
  });
});

describe('a transition that branches', () => {
  it.each([
    ['the first branch that holds', 1001, 'leader', 'manager'],
    ['a later one', 1000, 'leader', 'leader'],
    ['the last where none does', 1000, null, 'closed'],
  ] as const)('goes %s', async (_title, price, to, expected) => {
    const id = await newOrder({ items: [{ name: '书', price }] });
    await run('order/submit', { id, ...(to === null ? {} : { to }) });
    expect(await shop.records.find('order', { id })).toMatchObject([{ state: expected, version: 2 }]);
    expect(await refusal('order/submit', { id })).toMatchObject({ code: 'E_STATE' });
  });

  it('is guarded whichever way it would go', async () => {
    const id = await newOrder();
    expect(await refusal('order/submit', { id, to: 'leader' })).toMatchObject({ code: 'E_GUARD', message: '没有明细' });
  });
});
