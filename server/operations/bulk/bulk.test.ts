import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BulkAnswer } from '../../../engine/model/wire/index.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { toolDictionaries, toolEntities } from '../../testing/fixtures/tool-room.ts';
import { startOperations, type TestOperations } from '../../testing/operations.ts';

let room: TestOperations;

/** Tools that go with others, each named in the colour of its kind. */
const entities = toolEntities.map((entity) =>
  entity.name === 'tool'
    ? {
        ...entity,
        chip: 'kind',
        fields: [
          ...entity.fields,
          { key: 'besideIds', title: '同用工具', type: 'refs', ref: 'tool', filter: { enabled: true } } as const,
          { key: 'keptIds', title: '存放', type: 'refs', ref: 'tool', readonly: true } as const,
        ],
      }
    : entity,
);

beforeAll(async () => {
  room = await startOperations(entities, { dictionaries: toolDictionaries });
}, 60_000);

afterAll(() => room.close());

type Id = { readonly id: string };
const create = async (body: Values) => (await room.run<Id>('/v1/tool/create', body)).id;
const many = (path: string, body: Values, who = room.caller()) => room.run<BulkAnswer>(`/v1/tool/${path}`, body, who);
const missing = '00000000-0000-7000-8000-000000000000';

it('enables and disables, each with its own permission, and logs it only where it changes something', async () => {
  const id = await create({ name: '卷尺' });
  const path = '/v1/tool/status/modify';
  const enabler = room.caller({ grants: new Set(['tool:enable']) });
  expect(await room.refusal(path, { id, enabled: false }, enabler)).toMatchObject({
    code: 'E_NO_PERMISSION',
    facts: { expected: 'tool:disable' },
  });
  expect(
    await room.refusal(path, { id, enabled: true }, room.caller({ grants: new Set(['tool:edit']) })),
  ).toMatchObject({
    code: 'E_NO_PERMISSION',
  });
  expect(await room.run(path, { id, enabled: true }, enabler)).toEqual({ id, version: 1 });
  expect(await room.run(path, { id, enabled: false })).toEqual({ id, version: 2 });
  expect(await room.refusal(path, { id, enabled: '否' })).toMatchObject({
    detail: { faults: [{ code: 'E_INPUT_TYPE', pointer: '/enabled' }] },
  });
  const logged = await room.records.find('operation_log', { entityId: id });
  expect(logged.map(({ action }) => action)).toEqual(['tool.disable', 'tool.create']);
});

it('answers per row: what is refused holds back nobody', async () => {
  const [a, b, c] = [
    await create({ name: '甲', code: 'D1' }),
    await create({ name: '乙' }),
    await create({ name: '丙' }),
  ];
  expect(await many('modify', { ids: [a, b, missing], price: 500 })).toEqual({
    undo: expect.any(String),
    done: 2,
    failed: 1,
    results: [
      { id: a, ok: true },
      { id: b, ok: true },
      { id: missing, ok: false, code: 'E_NOT_FOUND', message: '数据不存在或无权查看' },
    ],
  });
  expect(await many('modify', { ids: [b, c], code: 'D2' })).toMatchObject({
    done: 1,
    results: [{ ok: true }, { ok: false, code: 'E_INPUT_INVALID', message: '编码已存在' }],
  });
  expect(await many('lend', { ids: [a, b, c] })).toMatchObject({ done: 3 });
  expect(await many('lend', { ids: [a] })).toMatchObject({ failed: 1, results: [{ code: 'E_STATE' }] });
  expect(await many('status/modify', { ids: [a, b], enabled: false })).toMatchObject({ done: 2 });
  expect(await many('delete', { ids: [a, b, c] })).toMatchObject({ done: 3 });
  expect(await room.run('/v1/tool/query', { where: { field: 'id', op: 'in', value: [a, b, c] } })).toMatchObject({
    total: 0,
  });
  expect(await many('restore', { ids: [a, missing] })).toMatchObject({ done: 1, failed: 1 });
  expect(await room.run('/v1/tool/view', { id: a })).toMatchObject({ enabled: false, state: 'lent', price: 500 });
});

