import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RevealAnswer } from '../../../engine/model/wire/index.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { toolDictionaries, toolEntities } from '../../testing/fixtures/tool-room.ts';
import { startOperations, type TestOperations } from '../../testing/operations.ts';

let room: TestOperations;

beforeAll(async () => {
  room = await startOperations(toolEntities, { dictionaries: toolDictionaries });
}, 60_000);

afterAll(() => room.close());

type Id = { readonly id: string };
const path = '/v1/tool/reveal';
const mobile = '13812345678';
const create = async (body: Values = {}) =>
  (await room.run<Id>('/v1/tool/create', { name: '借来的', lender: mobile, lenderCard: '11010119900307123X', ...body }))
    .id;
const person = async (limit?: number) => {
  const staffId = await room.records.insert('staff', { name: '查看人' });
  return room.caller({ staffId, ...(limit === undefined ? {} : { revealLimits: new Map([['mobile', limit]]) }) });
};
const asked = (id: string, over: Values = {}) => ({ id, field: 'lender', reason: '回访', ...over });

it('shows one value, and writes down who saw what and why', async () => {
  const id = await create();
  const who = await person();
  expect(await room.run<RevealAnswer>(path, asked(id, { reason: ' 客户来电 ' }), who)).toEqual({
    value: mobile,
    left: 49,
  });
  expect(await room.records.find('reveal_log', { entityId: id })).toMatchObject([
    { staffId: who.staffId, entity: 'tool', field: 'lender', mask: 'mobile', reason: '客户来电' },
  ]);
  const [logged] = await room.records.find('operation_log', { entityId: id, action: 'tool.reveal' });
  expect(logged).toMatchObject({ value: '工具：查看出借人电话明文（客户来电）', before: null, after: null });
});

it('counts the kinds apart, and each day anew', async () => {
  const id = await create();
  const who = await person(2);
  await room.run(path, asked(id), who, { now: '2026-03-01T15:59:00.000Z' });
  await room.run(path, asked(id), who, { now: '2026-03-01T15:59:30.000Z' });
  await expect(room.run(path, asked(id), who, { now: '2026-03-01T15:59:59.000Z' })).rejects.toMatchObject({
    code: 'E_REVEAL_LIMIT',
    message: '今日查看明文次数已达上限',
  });
  expect(
    await room.run(path, asked(id, { field: 'lenderCard' }), who, { now: '2026-03-01T15:59:59.000Z' }),
  ).toMatchObject({
    value: '11010119900307123X',
  });
  // Midnight in Shanghai.
  expect(await room.run(path, asked(id), who, { now: '2026-03-01T16:00:00.000Z' })).toMatchObject({ left: 1 });
});

it('gives fifty at once exactly the ten they may have', async () => {
  const id = await create();
  const who = await person(10);
  const answers = await Promise.allSettled(Array.from({ length: 50 }, () => room.run(path, asked(id), who)));
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  for (const answer of answers)
    if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'E_REVEAL_LIMIT' });
  expect(await room.records.count('reveal_log', { staffId: who.staffId })).toBe(10);
  expect(await room.records.count('operation_log', { staffId: who.staffId })).toBe(10);
});

it('would give more without counting one after another', async () => {
  const staffId = await room.records.insert('staff', { name: '不排队' });
  // Counted first and written after, as it would be without holding the others back.
  const count = async () => {
    const used = await room.records.count('reveal_log', { staffId });
    await new Promise((resolve) => setTimeout(resolve, 20));
    if (used >= 10) return;
    await room.records.insert('reveal_log', {
      staffId,
      entity: 'tool',
      entityId: '',
      field: 'lender',
      mask: 'mobile',
      reason: '',
    });
  };
  await Promise.all(Array.from({ length: 50 }, count));
  expect(await room.records.count('reveal_log', { staffId })).toBeGreaterThan(10);
});

it('refuses who may not, whatever he may not see at all, and what lies beyond his reach', async () => {
  const id = await create();
  const who = await person();
  expect(await room.refusal(path, asked(id), { ...who, grants: new Set(['tool:get']) })).toMatchObject({
    code: 'E_NO_PERMISSION',
    facts: { expected: 'tool:reveal' },
  });
  const blind = { ...who, maskModes: new Map([['mobile', 'hidden'] as const]) };
  expect(await room.refusal(path, asked(id), blind)).toMatchObject({ code: 'E_NO_PERMISSION' });
  const missing = '00000000-0000-7000-8000-000000000000';
  const self = { ...who, dataScope: 'self' } as const;
  const refusals = await Promise.all([id, missing].map((row) => room.refusal(path, asked(row), self)));
  expect(refusals.map(({ code, message, detail }) => [code, message, detail])).toEqual(
    Array.from({ length: 2 }, () => ['E_NOT_FOUND', '数据不存在或无权查看', {}]),
  );
  expect(await room.records.count('reveal_log', { staffId: who.staffId })).toBe(0);
});

it.each<[string, Values, string]>([
  ['no reason', { reason: '' }, 'E_INPUT_REQUIRED'],
  ['blanks', { reason: '   ' }, 'E_INPUT_TOO_SHORT'],
  ['a reason too long', { reason: '因'.repeat(101) }, 'E_INPUT_TOO_LONG'],
  ['a reason in several lines', { reason: '一\n二' }, 'E_INPUT_TYPE'],
  ['a field without a mask', { field: 'name' }, 'E_INPUT_TYPE'],
  ['a secret field', { field: 'token' }, 'E_INPUT_TYPE'],
  ['a field of another row', { field: 'beside.lender' }, 'E_INPUT_TYPE'],
  ['a field nobody has', { field: '__proto__' }, 'E_INPUT_TYPE'],
])('refuses %s', async (_, over, code) => {
  const refusal = await room.refusal(path, asked(await create(), over));
  expect(refusal.detail.faults).toMatchObject([{ code }]);
});

it('stores the value nowhere, not even as the answer of a call with a key', async () => {
  const id = await create();
  const who = await person();
  const key = { idempotencyKey: 'reveal-key-1' };
  await room.run(path, asked(id), who, key);
  expect(await room.run<RevealAnswer>(path, asked(id), who, key)).toMatchObject({ value: mobile, left: 48 });
});
