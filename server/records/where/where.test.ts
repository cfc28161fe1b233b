import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EntityDocument, ListPage } from '../../../engine/model/documents/index.ts';
import type { Caller } from '../../kernel/caller/caller.ts';
import { startOperations, type TestOperations } from '../../testing/operations.ts';

const department: EntityDocument = {
  schemaVersion: 2,
  name: 'department',
  title: '部门',
  label: 'name',
  operations: ['query'],
  fields: [
    { key: 'name', title: '名称', type: 'string', maxLength: 20 },
    { key: 'parentId', title: '上级', type: 'ref', ref: 'department' },
    { key: 'path', title: '路径', type: 'string', maxLength: 500 },
  ],
  tree: { parent: 'parentId', path: 'path' },
};
const task: EntityDocument = {
  schemaVersion: 2,
  name: 'task',
  title: '任务',
  label: 'name',
  operations: ['query'],
  fields: [
    { key: 'name', title: '名称', type: 'string', maxLength: 20, required: true },
    { key: 'dueAt', title: '期限', type: 'datetime' },
    { key: 'day', title: '日期', type: 'date' },
    { key: 'points', title: '点数', type: 'int' },
    { key: 'limit', title: '上限', type: 'int' },
    { key: 'cost', title: '花费', type: 'money' },
    { key: 'phone', title: '电话', type: 'string', mask: 'mobile' },
    { key: 'doneById', title: '谁做的', type: 'ref', ref: 'staff' },
    { key: 'staffId', title: '谁', type: 'ref', ref: 'staff' },
    { key: 'departmentId', title: '部门', type: 'ref', ref: 'department' },
    { key: 'departmentIds', title: '有关部门', type: 'refs', ref: 'department' },
    { key: 'helperIds', title: '帮忙的', type: 'refs', ref: 'staff' },
  ],
};

let shop: TestOperations;
let me: Caller;

const day = 86_400_000;
const at = (days: number) => new Date(Date.now() + days * day).toISOString();
const dayAt = (days: number) => new Date(Date.now() + 8 * 3_600_000 + days * day).toISOString().slice(0, 10);

beforeAll(async () => {
  shop = await startOperations([department, task]);
  const top = await shop.records.insert('department', { name: '总部', path: '/a/' });
  const below = await shop.records.insert('department', { name: '一组', parentId: top, path: '/a/b/' });
  const other = await shop.records.insert('department', { name: '别处', path: '/ab/' });
  const colleague = await shop.records.insert('staff', { name: '同事' });
  const stranger = await shop.records.insert('staff', { name: '外人' });
  await shop.database.rows('alter table staff add column department_id uuid');
  for (const [who, where] of [
    [colleague, below],
    [stranger, other],
  ])
    await shop.database.rows('update staff set department_id = $1 where id = $2', [where, who]);
  me = shop.caller({ departmentId: top });
  const add = (name: string, values: Readonly<Record<string, unknown>>) =>
    shop.records.insert('task', { name, departmentIds: [], helperIds: [], ...values });
  await add('昨天', { dueAt: at(-1), day: dayAt(-1), points: 1, limit: 1, staffId: me.staffId, departmentId: top });
  await add('明天', {
    dueAt: at(1),
    day: dayAt(1),
    points: 2,
    limit: 5,
    doneById: colleague,
    staffId: colleague,
    departmentId: below,
  });
  await add('今天', { day: dayAt(0), departmentId: other, departmentIds: [below] });
  await add('很久', { staffId: stranger, dueAt: at(-400), day: dayAt(-400), points: 9 });
}, 60_000);

afterAll(() => shop.close());

const found = async (where: unknown, caller = me) => {
  const answer = await shop.run<{ list: { name: string }[] }>('/v1/task/query', { where, fields: ['name'] }, caller);
  return answer.list.map((row) => row.name).sort();
};
const sorted = (...names: readonly string[]) => [...names].sort();

