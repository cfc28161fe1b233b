import { afterAll, beforeAll, expect, it } from 'vitest';
import type { MaskMode } from '../../../engine/model/documents/index.ts';
import type { HistoryAnswer, HistoryEntry } from '../../../engine/model/wire/index.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { toolDictionaries, toolEntities } from '../../testing/fixtures/tool-room.ts';
import { startOperations, type TestOperations } from '../../testing/operations.ts';

let room: TestOperations;

beforeAll(async () => {
  room = await startOperations(toolEntities, { dictionaries: toolDictionaries });
}, 60_000);

afterAll(() => room.close());

type Id = { readonly id: string };
const create = async (body: Values) => (await room.run<Id>('/v1/tool/create', body)).id;
const historyOf = (body: Values, who = room.caller()) => room.run<HistoryAnswer>('/v1/tool/history', body, who);
const sees = (mode: MaskMode) =>
  room.caller({
    maskModes: new Map([
      ['mobile', mode],
      ['idcard', mode],
    ]),
  });
const changeOf = (entry: HistoryEntry | undefined, key: string) => entry?.changes.find((change) => change.key === key);

it('tells who did what when, in titles and words', async () => {
  const beside = await create({ name: '底座' });
  const id = await create({ name: '台钻', kind: 'hand' });
  await room.run('/v1/tool/modify', { id, version: 1, kind: 'power', besideId: beside, price: 900, enabled: false });
  await room.run('/v1/tool/lend', { id });
  const { list, next } = await historyOf({ id });
  expect(next).toBeNull();
  expect(list.map(({ action, title }) => [action, title])).toEqual([
    ['lend', '借出'],
    ['modify', '编辑'],
    ['create', '新增'],
  ]);
  expect(list[1]).toMatchObject({ staff: { id: room.caller().staffId, name: '测试员' }, entity: 'tool', entityId: id });
  expect(changeOf(list[0], 'state')).toEqual({
    key: 'state',
    title: '状态',
    type: 'enum',
    before: 'kept',
    after: 'lent',
    beforeText: '在库',
    afterText: '借出',
  });
  expect(list[1]?.changes.map(({ key }) => key).sort()).toEqual(['besideId', 'enabled', 'kind', 'price']);
  expect(changeOf(list[1], 'besideId')).toMatchObject({ beforeText: '', afterText: '底座' });
  expect(changeOf(list[1], 'enabled')).toMatchObject({ beforeText: '是', afterText: '否' });
  expect(changeOf(list[1], 'price')).toMatchObject({ before: null, after: 900 });
});

it('tells of child rows what was added, changed and removed, and what was done to them alone', async () => {
  const id = await create({ name: '车床', parts: [{ name: '卡盘' }, { name: '尾座' }] });
  const { parts } = await room.run<{ parts: readonly Id[] }>('/v1/tool/view', { id, fields: ['parts'] });
  const [first, second] = parts;
  await room.run('/v1/tool/modify', { id, version: 1, parts: [{ id: first?.id, name: '四爪卡盘' }, { name: '刀架' }] });
  await room.run('/v1/tool/part/modify', { id: first?.id, version: 2, serial: 'K-4' });
  const { list } = await historyOf({ id });
  expect(list.map(({ entity, action }) => [entity, action])).toEqual([
    ['tool_part', 'modify'],
    ['tool', 'modify'],
    ['tool', 'create'],
  ]);
  expect(changeOf(list[0], 'serial')).toMatchObject({ after: 'K-4' });
  const [changed] = list[1]?.rows ?? [];
  expect(changed).toMatchObject({ key: 'parts', title: '部件' });
  expect(new Map(changed?.rows.map((row) => [row.id, row.kind]))).toEqual(
    new Map([
      [first?.id, 'changed'],
      [second?.id, 'removed'],
      [expect.any(String), 'added'],
    ]),
  );
  expect(changed?.rows.find((row) => row.id === first?.id)?.changes).toEqual([
    { key: 'name', title: '名称', type: 'string', before: '卡盘', after: '四爪卡盘' },
  ]);
});

it('shows masked fields masked, hidden ones not at all, and clear to nobody', async () => {
  const id = await create({ name: '焊机', lender: '13812340001', parts: [{ name: '焊枪', maker: '13956780001' }] });
  await room.run('/v1/tool/modify', { id, version: 1, lender: '13899990001' });
  for (const mode of ['plain', 'mask'] as const) {
    const { list } = await historyOf({ id }, sees(mode));
    expect(changeOf(list[0], 'lender')).toMatchObject({ before: '138****0001', after: '138****0001' });
    expect(list[1]?.rows[0]?.rows[0]?.changes).toContainEqual(expect.objectContaining({ after: '139****0001' }));
    expect(JSON.stringify(list)).not.toMatch(/12340001|99990001|56780001/);
  }
  const { list } = await historyOf({ id }, sees('hidden'));
  expect(JSON.stringify(list)).not.toMatch(/lender|maker|138\*|139\*/);
  expect(list).toHaveLength(2);
});

