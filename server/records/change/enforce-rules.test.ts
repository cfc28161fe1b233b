import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EntityDocument, EntityRule, Transition } from '../../../engine/model/documents/index.ts';
import type { BulkAnswer } from '../../../engine/model/wire/index.ts';
import { systemCaller } from '../../kernel/caller/caller.ts';
import { budget, claim, claimItem, claimStates } from '../../testing/fixtures/claims.ts';
import { startOperations, type TestOperations } from '../../testing/operations.ts';

const rules: readonly EntityRule[] = [
  {
    key: 'withinBudget',
    on: ['create', 'modify'],
    when: 'record.budgetId != null && record.amount != null',
    check: 'record.budget.spent <= record.budget.limit',
    message: '超出预算额度',
    field: 'amount',
    lock: 'budget',
  },
  {
    key: 'neverLess',
    on: ['modify'],
    when: "old.state == 'approved'",
    check: 'record.amount >= old.amount',
    message: '通过之后金额不能减少',
  },
  {
    key: 'itemsAddUp',
    on: ['modify'],
    when: 'count(record.items) > 0',
    check: 'sum(record.items, row.price) <= record.amount',
    message: '明细合计超出金额',
    field: 'items',
  },
  { key: 'keepApproved', on: ['delete'], check: "record.state == 'draft'", message: '只能删除草稿', for: 'people' },
  {
    key: 'noShout',
    on: ['create', 'modify'],
    check: "record.name != '喊'",
    message: '换个事由',
    field: 'name',
    for: 'people',
  },
];

const ruled = claim({}, rules);
const { who: _, ...open } = ruled;
const machine = ruled.states?.[0];
/** Anybody may approve what has a price on every line; what is paid says how many lines there are, and leaves another claim behind. */
const withNotice = ({ who: _who, guards = [], ...transition }: Transition): Transition =>
  transition.key === 'pay'
    ? {
        ...transition,
        effects: [{ key: 'another', create: 'claim', values: { name: "'喊'", remark: 'record.name' } }],
        set: { discount: 'count(record.items, row.price > 10)' },
      }
    : { ...transition, guards: [...guards, { when: 'all(record.items, row.price > 0)', message: '每行都要有单价' }] };

/** Money that goes out for a claim: only once it is approved, and never more than it asked for. */
const payment: EntityDocument = {
  schemaVersion: 2,
  name: 'payment',
  title: '付款',
  label: 'payee',
  operations: ['query', 'view', 'create', 'modify'],
  fields: [
    { key: 'claimId', title: '报销单', type: 'ref', ref: 'claim', required: true },
    { key: 'payee', title: '收款人', type: 'string', required: true },
    { key: 'amount', title: '金额', type: 'money', required: true, min: 1 },
  ],
  rules: [
    {
      key: 'approved',
      on: ['create'],
      check: "record.claim.state == 'approved'",
      message: '报销单还没有通过',
      lock: 'claim',
    },
    {
      key: 'notMore',
      on: ['create', 'modify'],
      check: 'record.claim.paidOut <= record.claim.amount',
      message: '付款超出报销金额',
      field: 'amount',
      lock: 'claim',
    },
  ],
};

let office: TestOperations;

beforeAll(async () => {
  office = await startOperations(
    [
      {
        ...budget,
        operations: ['query', 'view', 'delete'],
        rules: [{ key: 'unused', on: ['delete'], check: 'coalesce(record.spent, 0) == 0', message: '还有报销单' }],
      },
      {
        ...open,
        fields: [
          ...open.fields,
          {
            key: 'paidOut',
            title: '已付',
            type: 'money',
            rollup: { entity: 'payment', by: 'claimId', aggregate: 'sum', field: 'amount' },
          },
        ],
        states:
          machine === undefined
            ? []
            : [
                {
                  ...machine,
                  editable: { '*': '*' },
                  transitions: machine.transitions.map(withNotice),
                },
              ],
      },
      claimItem,
      payment,
    ],
    { dictionaries: [claimStates] },
  );
}, 60_000);
afterAll(() => office.close());

