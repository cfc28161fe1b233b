import { describe, expect, it } from 'vitest';
import { loadDocuments } from '../../load/load-documents.ts';
import { rightsAdvice } from './check-rights.ts';

const states = {
  file: 'dictionaries/claim_state.json',
  text: JSON.stringify({
    schemaVersion: 2,
    name: 'claim_state',
    title: '状态',
    values: ['draft', 'approved', 'paid'].map((key) => ({ key, title: key })),
  }),
};

type Over = {
  readonly entity?: object;
  readonly machine?: object;
  readonly approve?: object;
  readonly amount?: object;
};

const claim = ({ entity, machine, approve, amount }: Over = {}) => ({
  schemaVersion: 2,
  name: 'claim',
  title: '报销单',
  label: 'name',
  operations: ['query', 'view', 'create', 'modify', 'delete'],
  fields: [
    { key: 'name', title: '事由', type: 'string', required: true },
    { key: 'state', title: '状态', type: 'enum', dictionary: 'claim_state', required: true, readonly: true },
    { key: 'amount', title: '金额', type: 'money', ...amount },
    { key: 'budgetId', title: '预算', type: 'ref', ref: 'budget' },
  ],
  states: [
    {
      key: 'flow',
      field: 'state',
      initial: ['draft'],
      transitions: [
        { key: 'approve', title: '通过', from: ['draft'], to: 'approved', permission: 'claim:approve', ...approve },
        { key: 'pay', title: '打款', from: ['approved'], to: 'paid', permission: 'claim:pay' },
      ],
      ...machine,
    },
  ],
  children: [{ key: 'items', title: '明细', entity: 'claim_item', by: 'claimId' }],
  ...entity,
});

const budget = {
  schemaVersion: 2,
  name: 'budget',
  title: '预算',
  label: 'name',
  operations: ['query'],
  fields: [
    { key: 'name', title: '名称', type: 'string', required: true },
    { key: 'claimId', title: '报销单', type: 'ref', ref: 'claim' },
  ],
  schedules: [] as object[],
};

const item = {
  schemaVersion: 2,
  name: 'claim_item',
  title: '明细',
  label: 'note',
  operations: [],
  fields: [
    { key: 'claimId', title: '报销单', type: 'ref', ref: 'claim', required: true },
    { key: 'note', title: '说明', type: 'string', required: true },
  ],
};

const load = (over: Over) =>
  loadDocuments([
    states,
    ...[claim(over), { ...budget, schedules: undefined }, item].map((document) => ({
      file: `entities/${document.name}.json`,
      text: JSON.stringify(document),
    })),
  ]);
const faultsOf = (over: Over) =>
  load(over).fatal.map(({ pointer, code, got, nearest }) => [pointer, code, nearest ?? got].filter(Boolean).join(' '));

const machine = (editable: object) => ({ machine: { editable } });
const rule = (over: object) => ({
  entity: { rules: [{ key: 'one', on: ['modify'], check: 'record.amount > 0', message: '须大于零', ...over }] },
});

describe('editable', () => {
  it('takes states with fields and child rows', () => {
    expect(faultsOf(machine({ draft: '*', approved: ['amount', 'items'], '*': [] }))).toEqual([]);
  });

  it.each([
    ['a state there is not', { drft: '*', '*': [] }, '/states/0/editable/drft E_SCHEMA_UNKNOWN_NAME draft'],
    ['a field there is not', { '*': ['amont'] }, '/states/0/editable/*/0 E_SCHEMA_UNKNOWN_NAME amount'],
    ['a field people do not write', { '*': ['state'] }, '/states/0/editable/*/0 E_SCHEMA_CONFLICT state'],
    ['a field twice', { '*': ['name', 'name'] }, '/states/0/editable/*/1 E_SCHEMA_DUPLICATE name'],
    ['a state not told of', { draft: '*' }, '/states/0/editable E_SCHEMA_CONFLICT approved、paid'],
  ])('refuses %s', (_, editable, fault) => {
    expect(faultsOf(machine(editable))).toEqual([fault]);
  });

  it('is advised where people rewrite what goes through states, or money', () => {
    const advice = (over: Over) => {
      const document = load(over).documents.entities.get('claim');
      return document === undefined ? ['not loaded'] : rightsAdvice(document);
    };
    expect(advice({})).toHaveLength(1);
    expect(advice(machine({ '*': '*' }))).toEqual([]);
    const stateless = { states: undefined, operations: ['query', 'view', 'modify'] };
    expect(advice({ entity: stateless })).toHaveLength(1);
    expect(advice({ entity: { ...stateless, ...rule({}).entity } })).toEqual([]);
    expect(advice({ entity: { operations: ['query', 'view', 'delete'] } })).toEqual([]);
  });
});

