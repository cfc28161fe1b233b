import { expect, it } from 'vitest';
import { add, startTrees, trees } from './trees.testing.ts';

startTrees();

const move = async (id: string, parentId: string | null, entity = 'area') => {
  const { version } = await trees.run<{ version: number }>(`/v1/${entity}/view`, { id });
  return trees.run(`/v1/${entity}/modify`, { id, version, parentId });
};
const stored = (id: string) => trees.records.findOne('area', { id });
const refusedMove = async (id: string, parentId: string, entity = 'area') => {
  const { version } = await trees.run<{ version: number }>(`/v1/${entity}/view`, { id });
  return (await trees.refusal(`/v1/${entity}/modify`, { id, version, parentId })).detail.faults;
};
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
