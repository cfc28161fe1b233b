import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EntityDocument, EntityField, Transition } from '../../../engine/model/documents/index.ts';
import { maxLookupRows } from '../../../engine/model/expression/index.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { startOperations, type TestOperations } from '../../testing/operations.ts';

const field = (key: string, type: EntityField['type'], extra: Partial<EntityField> = {}): EntityField => ({
  key,
  title: key,
  type,
  ...extra,
});
const base = { schemaVersion: 2 as const, label: 'name' };
const limitOf = (root: string) => `lookup("limit", {"kind": ${root}.kind}).amount`;

const limit: EntityDocument = {
  ...base,
  name: 'limit',
  title: '限额',
  operations: ['view', 'create', 'modify', 'delete', 'status'],
  fields: [
    field('name', 'string'),
    field('kind', 'string', { required: true }),
    field('amount', 'money'),
    field('enabled', 'bool', { required: true, defaultValue: 'true' }),
  ],
  indexes: [{ key: 'kind', fields: ['kind'], unique: true, where: 'record.enabled' }],
};
const transition = (key: string, rest: Partial<Transition>): Transition => ({
  ...{ key, title: key, from: ['open'], to: 'open', permission: 'claim:status' },
  ...rest,
});
const claim: EntityDocument = {
  ...base,
  name: 'claim',
  title: '报销',
  operations: ['query', 'view', 'create', 'modify'],
  fields: [
    field('name', 'string'),
    field('partOfId', 'ref', { ref: 'claim' }),
    field('kind', 'string'),
    field('asked', 'money'),
    field('allowed', 'money', { readonly: true }),
    field('paid', 'money'),
    field('state', 'enum', { dictionary: 'claim_state', required: true, readonly: true }),
  ],
  rules: [
    {
      key: 'within',
      on: ['create', 'modify'],
      check: `record.asked == null || record.asked <= coalesce(${limitOf('record')}, 1000)`,
      message: '超过限额',
      field: 'asked',
    },
  ],
  states: [
    {
      key: 'flow',
      field: 'state',
      initial: ['open'],
      editable: { '*': '*' },
      transitions: [
        transition('judge', {
          guard: `record.asked <= ${limitOf('record')}`,
          guardMessage: '超过限额，或没有限额',
          set: { allowed: limitOf('record') },
          effects: [
            {
              key: 'mark',
              rows: { entity: 'claim', by: 'partOfId' },
              set: { name: `row.kind + ' 已核'`, paid: limitOf('row') },
            },
          ],
        }),
        transition('pay', {
          input: [
            {
              ...{ key: 'sum', title: '金额', type: 'money', required: true },
              ...{ defaultValue: limitOf('record'), max: limitOf('record') },
            },
          ],
          set: { paid: 'form.sum' },
        }),
      ],
    },
  ],
};

let office: TestOperations;
beforeAll(async () => {
  const values = [{ key: 'open', title: '待核' }];
  office = await startOperations([limit, claim], {
    dictionaries: [{ schemaVersion: 2, name: 'claim_state', title: '状态', values }],
  });
}, 60_000);
afterAll(() => office.close());

const run = async (path: string, body: Values) => (await office.run<{ readonly id: string }>(`/v1/${path}`, body)).id;
const refusal = (path: string, body: Values) => office.refusal(`/v1/${path}`, body);
const row = async (id: string) => (await office.records.find('claim', { id }))[0];

describe('what is looked up on the server', () => {
  it('counts in guards, values, effects on rows, starts and bounds of inputs', async () => {
    await run('limit/create', { kind: 'taxi', amount: 500 });
    const id = await run('claim/create', { kind: 'taxi', asked: 400 });
    const part = await run('claim/create', { kind: 'taxi', partOfId: id });
    await run('claim/judge', { id });
    expect(await row(id)).toMatchObject({ allowed: 500, paid: null });
    expect(await row(part)).toMatchObject({ paid: 500, name: 'taxi 已核' });
    expect(await refusal('claim/pay', { id, sum: 501 })).toMatchObject({ code: 'E_INPUT_INVALID' });
    await run('claim/pay', { id, sum: 499 });
    expect(await row(id)).toMatchObject({ paid: 499 });
    await run('claim/pay', { id });
    expect(await row(id)).toMatchObject({ paid: 500 });
  });

  it('counts in rules, by the row as it is when the change is made', async () => {
    const id = await run('limit/create', { kind: 'hotel', amount: 800 });
    expect(await refusal('claim/create', { kind: 'hotel', asked: 801 })).toMatchObject({
      code: 'E_RULE',
      message: '超过限额',
    });
    await run('limit/modify', { id, amount: 900, version: 1 });
    await run('claim/create', { kind: 'hotel', asked: 801 });
  });

  it('is missing of a row that is off or deleted, and there again with the one that takes its place', async () => {
    const off = await run('limit/create', { kind: 'meal', amount: 50 });
    await office.run('/v1/limit/status/modify', { id: off, enabled: false });
    const id = await run('claim/create', { kind: 'meal', asked: 10 });
    expect(await refusal('claim/judge', { id })).toMatchObject({ code: 'E_GUARD' });
    const deleted = await run('limit/create', { kind: 'meal', amount: 60 });
    await run('claim/judge', { id });
    await office.run('/v1/limit/delete', { id: deleted });
    expect(await refusal('claim/judge', { id })).toMatchObject({ code: 'E_GUARD' });
    await run('limit/create', { kind: 'meal', amount: 70 });
    await run('claim/judge', { id });
    expect(await row(id)).toMatchObject({ allowed: 70 });
  });

  it('is never of two rows: the second is refused when it is saved', async () => {
    await run('limit/create', { kind: 'train', amount: 1 });
    expect(await refusal('limit/create', { kind: 'train', amount: 2 })).toMatchObject({
      code: 'E_INPUT_INVALID',
      detail: { faults: [{ code: 'E_INPUT_DUPLICATE' }] },
    });
  });

  it('is refused in a table that is no configuration any more', async () => {
    const id = await run('claim/create', { kind: 'taxi', asked: 1 });
    await office.database.rows(
      `insert into "limit" (id, kind, amount, enabled)
       select gen_random_uuid(), 'k' || n, n, true from generate_series(1, ${maxLookupRows}) n`,
    );
    expect(await refusal('claim/judge', { id })).toMatchObject({
      code: 'E_LOOKUP_ROWS',
      message: `限额超过 ${maxLookupRows} 条，不能用于 lookup，没有执行`,
    });
  });
});
