import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EntityDocument } from '../../../engine/model/documents/index.ts';
import type { BulkAnswer } from '../../../engine/model/wire/index.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { startOperations, type TestOperations } from '../../testing/operations.ts';

const area: EntityDocument = {
  schemaVersion: 2,
  name: 'area',
  title: '区域',
  label: 'name',
  operations: ['query', 'view', 'create', 'modify', 'move', 'delete'],
  access: { owner: ['ownerId'] },
  tree: { parent: 'parentId', path: 'path', order: 'sortNo' },
  fields: [
    { key: 'name', title: '名称', type: 'string', required: true },
    { key: 'parentId', title: '上级', type: 'ref', ref: 'area' },
    { key: 'path', title: '路径', type: 'text' },
    { key: 'sortNo', title: '次序', type: 'int' },
    { key: 'ownerId', title: '负责人', type: 'ref', ref: 'staff' },
  ],
};

/** A tree without a path and with room for three levels. */
const shelf: EntityDocument = {
  ...area,
  name: 'shelf',
  title: '书架',
  tree: { parent: 'parentId', path: 'path' },
  fields: area.fields
    .filter((field) => field.key !== 'sortNo')
    .map((field) =>
      field.key === 'path'
        ? { ...field, type: 'string' as const, maxLength: 120 }
        : field.key === 'parentId'
          ? { ...field, ref: 'shelf' }
          : field,
    ),
};

/** Chapters of a course, two levels of them. */
const chapter: EntityDocument = {
  ...area,
  name: 'chapter',
  title: '章节',
  operations: ['query', 'view', 'create', 'modify', 'delete', 'restore', 'move'],
  tree: { parent: 'parentId', order: 'sortNo', within: 'course', maxDepth: 2 },
  fields: [
    { key: 'name', title: '名称', type: 'string', required: true },
    { key: 'parentId', title: '上级', type: 'ref', ref: 'chapter' },
    { key: 'sortNo', title: '次序', type: 'int' },
    { key: 'course', title: '课程', type: 'string', required: true },
    { key: 'ownerId', title: '负责人', type: 'ref', ref: 'staff' },
  ],
};

/** What lies in the lowest shelves only. */
const box: EntityDocument = {
  ...{ schemaVersion: 2, name: 'box', title: '箱子', label: 'name' },
  operations: ['query', 'view', 'create', 'modify', 'delete', 'restore'],
  fields: [
    { key: 'name', title: '名称', type: 'string', required: true },
    { key: 'rackId', title: '层架', type: 'ref', ref: 'rack', leafOnly: true },
    { key: 'otherIds', title: '备用层架', type: 'refs', ref: 'rack', leafOnly: true },
  ],
};
const rack: EntityDocument = {
  ...chapter,
  ...{ name: 'rack', title: '层架', tree: { parent: 'parentId', levels: ['库', '架', '层'] } },
  fields: [
    { key: 'name', title: '名称', type: 'string', required: true },
    { key: 'parentId', title: '上级', type: 'ref', ref: 'rack' },
    { key: 'ownerId', title: '负责人', type: 'ref', ref: 'staff' },
  ],
};

let trees: TestOperations;

beforeAll(async () => {
  trees = await startOperations([area, shelf, chapter, rack, box]);
}, 60_000);

afterAll(() => trees.close());

const add = async (name: string, parentId: string | null = null, over: Values = {}, entity = 'area') =>
  (await trees.run<{ id: string }>(`/v1/${entity}/create`, { name, parentId, ...over })).id;
const move = async (id: string, parentId: string | null, entity = 'area') => {
  const { version } = await trees.run<{ version: number }>(`/v1/${entity}/view`, { id });
  return trees.run(`/v1/${entity}/modify`, { id, version, parentId });
};
const stored = (id: string) => trees.records.findOne('area', { id });
const refusedMove = async (id: string, parentId: string, entity = 'area') => {
  const { version } = await trees.run<{ version: number }>(`/v1/${entity}/view`, { id });
  return (await trees.refusal(`/v1/${entity}/modify`, { id, version, parentId })).detail.faults;
};

