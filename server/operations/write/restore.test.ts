import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EntityDocument } from '../../../engine/model/documents/index.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { toolDictionaries, toolEntities } from '../../testing/fixtures/tool-room.ts';
import { startOperations, type TestOperations } from '../../testing/operations.ts';
import { recycleOperations } from '../recycle/recycle.ts';

let room: TestOperations;

/** A tag on a tool: with operations of its own, and gone when the tool is. */
const tag: EntityDocument = {
  schemaVersion: 2,
  name: 'tool_tag',
  title: '挂牌',
  label: 'code',
  operations: ['query', 'view', 'create', 'delete'],
  fields: [
    { key: 'code', title: '牌号', type: 'string', unique: true, required: true },
    { key: 'toolId', title: '工具', type: 'ref', ref: 'tool', required: true, along: true },
  ],
};

beforeAll(async () => {
  room = await startOperations([...toolEntities, tag], {
    dictionaries: toolDictionaries,
    further: () => recycleOperations,
  });
}, 60_000);

afterAll(() => room.close());

type Id = { readonly id: string };
type Page = { readonly list: readonly (Id & Values)[]; readonly total: number };
const create = async (body: Values, entity = 'tool') => (await room.run<Id>(`/v1/${entity}/create`, body)).id;
const remove = (id: string, entity = 'tool') => room.run(`/v1/${entity}/delete`, { id });
const restore = (id: string, entity = 'tool') => room.run(`/v1/${entity}/restore`, { id });
const view = (id: string, fields?: readonly string[], path = '/v1/tool/view') => room.run(path, { id, fields });
const somebody = (grants: readonly string[]) => room.caller({ grants: new Set(grants) });

it('restores a row with the child rows deleted together with it, and no others', async () => {
  const id = await create({ name: '电钻', parts: [{ name: '钻头' }, { name: '夹头' }, { name: '旧钻头' }] });
  const { parts } = await room.run<{ parts: readonly (Id & Values)[] }>('/v1/tool/view', { id, fields: ['parts'] });
  await remove(parts[2]?.id ?? '', 'tool/part');
  await remove(id);
  expect(await room.refusal('/v1/tool/view', { id })).toMatchObject({ code: 'E_NOT_FOUND' });
  expect(await restore(id)).toEqual({ id, version: 3 });
  expect(await view(id, ['name', 'parts.name'])).toMatchObject({
    name: '电钻',
    parts: [{ name: '钻头' }, { name: '夹头' }],
  });
  expect(await room.refusal('/v1/tool/restore', { id })).toMatchObject({ code: 'E_NOT_FOUND' });
  const [logged] = await room.records.find('operation_log', { entityId: id, action: 'tool.restore' });
  expect(logged).toMatchObject({ value: '工具：恢复', after: { parts: [{ name: '钻头' }, { name: '夹头' }] } });
});

it('says which value has been taken meanwhile, of the row and of a child row', async () => {
  const id = await create({ name: '锤子', code: 'C-1' });
  await remove(id);
  const other = await create({ name: '另一把锤子', code: 'C-1' });
  const refusal = await room.refusal('/v1/tool/restore', { id });
  expect(refusal).toMatchObject({ code: 'E_RESTORE', message: '不能恢复：编码已存在' });
  expect(refusal.detail.faults).toMatchObject([{ code: 'E_INPUT_DUPLICATE', pointer: '/code' }]);
  await remove(other);
  await restore(id);

  const parent = await create({ name: '锯', parts: [{ name: '锯条', serial: 'S-1' }] });
  await remove(parent);
  await create({ name: '新锯', parts: [{ name: '锯条', serial: 'S-1' }] });
  expect(await room.refusal('/v1/tool/restore', { id: parent })).toMatchObject({
    message: '不能恢复：序列号已存在',
    detail: { faults: [{ pointer: '/parts/0/serial' }] },
  });
  expect(await room.refusal('/v1/tool/view', { id: parent })).toMatchObject({ code: 'E_NOT_FOUND' });
});

it('takes along what says that it goes with the record, and brings back what went then', async () => {
  const id = await create({ name: '挂牌的' });
  const tagged = (code: string) => create({ code, toolId: id }, 'tool/tag');
  const count = async () => (await room.run<Page>('/v1/tool/tag/query', { where: ofTool })).total;
  const ofTool = { field: 'toolId', op: 'eq', value: id };
  await tagged('P-1');
  await remove(await tagged('P-0'), 'tool/tag');
  await tagged('P-2');
  await remove(id);
  expect(await count()).toBe(0);
  const [shown] = (await room.run<Bin>('/v1/recycle/query', { search: '挂牌的' })).list;
  expect(shown?.with).toEqual([{ title: '挂牌', count: 2 }]);
  await restore(id);
  expect(await count()).toBe(2);
  await remove(id);
  await create({ code: 'P-2', toolId: await create({ name: '另一件' }) }, 'tool/tag');
  expect(await room.refusal('/v1/tool/restore', { id })).toMatchObject({ message: '不能恢复：牌号已存在' });
  expect(await count()).toBe(0);
});

