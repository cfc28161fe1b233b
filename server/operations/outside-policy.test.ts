import { afterAll, beforeAll, expect, it } from 'vitest';
import { declaredOperations } from '../../engine/model/access/index.ts';
import type { Values } from '../kernel/operation/record-store.ts';
import { toolDictionaries, toolEntities } from '../testing/fixtures/tool-room.ts';
import { startOperations, type TestOperations } from '../testing/operations.ts';

let room: TestOperations;

beforeAll(async () => {
  room = await startOperations(toolEntities, { dictionaries: toolDictionaries });
}, 60_000);

afterAll(() => room.close());

type Id = { readonly id: string };
const missing = '00000000-0000-7000-8000-000000000000';
const create = async (body: Values) => (await room.run<Id>('/v1/tool/create', body)).id;

/** What is asked of one row, by the kind of the operation. */
const inputOf: Readonly<Record<string, Values>> = {
  view: { fields: ['name', 'parts', 'beside.name'] },
  modify: { version: 1, name: '改名', parts: [] },
  status: { enabled: false },
  history: {},
  reveal: { field: 'lender', reason: '核对' },
  delete: {},
  restore: {},
  transition: {},
};

/** Every operation of the entity that is about one row. */
const byId = () =>
  declaredOperations(room.documents).filter(
    (operation) =>
      operation.kind !== 'dataset' &&
      operation.entity === 'tool' &&
      !['query', 'create', 'check'].includes(operation.kind),
  );

it('answers for a row out of reach, word for word, as for one that is missing, whatever is asked', async () => {
  const self = room.caller({ dataScope: 'self' });
  const kinds = new Set<string>();
  for (const { path, kind } of byId()) {
    kinds.add(kind);
    const foreign = await create({ name: '别人的', lender: '13800001111' });
    if (kind === 'restore') await room.run('/v1/tool/delete', { id: foreign });
    const told = [];
    for (const id of [foreign, missing]) {
      const { code, message, detail, facts } = await room.refusal(path, { id, ...inputOf[kind] }, self);
      told.push(JSON.stringify({ code, message, detail, facts }));
    }
    expect(told[0], path).toBe(told[1]);
    expect(told[0], path).toContain('E_NOT_FOUND');
    // And it is there for those whose reach it lies in.
    await room.run(path === '/v1/tool/take/back' ? '/v1/tool/view' : path, { id: foreign, ...inputOf[kind] });
  }
  expect([...kinds].sort()).toEqual(Object.keys(inputOf).sort());
});

it('leaves rows out of reach out of lists, counts and what is said of them through relations', async () => {
  const self = room.caller({ dataScope: 'self' });
  const foreign = await create({ name: '远处的', code: 'far', price: 5 });
  const own = await create({ name: '近处的', ownerId: self.staffId, besideId: foreign });
  const fields = ['besideId', 'beside.name', 'beside.code', 'beside.price', 'owner.name'];
  const page = await room.run('/v1/tool/query', { fields, count: 'exact' }, self);
  expect(page).toMatchObject({
    total: 1,
    list: [{ id: own, besideId: foreign, beside: { name: null, code: null, price: null }, owner: { name: '测试员' } }],
  });
  for (const where of [
    { field: 'beside.code', op: 'eq', value: 'far' },
    { field: 'beside.price', op: 'gt', value: 1 },
    { field: 'beside.name', op: 'contains', value: '远' },
    { field: 'beside.name', op: 'notNull' },
  ])
    expect(await room.run('/v1/tool/query', { where }, self)).toMatchObject({ total: 0 });
  expect(await room.run('/v1/tool/query', { where: { field: 'beside.code', op: 'eq', value: 'far' } })).toMatchObject({
    list: [{ id: own }],
  });
  const parts = await create({ name: '带部件', ownerId: self.staffId, parts: [{ name: '件' }] });
  expect(await room.run('/v1/tool/view', { id: parts, fields: ['parts.name', 'parts.tool.name'] }, self)).toMatchObject(
    {
      parts: [{ name: '件', tool: { name: '带部件' } }],
    },
  );
});

it('does not order rows by what lies beyond the reach', async () => {
  const self = room.caller({ dataScope: 'self' });
  const [low, high] = [await create({ name: '低', price: 1 }), await create({ name: '高', price: 2 })];
  for (const besideId of [high, low, high, low]) await create({ name: '排', ownerId: self.staffId, besideId });
  const order = async (sort: string) =>
    (await room.run<{ list: readonly Id[] }>('/v1/tool/query', { sort: [sort, 'id'], fields: ['id'], size: 100 }, self))
      .list;
  expect(await order('beside.price')).toEqual(await order('-beside.price'));
});