it('writes the path and the place of a new node', async () => {
  const root = await add('根');
  const [a, b] = [await add('甲', root), await add('乙', root)];
  expect(await stored(root)).toMatchObject({ path: `/${root}/` });
  expect(await stored(a)).toMatchObject({ path: `/${root}/${a}/`, sortNo: 1 });
  expect(await stored(b)).toMatchObject({ path: `/${root}/${b}/`, sortNo: 2 });
  expect(await trees.refusal('/v1/area/create', { name: '丙', path: '/x/' })).toMatchObject({
    detail: { faults: [{ code: 'E_INPUT_READONLY', pointer: '/path' }] },
  });
});

it('moves a node with everything below it', async () => {
  const [from, to] = [await add('原处'), await add('新处')];
  const node = await add('节点', from);
  const below = await add('下级', node);
  const deepest = await add('末级', below);
  await move(node, to);
  expect(await stored(deepest)).toMatchObject({ path: `/${to}/${node}/${below}/${deepest}/`, version: 1 });
  await move(node, null);
  expect(await stored(below)).toMatchObject({ path: `/${node}/${below}/` });
});

it('refuses a node below itself, naming the node that was chosen', async () => {
  const root = await add('总部');
  const child = await add('分部', root);
  const grandchild = await add('小组', child);
  const cycle = { code: 'E_INPUT_CYCLE', pointer: '/parentId', title: '上级' };
  expect(await refusedMove(root, grandchild)).toMatchObject([{ ...cycle, got: '小组' }]);
  expect(await refusedMove(root, root)).toMatchObject([{ ...cycle, got: '总部' }]);
  expect(await stored(root)).toMatchObject({ parentId: null, path: `/${root}/` });
});

it('bounds the depth, also of what is moved along', async () => {
  let id = await add('第1层');
  const top = id;
  for (let level = 2; level <= 32; level++) id = await add(`第${level}层`, id);
  expect((await trees.refusal('/v1/area/create', { name: '第33层', parentId: id })).detail.faults).toMatchObject([
    { code: 'E_INPUT_DEPTH', pointer: '/parentId', expected: '32', got: '33' },
  ]);
  expect(await refusedMove(top, await add('更高'))).toMatchObject([{ code: 'E_INPUT_DEPTH', got: '33' }]);
});

it('bounds the depth by the room the path has', async () => {
  let id: string | null = null;
  for (const name of ['一', '二', '三']) id = await add(name, id, {}, 'shelf');
  expect((await trees.refusal('/v1/shelf/create', { name: '四', parentId: id })).detail.faults).toMatchObject([
    { code: 'E_INPUT_DEPTH', expected: '3' },
  ]);
});

it('refuses to delete a node that others hang below', async () => {
  const root = await add('有下级');
  const child = await add('下级', root, { ownerId: null });
  expect(await trees.refusal('/v1/area/delete', { id: root })).toMatchObject({
    code: 'E_HAS_CHILDREN',
    message: '“有下级”下还有 1 条下级数据，不能删除',
  });
  await trees.run('/v1/area/delete', { id: child });
  await trees.run('/v1/area/delete', { id: root });
  expect(await trees.refusal('/v1/area/create', { name: '迟到', parentId: root })).toMatchObject({
    detail: { faults: [{ code: 'E_INPUT_REFERENCE', pointer: '/parentId' }] },
  });
});

it('tells of each row of a list whether there are rows below that the caller can reach, in the order of the tree', async () => {
  const root = await add('列表');
  const [full, , mixed] = [await add('一', root), await add('二', root), await add('三', root)];
  const own = { ownerId: trees.caller().staffId };
  await add('一下', full, own);
  await add('三下', mixed);
  const where = { field: 'parentId', op: 'eq', value: root };
  type List = { list: { name: string; hasChildren: boolean }[] };
  const seen = await trees.run<List>('/v1/area/query', { where, fields: ['name'] });
  expect(seen.list.map((row) => [row.name, row.hasChildren])).toEqual([
    ['一', true],
    ['二', false],
    ['三', true],
  ]);
  await trees.database.rows('update area set owner_id = $1 where parent_id = $2', [own.ownerId, root]);
  const mine = await trees.run<List>(
    '/v1/area/query',
    { where, fields: ['name'] },
    trees.caller({ dataScope: 'self' }),
  );
  expect(mine.list.map((row) => row.hasChildren)).toEqual([true, false, false]);
  const roots = await trees.run<List>('/v1/area/query', { where: { field: 'parentId', op: 'isNull' }, size: 1000 });
  expect(roots.list.find((row) => row.name === '列表')).toMatchObject({ hasChildren: true });
});