it('pages by place, each entry once', async () => {
  const id = await create({ name: '磨床' });
  for (let price = 1; price <= 7; price++) await room.run('/v1/tool/modify', { id, version: price, price });
  const seen: HistoryEntry[] = [];
  let cursor: string | null = null;
  do {
    const page: HistoryAnswer = await historyOf({ id, size: 3, ...(cursor === null ? {} : { cursor }) });
    seen.push(...page.list);
    cursor = page.next;
  } while (cursor !== null);
  expect(seen.map((entry) => changeOf(entry, 'price')?.after ?? 0)).toEqual([7, 6, 5, 4, 3, 2, 1, 0]);
  for (const bad of ['x', 'WyJhIiwiYiJd', 5])
    expect(await room.refusal('/v1/tool/history', { id, cursor: bad })).toMatchObject({ code: 'E_CURSOR' });
});

it('answers for a row out of reach as for a missing one, and gives no names from beyond the reach', async () => {
  const self = room.caller({ dataScope: 'self' });
  const foreign = await create({ name: '别人的底座' });
  const own = await create({ name: '自己的', ownerId: self.staffId, besideId: foreign });
  const refusals = await Promise.all(
    [foreign, '00000000-0000-7000-8000-000000000000'].map((id) => room.refusal('/v1/tool/history', { id }, self)),
  );
  expect(refusals.map(({ code, message, detail }) => [code, message, detail])).toEqual([
    ['E_NOT_FOUND', '数据不存在或无权查看', {}],
    ['E_NOT_FOUND', '数据不存在或无权查看', {}],
  ]);
  const { list } = await historyOf({ id: own }, self);
  expect(changeOf(list[0], 'besideId')).toMatchObject({ after: foreign, afterText: '' });
  expect(await room.run('/v1/tool/view', { id: own, fields: ['beside.name', 'beside.price'] }, self)).toMatchObject({
    beside: { name: null, price: null },
  });
});

it('narrows to kinds, fields, people and days, and tells which there are', async () => {
  const id = await create({ name: '刨床', kind: 'hand', lender: '13812340009', parts: [{ name: '刨刀' }] });
  await room.run('/v1/tool/modify', { id, version: 1, kind: 'power' });
  await room.run('/v1/tool/modify', { id, version: 2, lender: '13899990009' });
  await room.run('/v1/tool/lend', { id });
  const actions = async (narrowed: Values) => (await historyOf({ id, ...narrowed })).list.map(({ action }) => action);
  const { choices } = await historyOf({ id, choices: true });
  expect(choices?.kinds).toEqual([
    { key: 'tool.lend', title: '借出' },
    { key: 'tool.modify', title: '编辑' },
    { key: 'tool.create', title: '新增' },
  ]);
  expect(choices?.people).toEqual([{ key: room.caller().staffId, title: '测试员' }]);
  expect(choices?.fields).toEqual(
    expect.arrayContaining([
      { key: 'kind', title: '种类' },
      { key: 'parts', title: '部件' },
    ]),
  );
  expect(await actions({ kinds: ['tool.modify'] })).toEqual(['modify', 'modify']);
  expect(await actions({ fields: ['kind'] })).toEqual(['modify', 'create']);
  expect(await actions({ fields: ['lender'] })).toEqual(['modify', 'create']);
  expect(await actions({ fields: ['parts'] })).toEqual(['create']);
  expect(await actions({ people: [room.caller().staffId], kinds: ['tool.lend'] })).toEqual(['lend']);
  expect(await actions({ people: [id] })).toEqual([]);
  expect(await actions({ endDate: '2020-01-01' })).toEqual([]);
  expect(await actions({ startDate: '2020-01-01' })).toHaveLength(4);
});

it('knows no field that is hidden from the reader, neither as a choice nor as a condition', async () => {
  const id = await create({ name: '锯床', lender: '13812340010' });
  const { choices } = await historyOf({ id, choices: true }, sees('hidden'));
  expect(choices?.fields.map(({ key }) => key)).not.toContain('lender');
  await expect(historyOf({ id, fields: ['lender'] }, sees('hidden'))).rejects.toMatchObject({
    code: 'E_INPUT_INVALID',
  });
});