it.each([
  ['my own', { field: 'staffId', op: 'eq', value: '@me' }, ['昨天']],
  ['my department', { field: 'departmentId', op: 'eq', value: '@myDepartment' }, ['昨天']],
  ['my department and those below', { field: 'departmentId', op: 'eq', value: '@myDepartmentTree' }, ['昨天', '明天']],
  ['all but those', { field: 'departmentId', op: 'ne', value: '@myDepartmentTree' }, ['今天', '很久']],
  ['one of a list with names', { field: 'departmentId', op: 'in', value: ['@myDepartmentTree'] }, ['昨天', '明天']],
  ['one of several departments', { field: 'departmentIds', op: 'in', value: ['@myDepartmentTree'] }, ['今天']],
  ['who works with me or below me', { field: 'staffId', op: 'eq', value: '@myTeam' }, ['明天']],
  ['me or who works with me', { field: 'staffId', op: 'in', value: ['@me', '@myTeam'] }, ['昨天', '明天']],
  ['nobody of my team', { field: 'staffId', op: 'notIn', value: ['@myTeam', '@me'] }, ['今天', '很久']],
  ['what has not come yet', { field: 'dueAt', op: 'within', value: 'upcoming' }, ['明天']],
  ['before now', { field: 'dueAt', op: 'within', value: 'overdue' }, ['昨天', '很久']],
  ['days before today', { field: 'day', op: 'within', value: 'overdue' }, ['昨天', '很久']],
  ['today and before', { field: 'day', op: 'within', value: 'todayOrOverdue' }, ['今天', '昨天', '很久']],
  ['yesterday', { field: 'day', op: 'within', value: 'yesterday' }, ['昨天']],
  ['what one field is less than another', { field: 'points', op: 'lt', than: 'limit' }, ['明天']],
  ['what is the same in two fields', { field: 'points', op: 'eq', than: 'limit' }, ['昨天']],
  ['what differs, or is there in one only', { field: 'points', op: 'ne', than: 'limit' }, ['明天', '很久']],
  ['who did it himself', { field: 'staffId', op: 'eq', than: 'doneById' }, ['明天']],
  ['a field of what it refers to', { field: 'department.name', op: 'eq', than: 'name' }, []],
  ['tomorrow', { field: 'dueAt', op: 'within', value: 'tomorrow' }, ['明天']],
  ['the last three days', { field: 'day', op: 'within', value: 'last3Days' }, ['今天', '昨天']],
  ['the next two days', { field: 'day', op: 'within', value: 'next2Days' }, ['今天', '明天']],
  ['the last 500 days', { field: 'day', op: 'within', value: 'last500Days' }, ['今天', '昨天', '很久']],
  [
    'this or that',
    {
      or: [
        {
          and: [
            { field: 'points', op: 'gte', value: 2 },
            { field: 'points', op: 'lt', value: 5 },
          ],
        },
        { field: 'points', op: 'isNull' },
      ],
    },
    ['明天', '今天'],
  ],
])('finds %s', async (_, where, names) => {
  expect(await found(where)).toEqual(sorted(...names));
});

