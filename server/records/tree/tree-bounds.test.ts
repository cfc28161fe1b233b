import { beforeEach, describe, expect, it } from 'vitest';
import type { BulkAnswer } from '../../../engine/model/wire/index.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { add, startTrees, trees } from './trees.testing.ts';

startTrees();

describe('a tree within something', () => {
  const chapterOf = (course: string, name: string, parentId: string | null = null) =>
    add(name, parentId, { course }, 'chapter');
  const faultsOf = async (path: string, body: Values) =>
    (await trees.refusal(`/v1/chapter/${path}`, body)).detail.faults?.map(
      ({ pointer, expected }) => `${pointer} ${expected}`,
    );
  const outside = ['/parentId 上级须是同一课程的'];

  it('takes no node below one of another, whichever way it is written', async () => {
    const [law, art] = [await chapterOf('法', '总则'), await chapterOf('艺', '导论')];
    const below = await chapterOf('法', '第一节', law);
    expect(await faultsOf('create', { name: '混入', course: '艺', parentId: law })).toEqual(outside);
    expect(await faultsOf('modify', { id: below, version: 1, parentId: art })).toEqual(outside);
    expect(await faultsOf('modify', { id: below, version: 1, course: '艺' })).toEqual(outside);
    expect(await faultsOf('move', { id: below, parentId: art })).toEqual(outside);
    const many = await trees.run<BulkAnswer>('/v1/chapter/modify', { ids: [below], parentId: art });
    expect(many).toMatchObject({ failed: 1 });
    await trees.run('/v1/chapter/modify', { id: below, version: 1, parentId: art, course: '艺' });
    expect(await trees.records.findOne('chapter', { id: below })).toMatchObject({ parentId: art, course: '艺' });
  });

  it('lets no node leave what stands below it behind', async () => {
    const law = await chapterOf('法', '分则');
    await chapterOf('法', '第二节', law);
    expect(await faultsOf('modify', { id: law, version: 1, course: '艺' })).toEqual([
      '/course 还有 1 条下级，不能改课程',
    ]);
  });

  it('brings a deleted node back only where its parent still is within the same', async () => {
    const parent = await chapterOf('法', '附则');
    const below = await chapterOf('法', '第三节', parent);
    await trees.run('/v1/chapter/delete', { id: below });
    await trees.run('/v1/chapter/modify', { id: parent, version: 1, course: '艺' });
    expect(await trees.refusal('/v1/chapter/restore', { id: below })).toMatchObject({
      code: expect.stringMatching(/^E_/),
    });
    expect(await trees.records.findOne('chapter', { id: below })).toBeUndefined();
  });

  it('is as deep as it says', async () => {
    const first = await chapterOf('深', '一');
    const second = await chapterOf('深', '二', first);
    expect(await faultsOf('create', { name: '三', course: '深', parentId: second })).toEqual(['/parentId 2']);
  });
});

describe('rows that refer only to the lowest nodes', () => {
  type Id = { readonly id: string; readonly version: number };
  const add = (entity: string, values: Values) => trees.run<Id>(`/v1/${entity}/create`, values);
  const told = async (path: string, body: Values) => {
    const { detail } = await trees.refusal(path, body);
    return detail.faults?.map(({ pointer, expected }) => `${pointer} ${expected}`);
  };
  let top: Id;
  let leaf: Id;
  beforeEach(async () => {
    top = await add('rack', { name: '一号库' });
    leaf = await add('rack', { name: '一架', parentId: top.id });
  });
  const inner = ['/rackId 层架“一号库”还有下级，请选到最末一级'];
  const closed = ['/parentId “一架”已有箱子，不能再有下级；先把它们移到别处'];

  it('refuses a node with others below, whichever way it is written, and takes the lowest', async () => {
    const { id } = await add('box', { name: '甲', rackId: leaf.id });
    expect(await told('/v1/box/create', { name: '乙', rackId: top.id })).toEqual(inner);
    expect(await told('/v1/box/modify', { id, version: 1, rackId: top.id })).toEqual(inner);
    expect(await told('/v1/box/modify', { id, version: 1, otherIds: [leaf.id, top.id] })).toEqual([
      '/otherIds 备用层架“一号库”还有下级，请选到最末一级',
    ]);
    const many = await trees.run<BulkAnswer>('/v1/box/modify', { ids: [id], rackId: top.id });
    expect(many).toMatchObject({ done: 0, failed: 1 });
  });

  it('lets nothing be put below a node that is referred to: made, moved or brought back', async () => {
    const free = await add('rack', { name: '二架', parentId: top.id });
    const gone = await add('rack', { name: '一层', parentId: leaf.id });
    await trees.run('/v1/rack/delete', { id: gone.id });
    await add('box', { name: '甲', rackId: leaf.id });
    expect(await told('/v1/rack/create', { name: '二层', parentId: leaf.id })).toEqual(closed);
    expect(await told('/v1/rack/modify', { id: free.id, version: 1, parentId: leaf.id })).toEqual(closed);
    expect(await told('/v1/rack/move', { id: free.id, parentId: leaf.id })).toEqual(closed);
    expect(await told('/v1/rack/restore', { id: gone.id })).toEqual(closed);
  });

  it('minds those of a list, and no longer those that were deleted', async () => {
    const { id } = await add('box', { name: '甲', otherIds: [leaf.id] });
    expect(await told('/v1/rack/create', { name: '二层', parentId: leaf.id })).toEqual(closed);
    await trees.run('/v1/box/delete', { id });
    await add('rack', { name: '二层', parentId: leaf.id });
    expect((await trees.refusal('/v1/box/restore', { id })).code).toBe('E_RESTORE');
  });

  it('takes only one of both where they happen at the same moment', async () => {
    for (let at = 0; at < 20; at += 1) {
      const node = await add('rack', { name: `并发 ${at}`, parentId: top.id });
      const outcomes = await Promise.allSettled([
        add('box', { name: '甲', rackId: node.id }),
        add('rack', { name: '下级', parentId: node.id }),
      ]);
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    }
  });

  it('names the levels of the tree where there is no further one', async () => {
    const lowest = await add('rack', { name: '一层', parentId: leaf.id });
    const refusal = await trees.refusal('/v1/rack/create', { name: '格', parentId: lowest.id });
    expect(refusal.detail.faults).toMatchObject([{ code: 'E_INPUT_DEPTH', expected: '库、架、层 3', got: '4' }]);
  });
});