type Id = { readonly id: string };
const run = <Answer = Id>(path: string, body: Readonly<Record<string, unknown>>) =>
  office.run<Answer>(`/v1/${path}`, body);
const refusal = (path: string, body: Readonly<Record<string, unknown>>) => office.refusal(`/v1/${path}`, body);
const newBudget = (limit: number) => office.records.insert('budget', { name: '市场', limit });
const spentOf = async (budgetId: string) =>
  (await office.records.find('claim', { budgetId })).reduce((sum, { amount }) => sum + Number(amount), 0);

describe('rules of an entity', () => {
  it('hold after a record is made or changed, with what it sums up in others; a broken one leaves nothing', async () => {
    const budgetId = await newBudget(1000);
    const { id } = await run('claim/create', { name: '甲', amount: 900, budgetId });
    expect(await refusal('claim/create', { name: '乙', amount: 200, budgetId })).toMatchObject({
      code: 'E_RULE',
      message: '超出预算额度',
      detail: { faults: [{ pointer: '/amount', expected: '超出预算额度' }] },
    });
    expect(await refusal('claim/modify', { id, version: 1, amount: 1001 })).toMatchObject({ code: 'E_RULE' });
    expect(await spentOf(budgetId)).toBe(900);
    expect(await office.records.count('operation_log', { entityId: id })).toBe(1);
    await run('claim/modify', { id, version: 1, amount: 1000 });
  });

  it('hold over what stands elsewhere though fifty come at once', async () => {
    const budgetId = await newBudget(1000);
    const asked = Array.from({ length: 50 }, (_, n) =>
      run('claim/create', { name: `${n}`, amount: 100, budgetId }).then(
        () => 'made',
        (error: { readonly code?: string }) => error.code,
      ),
    );
    const outcomes = await Promise.all(asked);
    expect(outcomes.filter((outcome) => outcome === 'made')).toHaveLength(10);
    expect(new Set(outcomes)).toEqual(new Set(['made', 'E_RULE']));
    expect(await spentOf(budgetId)).toBe(1000);
  });

  it('keep what refers to a record to its state, whoever changes that at the same moment', async () => {
    const { id } = await run('claim/create', { name: '甲', amount: 100 });
    const pay = (amount: number) => run('payment/create', { claimId: id, payee: '某公司', amount });
    await expect(pay(10)).rejects.toMatchObject({ code: 'E_RULE', message: '报销单还没有通过' });
    await run('claim/approve', { id });
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, () =>
        pay(10).then(
          () => 'made',
          (error: { readonly code?: string }) => error.code,
        ),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'made')).toHaveLength(10);
    expect(new Set(outcomes)).toEqual(new Set(['made', 'E_RULE']));
    await run('claim/pay', { id });
    await expect(pay(1)).rejects.toMatchObject({ code: 'E_RULE' });
  });

  it('and guards and what is set go over the child rows as they stand', async () => {
    const items = [5, 50, 0].map((price) => ({ note: '票', price }));
    const { id } = await run('claim/create', { name: '甲', amount: 500, items });
    expect(await refusal('claim/approve', { id })).toMatchObject({ code: 'E_GUARD', message: '每行都要有单价' });
    const [free] = await office.records.find('claim_item', { claimId: id, price: 0 });
    await run('claim/item/delete', { id: free?.id });
    await run('claim/approve', { id });
    await run('claim/pay', { id });
    expect(await office.records.find('claim', { id })).toMatchObject([{ discount: 1 }]);
  });

  it('know what the record was before', async () => {
    const { id } = await run('claim/create', { name: '甲', amount: 500 });
    await run('claim/approve', { id });
    expect(await refusal('claim/modify', { id, version: 2, amount: 400 })).toMatchObject({
      message: '通过之后金额不能减少',
    });
    await run('claim/modify', { id, version: 2, amount: 600 });
  });

  it('hold when only child rows change, through their parent or by themselves', async () => {
    const { id } = await run('claim/create', { name: '甲', amount: 500, items: [{ note: '车', price: 400 }] });
    const [line] = await office.records.find('claim_item', { claimId: id });
    const message = '明细合计超出金额';
    expect(await refusal('claim/modify', { id, version: 1, items: [{ id: line?.id, price: 501 }] })).toMatchObject({
      message,
      detail: { faults: [{ pointer: '/items', title: '明细' }] },
    });
    expect(await refusal('claim/item/create', { claimId: id, note: '饭', price: 101 })).toMatchObject({ message });
    expect(await refusal('claim/item/modify', { id: line?.id, version: 1, price: 501 })).toMatchObject({ message });
    const many = await run<BulkAnswer>('claim/item/modify', { ids: [line?.id], price: 501 });
    expect(many).toMatchObject({ failed: 1, results: [{ code: 'E_RULE', message }] });
    await run('claim/item/create', { claimId: id, note: '饭', price: 100 });
    const elsewhere = await run('claim/create', { name: '乙', amount: 100 });
    expect(await refusal('claim/item/modify', { id: line?.id, version: 1, claimId: elsewhere.id })).toMatchObject({
      message,
    });
  });

  it('hold for child rows that come at once', async () => {
    const { id } = await run('claim/create', { name: '甲', amount: 500 });
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, () =>
        run('claim/item/create', { claimId: id, note: '票', price: 100 }).then(
          () => 'made',
          (error: { readonly code?: string }) => error.code,
        ),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'made')).toHaveLength(5);
  });

  it('hold when a record goes, by itself or with many, and when it comes back', async () => {
    const { id } = await run('claim/create', { name: '甲', amount: 500 });
    await run('claim/approve', { id });
    expect(await refusal('claim/delete', { id })).toMatchObject({ code: 'E_RULE', message: '只能删除草稿' });
    expect(await run<BulkAnswer>('claim/delete', { ids: [id] })).toMatchObject({ failed: 1 });
    const budgetId = await newBudget(100);
    const gone = await run('claim/create', { name: '乙', amount: 100, budgetId });
    await run('claim/delete', { id: gone.id });
    await run('claim/create', { name: '丙', amount: 100, budgetId });
    expect(await refusal('claim/restore', { id: gone.id })).toMatchObject({ message: '超出预算额度' });
    expect(await spentOf(budgetId)).toBe(100);
  });

  it('see of what goes what others sum up to', async () => {
    const budgetId = await newBudget(1000);
    const { id } = await run('claim/create', { name: '甲', amount: 500, budgetId });
    expect(await refusal('budget/delete', { id: budgetId })).toMatchObject({ code: 'E_RULE', message: '还有报销单' });
    await run('claim/delete', { id });
    await run('budget/delete', { id: budgetId });
  });

  it('for people leave out what the server does of itself', async () => {
    expect(await refusal('claim/create', { name: '喊' })).toMatchObject({
      code: 'E_RULE',
      detail: { faults: [{ pointer: '/name' }] },
    });
    await office.run('/v1/claim/create', { name: '喊' }, systemCaller);
    const { id } = await run('claim/create', { name: '付', amount: 1 });
    await run('claim/approve', { id });
    await run('claim/pay', { id });
    expect(await office.records.count('claim', { name: '喊', remark: '付' })).toBe(1);
    expect(await refusal('claim/modify', { id, version: 3, name: '喊' })).toMatchObject({ code: 'E_RULE' });
  });

  it('name every one that is broken', async () => {
    const budgetId = await newBudget(10);
    expect(await refusal('claim/create', { name: '喊', amount: 20, budgetId })).toMatchObject({
      message: '超出预算额度；换个事由',
    });
  });
});