it.each([
  ['an unknown period', { field: 'day', op: 'within', value: 'someday' }],
  ['no days at all', { field: 'day', op: 'within', value: 'last0Days' }],
  ['a person where none belongs', { field: 'points', op: 'eq', value: '@me' }],
  ['a department where none belongs', { field: 'name', op: 'eq', value: '@myDepartmentTree' }],
  ['a team where no person belongs', { field: 'departmentId', op: 'eq', value: '@myTeam' }],
  ['reach of what is no person', { field: 'departmentId', op: 'reached', value: 'departmentId' }],
  ['reach by what is no department', { field: 'staffId', op: 'reached', value: 'doneById' }],
  ['reach by an unknown field', { field: 'staffId', op: 'reached', value: 'departments' }],
  ['reach by nothing', { field: 'staffId', op: 'reached' }],
  ['reach by a number', { field: 'staffId', op: 'reached', value: 5 }],
  ['reach by what every object has', { field: 'staffId', op: 'reached', value: '__proto__' }],
  ['reach of several', { field: 'helperIds', op: 'reached', value: 'departmentId' }],
  ['fields of two kinds', { field: 'points', op: 'lt', than: 'day' }],
  ['a masked field', { field: 'name', op: 'eq', than: 'phone' }],
  ['a number in money and one that is not', { field: 'points', op: 'lt', than: 'cost' }],
  ['references to other things', { field: 'staffId', op: 'eq', than: 'departmentId' }],
  ['an order of people', { field: 'staffId', op: 'gt', than: 'doneById' }],
  ['a value beside another field', { field: 'points', op: 'lt', than: 'limit', value: 1 }],
  ['a field that is no name', { field: 'points', op: 'lt', than: null }],
  ['an operator that compares nothing', { field: 'points', op: 'in', than: 'limit' }],
  ['an unknown field', { field: 'points', op: 'lt', than: 'pints' }],
  ['more than departments', { field: 'departmentId', op: 'gt', value: '@myDepartmentTree' }],
])('refuses %s', async (_, where) => {
  expect(await shop.refusal('/v1/task/query', { where }, me)).toMatchObject({ code: 'E_INPUT_INVALID' });
});

it('finds work as far as one reaches: all, that of departments and his own, or his own only', async () => {
  const below = await shop.records.findOne('department', { name: '一组' });
  const departmentIds = below === undefined ? [] : [below.id];
  const reached = (over: Partial<Caller>) =>
    found({ field: 'staffId', op: 'reached', value: 'departmentId' }, { ...me, ...over });
  expect(await reached({ dataScope: 'all' })).toEqual(sorted('昨天', '明天', '今天', '很久'));
  expect(await reached({ dataScope: 'department', departmentIds })).toEqual(sorted('昨天', '明天'));
  expect(await reached({ dataScope: 'self', departmentIds })).toEqual(['昨天']);
});

it('finds work no further than the page it is asked from', async () => {
  const of = async (scope: 'mine' | 'department' | 'all', over: Partial<Caller>) => {
    const where = { field: 'staffId', op: 'reached', value: 'departmentId' };
    const page: ListPage = {
      ...{ schemaVersion: 2, name: 'tasks', path: '/tasks', title: '任务', kind: 'list', entity: 'task', scope },
      ...{ api: { query: '/v1/task/query' }, columns: [{ key: 'name', field: 'name' }] },
    };
    const body = { where, fields: ['name'] };
    const { list } = await shop.run<{ list: { name: string }[] }>('/v1/task/query', body, { ...me, ...over }, { page });
    return list.map(({ name }) => name).sort();
  };
  expect(await of('mine', { dataScope: 'all' })).toEqual(['昨天']);
  expect(await of('department', { dataScope: 'all' })).toEqual(['昨天']);
  expect(await of('all', { dataScope: 'all' })).toHaveLength(4);
});

it('finds what refers to a node of a tree or to one below it, by one reference or by one among several', async () => {
  const [top, other] = [
    await shop.records.findOne('department', { name: '总部' }),
    await shop.records.findOne('department', { name: '别处' }),
  ];
  const below = (field: string, value: unknown) => found({ field, op: 'below', value });
  expect(await below('departmentId', top?.id)).toEqual(sorted('昨天', '明天'));
  expect(await below('departmentIds', top?.id)).toEqual(['今天']);
  expect(await below('departmentIds', other?.id)).toEqual([]);
  expect(
    await shop.refusal(
      '/v1/task/query',
      { where: { field: 'staffId', op: 'below', value: me.staffId }, fields: ['name'] },
      me,
    ),
  ).toMatchObject({
    code: 'E_INPUT_INVALID',
  });
});