describe('who', () => {
  const who = { when: 'record.createdBy == user.id', message: '只有填单人' };

  it('takes a condition, a key or both, on the entity, a field, a transition', () => {
    expect(
      faultsOf({
        entity: { who: { modify: who, delete: { permission: 'claim:manage', message: '主管' } } },
        amount: { who: { ...who, permission: 'claim:manage' } },
        approve: { who },
      }),
    ).toEqual([]);
  });

  it.each<[string, Over, string]>([
    [
      'another root',
      { approve: { who: { ...who, when: 'form.name == user.name' } } },
      '/states/0/transitions/0/who/when E_SCHEMA_EXPRESSION form.name',
    ],
    [
      'a key of another entity',
      { approve: { who: { permission: 'budget:edit', message: '谁' } } },
      '/states/0/transitions/0/who/permission E_SCHEMA_PERMISSION budget:edit',
    ],
    ['a verb that is not open', { entity: { who: { restore: who } } }, '/who/restore E_SCHEMA_CONFLICT restore'],
    ['a field nobody writes', { amount: { who, readonly: true } }, '/fields/2/who E_SCHEMA_CONFLICT amount'],
    [
      'a state it never starts in',
      { approve: { who: { ...who, when: "record.state == 'paid'" } } },
      "/states/0/transitions/0/who/when E_SCHEMA_CONFLICT record.state == 'paid'",
    ],
  ])('refuses %s', (_, over, fault) => {
    expect(faultsOf(over)).toEqual([fault]);
  });
});

describe('guards', () => {
  it('are checked one by one', () => {
    const guards = [
      { when: 'record.amount > 0', message: '须大于零' },
      { when: 'record.amont > 0', message: '须大于零' },
    ];
    expect(faultsOf({ approve: { guards } })).toEqual([
      '/states/0/transitions/0/guards/1/when E_SCHEMA_UNKNOWN_NAME amount',
    ]);
  });

  it('read no user where a schedule or an effect runs the transition', () => {
    const schedules = [
      { key: 'late', title: '到期', every: '1h', where: "record.state == 'draft'", transition: 'approve' },
    ];
    const entity = { schedules };
    expect(faultsOf({ entity, approve: { guard: 'record.createdBy == user.id' } })).toEqual([
      '/states/0/transitions/0/guard E_SCHEMA_CONFLICT record.createdBy == user.id',
    ]);
    expect(faultsOf({ entity, approve: { who: { when: 'record.createdBy == user.id', message: '谁' } } })).toEqual([]);
  });
});

describe('rules', () => {
  it('take what they read, show and lock', () => {
    expect(
      faultsOf(
        rule({
          when: 'old.amount != record.amount',
          check: 'record.budget.name != user.name',
          field: 'amount',
          lock: 'budget',
          for: 'people',
        }),
      ),
    ).toEqual([]);
  });

  it.each([
    ['a name there is not', { check: 'record.amont > 0' }, '/rules/0/check E_SCHEMA_UNKNOWN_NAME amount'],
    [
      'what was before in a new record',
      { on: ['create'], check: 'record.amount > old.amount' },
      '/rules/0/on E_SCHEMA_CONFLICT create',
    ],
    [
      'what was before beyond its own fields',
      { check: "old.budget.name != ''" },
      '/rules/0/check E_SCHEMA_UNKNOWN_NAME budget.name',
    ],
    ['a lock on nothing', { lock: 'bugdet' }, '/rules/0/lock E_SCHEMA_UNKNOWN_NAME budget'],
    ['a field there is not', { field: 'amont' }, '/rules/0/field E_SCHEMA_UNKNOWN_NAME amount'],
    [
      'a check that is no condition',
      { check: 'record.amount + 1' },
      '/rules/0/check E_SCHEMA_EXPRESSION record.amount + 1 (number)',
    ],
  ])('refuse %s', (_, over, fault) => {
    expect(faultsOf(rule(over))).toEqual([fault]);
  });
});
