import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EntityDocument, EntityField } from '../../../engine/model/documents/index.ts';
import type { PreviewAnswer } from '../../../engine/model/wire/index.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { startOperations, type TestOperations } from '../../testing/operations.ts';

const field = (key: string, type: EntityField['type'], extra: Partial<EntityField> = {}): EntityField => ({
  key,
  title: key,
  type,
  ...extra,
});

const order: EntityDocument = {
  schemaVersion: 2,
  name: 'order',
  title: '订单',
  label: 'name',
  operations: ['query', 'view', 'create', 'modify'],
  fields: [
    field('name', 'string', { required: true }),
    field('state', 'enum', { dictionary: 'order_state', required: true, readonly: true }),
    field('amount', 'money'),
  ],
  states: [
    {
      key: 'flow',
      field: 'state',
      initial: ['open'],
      editable: { '*': '*' },
      transitions: [
        {
          ...{ key: 'cancel', title: '取消', from: ['open'], to: 'closed', permission: 'order:cancel' },
          input: [{ key: 'least', title: '至少', type: 'money' }],
          guard: 'record.amount == null || record.amount >= 0',
          guardMessage: '金额为负',
          preview: {
            title: '将作废的计划',
            rows: {
              ...{ entity: 'plan', by: 'orderId', where: 'row.amount >= coalesce(form.least, 0)', order: ['-amount'] },
              fields: ['name', 'amount', 'mobile', 'owner.name'],
            },
          },
          effects: [
            {
              key: 'plans',
              rows: { entity: 'plan', by: 'orderId', where: 'row.amount >= coalesce(form.least, 0)' },
              set: { note: "'作废'" },
            },
          ],
        },
        {
          ...{ key: 'settle', title: '结算', from: ['open'], to: 'closed', permission: 'order:settle' },
          preview: {
            action: 'calculate',
            input: { name: 'record.name' },
            columns: [
              { key: 'item', title: '项目', type: 'string' },
              { key: 'amount', title: '金额', type: 'money' },
            ],
          },
        },
      ],
    },
  ],
  actions: [
    {
      ...{ key: 'calculate', title: '试算', permission: 'order:settle', of: 'entity', reads: true },
      input: [{ key: 'name', title: '名称', type: 'string', required: true }],
    },
  ],
};
const plan: EntityDocument = {
  schemaVersion: 2,
  name: 'plan',
  title: '计划',
  label: 'name',
  operations: ['query', 'view', 'create', 'modify', 'delete'],
  fields: [
    field('name', 'string', { required: true }),
    field('orderId', 'ref', { ref: 'order', required: true }),
    field('amount', 'money'),
    field('mobile', 'mobile', { mask: 'mobile' }),
    field('ownerId', 'ref', { ref: 'staff' }),
    field('note', 'string'),
  ],
  access: { owner: ['ownerId'] },
};
const states = {
  ...{ schemaVersion: 2 as const, name: 'order_state', title: '状态' },
  values: ['open', 'closed'].map((key) => ({ key, title: key })),
};

let room: TestOperations;
let factor = 1;
let meanwhile: () => Promise<void> = async () => undefined;

beforeAll(async () => {
  room = await startOperations([order, plan], {
    dictionaries: [states],
    rules: [
      {
        entity: 'order',
        transitions: {
          cancel: {
            set: async () => {
              await meanwhile();
              return {};
            },
          },
        },
        wholeActions: {
          calculate: async ({ name }) => ({ rows: [{ item: String(name), amount: 100 * factor, secret: 'x' }] }),
        },
      },
    ],
  });
}, 60_000);
afterAll(() => room.close());

type Id = { readonly id: string };
type Told = { readonly version: number; readonly preview: PreviewAnswer };
let id: string;
let plans: readonly string[];

beforeEach(async () => {
  factor = 1;
  meanwhile = async () => undefined;
  id = (await room.run<Id>('/v1/order/create', { name: '订单甲' })).id;
  const made: string[] = [];
  for (const [name, amount] of [
    ['首期', 100],
    ['二期', 300],
    ['三期', 200],
  ] as const)
    made.push(
      (
        await room.run<Id>('/v1/plan/create', {
          ...{ name, amount, orderId: id, mobile: '13800001111', ownerId: room.caller().staffId },
        })
      ).id,
    );
  plans = made;
});

const look = (more: Values = {}, caller = room.caller()) =>
  room.run<Told>('/v1/order/cancel', { id, preview: true, ...more }, caller);