it('does not restore a child row whose parent is gone', async () => {
  const id = await create({ name: '刨', parts: [{ name: '刨刀' }] });
  const { parts } = await room.run<{ parts: readonly Id[] }>('/v1/tool/view', { id, fields: ['parts'] });
  const part = parts[0]?.id ?? '';
  await remove(part, 'tool/part');
  await remove(id);
  expect(await room.refusal('/v1/tool/part/restore', { id: part })).toMatchObject({
    code: 'E_RESTORE',
    message: '不能恢复：所属的工具已删除，请先恢复它',
  });
  await restore(id);
  await restore(part, 'tool/part');
  expect(await view(id, ['parts.name'])).toMatchObject({ parts: [{ name: '刨刀' }] });
});

it('puts a node of a tree back where its parent has moved to, and nowhere when the parent is gone', async () => {
  const top = await create({ name: '左' }, 'drawer');
  const middle = await create({ name: '中', parentId: top }, 'drawer');
  const leaf = await create({ name: '下', parentId: middle }, 'drawer');
  await remove(leaf, 'drawer');
  await room.run('/v1/drawer/modify', { id: middle, version: 1, parentId: null });
  await restore(leaf, 'drawer');
  expect(await view(leaf, ['path'], '/v1/drawer/view')).toMatchObject({ path: `/${middle}/${leaf}/` });
  await remove(leaf, 'drawer');
  await remove(middle, 'drawer');
  expect(await room.refusal('/v1/drawer/restore', { id: leaf })).toMatchObject({ code: 'E_RESTORE' });
});

it('lets nobody restore a row while its parent is being deleted', async () => {
  for (let round = 0; round < 20; round++) {
    const id = await create({ name: `箱${round}`, parts: [{ name: '盖' }] });
    const { parts } = await room.run<{ parts: readonly Id[] }>('/v1/tool/view', { id, fields: ['parts'] });
    const part = parts[0]?.id ?? '';
    await remove(part, 'tool/part');
    await Promise.allSettled([restore(part, 'tool/part'), remove(id)]);
    const orphans = await room.records.count('tool_part', { id: part });
    expect(orphans).toBe(0);
  }
});

it('lists deleted rows, and shows one, to those who may restore them', async () => {
  const id = await create({ name: '游标卡尺', code: 'KC' });
  await remove(id);
  const where = { field: 'code', op: 'eq', value: 'KC' };
  expect(await room.run<Page>('/v1/tool/query', { where })).toMatchObject({ list: [], total: 0 });
  const deleted = await room.run<Page>('/v1/tool/query', { where, deleted: true, sort: ['-updatedAt'] });
  expect(deleted).toMatchObject({ total: 1, list: [{ id, name: '游标卡尺' }] });
  expect(await room.run('/v1/tool/view', { id, deleted: true })).toMatchObject({ name: '游标卡尺' });
  expect(await room.run('/v1/tool/history', { id, deleted: true })).toMatchObject({ list: [{ action: 'delete' }, {}] });
  const reader = somebody(['tool:query', 'tool:get']);
  for (const path of ['query', 'view', 'history'])
    expect(
      await room.refusal(`/v1/tool/${path}`, { ...(path === 'query' ? {} : { id }), deleted: true }, reader),
    ).toMatchObject({
      code: 'E_NO_PERMISSION',
      facts: { expected: 'tool:delete' },
    });
});

it('keeps deleted rows of others out of reach like any other', async () => {
  const id = await create({ name: '别人的', ownerId: (await room.records.findOne('staff', {}))?.id });
  await remove(id);
  const other = room.caller({ dataScope: 'self', staffId: id });
  const missing = '00000000-0000-7000-8000-000000000000';
  const refusals = await Promise.all([id, missing].map((row) => room.refusal('/v1/tool/restore', { id: row }, other)));
  expect(refusals[0]?.message).toBe(refusals[1]?.message);
  expect(refusals[0]).toMatchObject({ code: 'E_NOT_FOUND', detail: {} });
  expect(await room.run<Page>('/v1/tool/query', { deleted: true }, other)).toMatchObject({ list: [] });
});