it('gives a repeated call the same answer per row, and refuses the key for another change', async () => {
  const id = await create({ name: '重复' });
  const key = { idempotencyKey: 'bulk-key-1' };
  await room.run('/v1/tool/modify', { ids: [id], price: 1 }, room.caller(), key);
  await room.run('/v1/tool/modify', { id, version: 2, price: 2 });
  expect(await room.run('/v1/tool/modify', { ids: [id], price: 1 }, room.caller(), key)).toMatchObject({ done: 1 });
  expect(await room.run('/v1/tool/view', { id })).toMatchObject({ price: 2, version: 3 });
  expect(await room.run('/v1/tool/modify', { ids: [id], price: 9 }, room.caller(), key)).toMatchObject({
    results: [{ code: 'E_IDEMPOTENCY' }],
  });
});

it('touches no row beyond the caller’s reach', async () => {
  const own = await create({ name: '自己的', ownerId: room.caller().staffId });
  const foreign = await create({ name: '无主的' });
  const self = room.caller({ dataScope: 'self' });
  for (const [path, input] of [
    ['modify', { price: 7 }],
    ['status/modify', { enabled: false }],
    ['lend', {}],
    ['delete', {}],
    ['restore', {}],
  ] as const)
    expect(await many(path, { ids: [own, foreign], ...input }, self), path).toMatchObject({
      done: 1,
      results: [{ ok: true }, { ok: false, code: 'E_NOT_FOUND' }],
    });
});

it.each<[string, Values, string]>([
  ['no rows', { ids: [] }, '/ids'],
  ['too many', { ids: Array.from({ length: 501 }, (_, index) => `${missing.slice(0, -4)}${1000 + index}`) }, '/ids'],
  ['what is no id', { ids: ['x'] }, '/ids/0'],
  ['both kinds of selection', { ids: [missing], matching: { count: 1 } }, '/matching'],
  ['a selection without its number', { matching: {} }, '/matching/count'],
  ['a selection of nothing', { matching: { count: 0 } }, '/matching/count'],
  ['an unknown part of a selection', { matching: { count: 1, scope: 'all' } }, '/matching/scope'],
  ['a field that is not the entity’s', { ids: [missing], color: 'red' }, '/color'],
  ['child rows', { ids: [missing], parts: [] }, '/parts'],
])('refuses %s', async (_, body, pointer) => {
  expect(await room.refusal('/v1/tool/modify', body)).toMatchObject({ detail: { faults: [{ pointer }] } });
});

it('refuses many rows where a transition takes one at a time', async () => {
  expect(await room.refusal('/v1/tool/take/back', { ids: [missing] })).toMatchObject({
    detail: { faults: [{ pointer: '/ids', expected: '该操作一次只能处理一条' }] },
  });
});

const beside = async (id: string) => {
  const { besideIds } = await room.run<{ besideIds: readonly string[] | null }>('/v1/tool/view', { id });
  return new Set(besideIds ?? []);
};

it('puts records into the lists of many rows and takes them out, and leaves what else those hold', async () => {
  const [saw, file, oil] = [await create({ name: '锯' }), await create({ name: '锉' }), await create({ name: '油' })];
  const [a, b] = [await create({ name: '台甲', besideIds: [saw] }), await create({ name: '台乙' })];
  expect(await many('modify', { ids: [a, b], add: { besideIds: [file, oil] }, price: 3 })).toMatchObject({ done: 2 });
  expect([await beside(a), await beside(b)]).toEqual([new Set([saw, file, oil]), new Set([file, oil])]);
  // What is no longer offered cannot be put in, but taken out.
  await room.run('/v1/tool/status/modify', { id: file, enabled: false });
  expect(await many('modify', { ids: [b], add: { besideIds: [file] } })).toMatchObject({ done: 1 });
  expect(await many('modify', { ids: [a], remove: { besideIds: [file, saw] } })).toMatchObject({ done: 1 });
  expect(await many('modify', { ids: [saw], add: { besideIds: [file] } })).toMatchObject({ failed: 1 });
  expect([await beside(a), await beside(b)]).toEqual([new Set([oil]), new Set([file, oil])]);
  // One of them is said of a list, whichever rows it names.
  const one = { detail: { faults: [{ pointer: '/besideIds', expected: 'add、remove 或整个值之一' }] } };
  for (const also of [{ remove: { besideIds: [oil] } }, { besideIds: [oil] }])
    expect(await room.refusal('/v1/tool/modify', { ids: [a], add: { besideIds: [oil] }, ...also })).toMatchObject(one);
});