/** Whether following parents from a node comes back to it. */
const isCyclic = async (id: string, entity = 'area') => {
  const rows = await trees.database.rows(
    `with recursive up as (select parent_id, 1 as n from ${entity} where id = $1
       union all select a.parent_id, n + 1 from ${entity} a join up on a.id = up.parent_id where n < 10)
     select exists(select 1 from up where parent_id = $1) as cyclic`,
    [id],
  );
  return rows[0]?.cyclic === true;
};

it('tells whoever moves a node that somebody else has put elsewhere since', async () => {
  const [first, second, home] = [await add('一处'), await add('二处'), await add('原处')];
  const node = await add('被移的', home);
  const put = (parentId: string) => trees.run('/v1/area/move', { id: node, parentId, from: home });
  const outcomes = await Promise.allSettled([put(first), put(second)]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const later = await trees.refusal('/v1/area/move', { id: node, parentId: second, from: home });
  expect(later.detail.faults).toMatchObject([
    { pointer: '/from', expected: '“被移的”已被移到别处，请按现在的位置再移动' },
  ]);
  await trees.run('/v1/area/move', { id: node, parentId: null });
  expect(await stored(node)).toMatchObject({ parentId: null });
});

it('lets two opposite moves at once not make a cycle', async () => {
  for (let round = 0; round < 15; round++) {
    const [a, b] = [await add(`甲${round}`), await add(`乙${round}`)];
    const outcomes = await Promise.allSettled([move(a, b), move(b, a)]);
    expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await isCyclic(a)).toBe(false);
  }
});

it('would make one without the lock on the tree (control)', async () => {
  const [a, b] = [await add('无锁甲'), await add('无锁乙')];
  // What the operation does, without waiting for the tree: both look first, then both write.
  const isBelow = async (node: string, of: string) => {
    const rows = await trees.database.rows('select path like $2 as below from area where id = $1', [node, `%/${of}/%`]);
    return rows[0]?.below === true;
  };
  const [first, second] = await Promise.all([isBelow(b, a), isBelow(a, b)]);
  expect([first, second]).toEqual([false, false]);
  await Promise.all([
    trees.records.update('area', a, { parentId: b }),
    trees.records.update('area', b, { parentId: a }),
  ]);
  expect(await isCyclic(a)).toBe(true);
  await trees.records.update('area', a, { parentId: null });
});

it('leaves no node below one that is deleted at the same moment', async () => {
  for (let round = 0; round < 15; round++) {
    const parent = await add(`将删${round}`);
    const [added, deleted] = await Promise.allSettled([
      add('新来', parent),
      trees.run('/v1/area/delete', { id: parent }),
    ]);
    expect([added?.status, deleted?.status].filter((status) => status === 'fulfilled')).toHaveLength(1);
    const orphans = await trees.database.rows(
      'select 1 from area c join area p on p.id = c.parent_id where p.id = $1 and p.deleted_at is not null and c.deleted_at is null',
      [parent],
    );
    expect(orphans).toEqual([]);
  }
});

it('keeps every path right while nodes are added below one that moves', async () => {
  const [node, target] = [await add('移动'), await add('目标')];
  await Promise.all([...Array.from({ length: 8 }, (_, index) => add(`新${index}`, node)), move(node, target)]);
  const wrong = await trees.database.rows(
    "select c.path from area c join area p on p.id = c.parent_id where p.id = $1 and c.path <> p.path || c.id || '/'",
    [node],
  );
  expect(wrong).toEqual([]);
  expect(await trees.records.count('area', { parentId: node })).toBe(8);
});

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