const stateNow = async () => (await room.database.rows('select state from "order" where id = $1', [id]))[0]?.state;
const codeOf = async (path: string, body: Values) => (await room.refusal(path, body)).code;

describe('what a transition brings with it', () => {
  it('is shown, masks put on, and nothing is changed', async () => {
    const { preview, version } = await look({ least: 150 });
    expect(preview).toMatchObject({
      ...{ title: '将作废的计划', total: 2, hidden: 0 },
      columns: [{ title: 'name' }, { type: 'money' }, { title: 'mobile' }, { title: 'name' }],
      rows: [
        [{ value: '二期' }, { value: 300 }, { value: '138****1111' }, { value: '测试员' }],
        [{ value: '三期' }, { value: 200 }, {}, {}],
      ],
    });
    expect(version).toBe(1);
    expect(await stateNow()).toBe('open');
  });

  it('counts what lies beyond the reach and shows nothing of it', async () => {
    const self = { ...room.caller({ dataScope: 'self' }), staffId: id };
    expect((await look({}, self)).preview).toMatchObject({ total: 3, hidden: 3, rows: [] });
  });

  it('is asked for under the same permission, guard and input as the transition', async () => {
    const without = room.caller({ grants: new Set(['order:query']) });
    await expect(look({}, without)).rejects.toMatchObject({ code: 'E_NO_PERMISSION' });
    await expect(look({ least: 'x' })).rejects.toMatchObject({ code: 'E_INPUT_INVALID' });
    await room.run('/v1/order/modify', { id, version: 1, amount: -1 });
    await expect(look()).rejects.toMatchObject({ code: 'E_GUARD' });
  });

  it('is what a reading action answers, its columns only', async () => {
    const { preview } = await room.run<Told>('/v1/order/settle', { id, preview: true });
    expect(preview).toMatchObject({ title: '结算', total: 1, rows: [[{ value: '订单甲' }, { value: 100 }]] });
    expect(JSON.stringify(preview)).not.toContain('secret');
    factor = 2;
    expect(await codeOf('/v1/order/settle', { id, previewed: preview.digest })).toBe('E_PREVIEW');
    factor = 1;
    await room.run('/v1/order/settle', { id, previewed: preview.digest });
    expect(await stateNow()).toBe('closed');
  });
});

describe('the transition', () => {
  it('is not done unseen, nor on the word of another preview', async () => {
    expect(await codeOf('/v1/order/cancel', { id })).toBe('E_PREVIEW');
    expect(await codeOf('/v1/order/cancel', { id, previewed: 'seen' })).toBe('E_PREVIEW');
    const { preview } = await look({ least: 150 });
    expect(await codeOf('/v1/order/cancel', { id, previewed: preview.digest })).toBe('E_PREVIEW');
    expect(await stateNow()).toBe('open');
    await room.run('/v1/order/cancel', { id, least: 150, previewed: preview.digest });
    const noted = await room.database.rows("select 1 from plan where order_id = $1 and note = '作废'", [id]);
    expect(noted).toHaveLength(2);
  });

  it.each([
    ['a row was changed', () => room.run('/v1/plan/modify', { id: plans[0] ?? '', version: 1, note: '改' })],
    ['a row came', () => room.run('/v1/plan/create', { name: '四期', amount: 1, orderId: id })],
    ['a row went', () => room.run('/v1/plan/delete', { id: plans[1] ?? '' })],
  ])('is refused when %s meanwhile', async (_, change) => {
    const { preview } = await look();
    await change();
    expect(await codeOf('/v1/order/cancel', { id, previewed: preview.digest })).toBe('E_PREVIEW');
    const again = await look();
    await room.run('/v1/order/cancel', { id, previewed: again.preview.digest });
    expect(await stateNow()).toBe('closed');
  });

  it('holds the rows it was confirmed for until it is done', async () => {
    const { preview } = await look();
    let isThrough = false;
    let other: Promise<unknown> = Promise.resolve();
    meanwhile = async () => {
      const change = { id: plans[0] ?? '', version: 1, amount: 7 };
      other = room
        .run('/v1/plan/modify', change)
        .catch(() => undefined)
        .finally(() => {
          isThrough = true;
        });
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(isThrough).toBe(false);
    };
    await room.run('/v1/order/cancel', { id, previewed: preview.digest });
    await other;
    expect(await stateNow()).toBe('closed');
  });
});