it.each<[string, Values, string]>([
  ['a field that is no list', { add: { name: ['x'] } }, '/add/name'],
  ['a list nobody may write', { add: { keptIds: [missing] } }, '/add/keptIds'],
  ['what is no id', { remove: { besideIds: ['x'] } }, '/remove/besideIds'],
  ['what is no list', { remove: 'besideIds' }, '/remove'],
  ['a field that is set as well', { add: { besideIds: [missing] }, besideIds: [] }, '/besideIds'],
  ['what is put in and taken out', { add: { besideIds: [missing] }, remove: { besideIds: [missing] } }, '/besideIds'],
])('refuses to change %s', async (_, body, pointer) => {
  const id = await create({ name: '不变' });
  expect(await room.refusal('/v1/tool/modify', { ids: [id], ...body })).toMatchObject({
    detail: { faults: [{ pointer }] },
  });
});

const undone = (undo: string | undefined, who = room.caller(), more = {}) =>
  room.run<BulkAnswer>('/v1/bulk/row/undo', { undo: undo ?? '' }, who, more);

it('takes back what was just done: values nobody changed since, of lists what came in and went out', async () => {
  const [saw, file, oil] = [await create({ name: '锯' }), await create({ name: '锉' }), await create({ name: '油' })];
  const [a, b] = [await create({ name: '丁', besideIds: [saw], price: 1 }), await create({ name: '戊', price: 2 })];
  const tagged = await many('modify', { ids: [a, b], add: { besideIds: [saw, file] } });
  expect(await many('modify', { ids: [a], add: { besideIds: [oil] } })).toMatchObject({ done: 1 });
  expect(await undone(tagged.undo)).toMatchObject({ done: 2, failed: 0 });
  // The saw was there before, the oil came later.
  expect([await beside(a), await beside(b)]).toEqual([new Set([saw, oil]), new Set()]);
  const priced = await many('modify', { ids: [a, b], price: 9 });
  await many('modify', { ids: [b], price: 10 });
  expect(await undone(priced.undo)).toMatchObject({ done: 1, results: [{ ok: true }, { ok: false, code: 'E_UNDO' }] });
  expect(await room.run('/v1/tool/view', { id: a })).toMatchObject({ price: 1 });
  const off = await many('status/modify', { ids: [a, b], enabled: false });
  expect(await undone(off.undo)).toMatchObject({ done: 2 });
  expect((await many('modify', { ids: [a], price: 1 })).undo).toBeUndefined();
});

it('takes back for who did it alone, in time, with his rights, and only what the server itself sealed', async () => {
  const id = await create({ name: '己', ownerId: room.caller().staffId, price: 1 });
  const { undo } = await many('modify', { ids: [id], price: 5, lender: '13812345678' });
  expect(undo).not.toContain('138');
  const refusal = (text: string, who = room.caller()) => room.refusal('/v1/bulk/row/undo', { undo: text }, who);
  expect(await refusal(undo ?? '', room.caller({ staffId: missing }))).toMatchObject({ code: 'E_UNDO' });
  expect(await refusal('abc')).toMatchObject({ code: 'E_UNDO' });
  const late = new Date(Date.now() + 61_000).toISOString();
  await expect(undone(undo, room.caller(), { now: late })).rejects.toMatchObject({
    facts: { expected: '已超过可以撤销的时间' },
  });
  const reader = room.caller({ grants: new Set(['tool:query']) });
  expect(await undone(undo, reader)).toMatchObject({ failed: 1, results: [{ code: 'E_NO_PERMISSION' }] });
  expect(await room.run('/v1/tool/view', { id })).toMatchObject({ price: 5 });
  expect(await undone(undo)).toMatchObject({ done: 1 });
});

it('tells with what a reference names the choice that colours it', async () => {
  const [saw, oil] = [await create({ name: '锯', kind: 'hand' }), await create({ name: '油' })];
  const id = await create({ name: '庚', besideId: saw, besideIds: [saw, oil] });
  expect(await room.run('/v1/tool/view', { id, fields: ['besideId', 'besideIds'] })).toMatchObject({
    beside: { name: '锯', kind: 'hand' },
    besides: [
      { id: oil, name: '油', kind: null },
      { id: saw, name: '锯', kind: 'hand' },
    ],
  });
});
