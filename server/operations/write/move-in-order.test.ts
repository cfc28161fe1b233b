import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EntityDocument } from '../../../engine/model/documents/index.ts';
import type { BulkAnswer } from '../../../engine/model/wire/index.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { startOperations, type TestOperations } from '../../testing/operations.ts';

const lesson: EntityDocument = {
  schemaVersion: 2,
  name: 'lesson',
  title: '课时',
  label: 'name',
  operations: ['query', 'view', 'create', 'modify', 'delete', 'restore', 'move', 'history'],
  fields: [
    { key: 'name', title: '名称', type: 'string', required: true },
    { key: 'chapter', title: '章', type: 'string' },
    { key: 'place', title: '次序', type: 'int', readonly: true, sortable: true },
    { key: 'ownerId', title: '负责人', type: 'ref', ref: 'staff' },
  ],
  access: { owner: ['ownerId'] },
  order: { field: 'place', within: 'chapter' },
};

let room: TestOperations;
beforeAll(async () => {
  room = await startOperations([lesson]);
}, 60_000);
afterAll(() => room.close());

type Id = { readonly id: string; readonly version: number };
const add = (name: string, chapter: string | null = '一') => room.run<Id>('/v1/lesson/create', { name, chapter });
const listed = async (chapter: string | null = '一') =>
  (
    await room.database.rows(
      'select name, place from lesson where chapter is not distinct from $1 and deleted_at is null order by place',
      [chapter],
    )
  ).map(({ name, place }) => `${String(place)} ${String(name)}`);
const move = (body: Values) => room.run<Id>('/v1/lesson/move', body);

let a: Id;
let b: Id;
let c: Id;
beforeEach(async () => {
  await room.database.rows('delete from lesson');
  [a, b, c] = [await add('甲'), await add('乙'), await add('丙')];
});

describe('an order people put rows into', () => {
  it('numbers what is new behind all others of its group', async () => {
    await add('子', '二');
    await add('无', null);
    expect(await listed()).toEqual(['1 甲', '2 乙', '3 丙']);
    expect(await listed('二')).toEqual(['1 子']);
    expect(await listed(null)).toEqual(['1 无']);
  });

  it('moves a row before or behind another one, the version of the others as it was', async () => {
    expect(await move({ id: c.id, before: a.id })).toMatchObject({ id: c.id, version: 2 });
    expect(await listed()).toEqual(['1 丙', '2 甲', '3 乙']);
    await move({ id: c.id, after: a.id });
    expect(await listed()).toEqual(['1 甲', '2 丙', '3 乙']);
    expect(await room.database.rows('select version from lesson where id = $1', [a.id])).toEqual([{ version: 1 }]);
    const { list } = await room.run<{ list: readonly Values[] }>('/v1/lesson/history', { id: c.id });
    expect(list).toHaveLength(3);
  });

  it('closes the gap of what is deleted, and puts what comes back behind the others', async () => {
    await room.run('/v1/lesson/delete', { id: a.id });
    expect(await listed()).toEqual(['1 乙', '2 丙']);
    await room.run('/v1/lesson/restore', { id: a.id });
    expect(await listed()).toEqual(['1 乙', '2 丙', '3 甲']);
  });

  it('takes a row to the end of another group, also several at once', async () => {
    await add('子', '二');
    await room.run('/v1/lesson/modify', { id: a.id, version: 1, chapter: '二' });
    expect(await listed()).toEqual(['1 乙', '2 丙']);
    expect(await listed('二')).toEqual(['1 子', '2 甲']);
    const many = await room.run<BulkAnswer>('/v1/lesson/modify', { ids: [b.id, c.id], chapter: '二' });
    expect(many.done).toBe(2);
    expect(await listed('二')).toEqual(['1 子', '2 甲', '3 乙', '4 丙']);
    expect(await listed()).toEqual([]);
  });

  it('refuses a place in another group, none, two, and a row out of reach', async () => {
    const other = await add('子', '二');
    const codeOf = async (body: Values, caller = room.caller()) =>
      (await room.refusal('/v1/lesson/move', body, caller)).detail.faults?.map(({ pointer }) => pointer);
    expect(await codeOf({ id: a.id, before: other.id })).toEqual(['/before']);
    expect(await codeOf({ id: a.id })).toEqual(['/before']);
    expect(await codeOf({ id: a.id, before: b.id, after: c.id })).toEqual(['/before']);
    expect(await codeOf({ id: a.id, after: a.id })).toEqual(['/after']);
    const stranger = room.caller({ dataScope: 'self' });
    expect((await room.refusal('/v1/lesson/move', { id: a.id, after: c.id }, stranger)).code).toBe('E_NOT_FOUND');
    expect(await listed()).toEqual(['1 甲', '2 乙', '3 丙']);
  });

  it('lets nobody write the number', async () => {
    const { code } = await room.refusal('/v1/lesson/modify', { id: a.id, version: 1, place: 9 });
    expect(code).toBe('E_INPUT_INVALID');
  });

  const doSomething = (at: number, pick: (at: number) => string): Promise<unknown> => {
    if (at % 5 === 0) return add(`新 ${at}`);
    if (at % 25 === 1) return room.run('/v1/lesson/delete', { id: pick(at) });
    if (at % 10 === 3)
      return room.run('/v1/lesson/modify', { ids: [pick(at + 4)], chapter: at % 20 === 3 ? '二' : '一' });
    return move({ id: pick(at * 3), [at % 2 === 0 ? 'before' : 'after']: pick(at * 3 + 1 + (at % 7)) });
  };

  it('stays without gaps and doubles whatever fifty do at once', async () => {
    const rows = [a, b, c, ...(await Promise.all(Array.from({ length: 12 }, (_, at) => add(`并 ${at}`))))];
    const pick = (at: number) => rows[at % rows.length]?.id ?? '';
    const done = await Promise.allSettled(Array.from({ length: 50 }, (_, at) => doSomething(at, pick)));
    expect(done.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(20);
    for (const chapter of ['一', '二']) {
      const places = (await listed(chapter)).map((line) => Number(line.split(' ')[0]));
      expect(places).toEqual(places.map((_, at) => at + 1));
    }
  });
});