type Bin = {
  readonly kinds: readonly { readonly entity: string; readonly count: number }[];
  readonly people: boolean;
  readonly total: number;
  readonly list: readonly (Id & { readonly label: string; readonly with: readonly Values[] })[];
};
const bin = (body: Values = {}, who = room.caller()) => room.run<Bin>('/v1/recycle/query', body, who);
const labels = async (body: Values, who = room.caller()) => (await bin(body, who)).list.map(({ label }) => label);

it('gathers what was deleted of all kinds, the latest first, with what comes back along with it', async () => {
  const id = await create({ name: '回收·台钻', parts: [{ name: '卡盘' }, { name: '皮带' }] });
  const box = await create({ name: '回收·下格' }, 'drawer');
  const kept = await create({ name: '回收·留着的' });
  await remove(id);
  await remove(box, 'drawer');
  const asked = { search: '回收·' };
  const found = await bin(asked);
  expect(found.list.map(({ label }) => label)).toEqual(['回收·下格', '回收·台钻']);
  expect(found.list[1]).toMatchObject({
    entity: 'tool',
    deletedBy: '测试员',
    with: [{ title: '部件', count: 2 }],
  });
  expect(found).toMatchObject({ total: 2, people: true });
  expect(found.kinds.map(({ entity, count }) => [entity, count])).toEqual([
    ['tool', 1],
    ['drawer', 1],
  ]);
  expect(await labels({ ...asked, entity: 'tool' })).toEqual(['回收·台钻']);
  expect([await labels({ ...asked, size: 1 }), await labels({ ...asked, size: 1, page: 2 })]).toEqual([
    ['回收·下格'],
    ['回收·台钻'],
  ]);
  expect(await labels({ ...asked, to: '2020-01-01T00:00:00Z' })).toEqual([]);
  const rows = [
    { entity: 'tool', id },
    { entity: 'drawer', id: box },
    { entity: 'tool', id: kept },
  ];
  expect(await room.run('/v1/recycle/restore', { rows })).toMatchObject({
    done: 2,
    results: [{ ok: true }, { ok: true }, { ok: false, code: 'E_NOT_FOUND' }],
  });
  expect(await view(id, ['parts.name'])).toMatchObject({ parts: [{ name: '卡盘' }, { name: '皮带' }] });
});

it('says of each what stands in the way of restoring it', async () => {
  const id = await create({ name: '占号·旧', code: 'B-1' });
  await remove(id);
  await create({ name: '占号·新', code: 'B-1' });
  const below = await create({ name: '占号·格' }, 'drawer');
  expect(
    await room.run('/v1/recycle/restore', {
      rows: [
        { entity: 'tool', id },
        { entity: 'drawer', id: below },
      ],
    }),
  ).toMatchObject({ results: [{ code: 'E_RESTORE', message: '不能恢复：编码已存在' }, { code: 'E_NOT_FOUND' }] });
});

it('shows everybody what he deleted himself, and what others did only to who may read the log', async () => {
  const { staffId } = room.caller();
  const other = await room.records.insert('staff', { name: '别人' });
  const own = await create({ name: '谁删·自己', ownerId: staffId });
  const foreign = await create({ name: '谁删·别人', ownerId: other });
  await remove(own);
  await room.run('/v1/tool/delete', { id: foreign }, room.caller({ staffId: other }));
  const asked = { search: '谁删·' };
  const plain = room.caller({ grants: new Set(['tool:delete']) });
  expect(await labels(asked, plain)).toEqual(['谁删·自己']);
  // Naming another changes nothing where his deletions are not seen.
  expect(await labels({ ...asked, by: other }, plain)).toEqual(['谁删·自己']);
  expect(await labels(asked)).toEqual(['谁删·别人', '谁删·自己']);
  expect(await labels({ ...asked, by: other })).toEqual(['谁删·别人']);
  expect(await labels({ ...asked, mine: true })).toEqual(['谁删·自己']);
  // Beyond his reach, or of a kind he may not delete, there is nothing.
  const within = room.caller({ dataScope: 'self', grants: new Set(['tool:delete', 'operation_log:query']) });
  expect(await labels(asked, within)).toEqual(['谁删·自己']);
  const reader = somebody(['tool:query', 'operation_log:query']);
  expect(await bin(asked, reader)).toMatchObject({ kinds: [], list: [], total: 0 });
  const rows = [{ entity: 'tool', id: own }];
  expect(await room.run('/v1/recycle/restore', { rows }, reader)).toMatchObject({
    results: [{ code: 'E_NO_PERMISSION' }],
  });
  const unknown = [{ entity: 'staff', id: other }];
  expect(await room.run('/v1/recycle/restore', { rows: unknown })).toMatchObject({ failed: 1 });
});
