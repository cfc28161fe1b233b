import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EntityDocument } from '../../../engine/model/documents/index.ts';
import type { HistoryEntry } from '../../../engine/model/wire/index.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { startOperations, type TestOperations } from '../../testing/operations.ts';

const plan = {
  ...{ key: 'plan', title: '计划', type: 'json' },
  shape: {
    list: true,
    fields: [
      { key: 'title', title: '事项', type: 'string', required: true },
      { key: 'cost', title: '费用', type: 'money', min: 0 },
      { key: 'done', title: '完成', type: 'bool' },
    ],
  },
} as const satisfies EntityDocument['fields'][number];

const course: EntityDocument = {
  ...{ schemaVersion: 2, name: 'course', title: '课程', label: 'name' },
  operations: ['query', 'view', 'create', 'modify', 'delete', 'restore', 'history'],
  fields: [
    { key: 'name', title: '名称', type: 'string', required: true },
    { key: 'state', title: '状态', type: 'enum', dictionary: 'course_state', required: true, readonly: true },
    plan,
    {
      ...{ key: 'room', title: '教室', type: 'json' },
      shape: {
        fields: [
          { key: 'floor', title: '楼层', type: 'int' },
          { key: 'seats', title: '座位', type: 'int' },
        ],
      },
    },
    { key: 'loose', title: '随意', type: 'json' },
  ],
  children: [{ key: 'lessons', title: '课次', entity: 'lesson', by: 'courseId' }],
  states: [
    {
      ...{ key: 'flow', field: 'state', initial: ['open'], editable: { '*': '*' } },
      transitions: [
        {
          ...{ key: 'replan', title: '改计划', from: ['open'], to: 'open', permission: 'course:replan' },
          ...{ input: [{ key: 'plan' }], set: { plan: 'form.plan' } },
        },
        {
          ...{ key: 'spoil', title: '弄坏', from: ['open'], to: 'open', permission: 'course:spoil' },
          set: { plan: 'record.loose' },
        },
      ],
    },
  ],
};

const lesson: EntityDocument = {
  ...{ schemaVersion: 2, name: 'lesson', title: '课次', label: 'name', operations: ['query'] },
  fields: [
    { key: 'courseId', title: '课程', type: 'ref', ref: 'course' },
    { key: 'name', title: '名称', type: 'string', required: true },
    plan,
  ],
};

let school: TestOperations;
beforeAll(async () => {
  school = await startOperations([course, lesson], {
    dictionaries: [{ schemaVersion: 2, name: 'course_state', title: '状态', values: [{ key: 'open', title: '开' }] }],
  });
}, 60_000);
afterAll(() => school.close());

const create = async (values: Values) =>
  (await school.run<{ id: string }>('/v1/course/create', { name: '课', ...values })).id;
const stored = async (id: string) => (await school.records.find('course', { id }))[0];
const bad = [{ title: '一' }, { cost: -1, mobile: '13800138000' }];
const faults = [
  { code: 'E_INPUT_REQUIRED', pointer: '/1/title', title: '计划第 2 行的事项' },
  { code: 'E_INPUT_RANGE', pointer: '/1/cost', title: '计划第 2 行的费用' },
  { code: 'E_INPUT_UNKNOWN', pointer: '/1/mobile', got: 'mobile' },
];
const at = (place: string) => faults.map((fault) => ({ ...fault, pointer: `${place}${fault.pointer}` }));

it('is asked of people by whatever way they write, and told where it is broken', async () => {
  const id = await create({ plan: [{ title: '一', cost: 1 }] });
  for (const [path, body, place] of [
    ['course/create', { name: '课', plan: bad }, '/plan'],
    ['course/modify', { id, version: 1, plan: bad }, '/plan'],
    ['course/modify', { ids: [id], plan: bad }, '/plan'],
    ['course/replan', { id, plan: bad }, '/plan'],
    ['course/create', { name: '课', lessons: [{ name: '甲', plan: bad }] }, '/lessons/0/plan'],
    ['course/modify', { id, version: 1, lessons: [{ name: '甲', plan: bad }] }, '/lessons/0/plan'],
  ] as const) {
    const { code, detail } = await school.refusal(`/v1/${path}`, body);
    expect(code, path).toBe('E_INPUT_INVALID');
    expect(detail.faults, path).toMatchObject(at(place));
  }
  expect(await stored(id)).toMatchObject({ plan: [{ title: '一', cost: 1 }], version: 1 });
});

it('is kept by effects and rules as well, one row or many', async () => {
  const id = await create({ loose: bad });
  const { code, detail } = await school.refusal('/v1/course/spoil', { id });
  expect(code).toBe('E_INPUT_INVALID');
  expect(detail.faults).toMatchObject(at('/plan'));
  const values = { name: '课', state: 'open', plan: bad };
  const refused = { code: 'E_INPUT_INVALID', detail: { faults: at('/plan') } };
  await expect(school.records.insert('course', values)).rejects.toMatchObject(refused);
  await expect(school.records.insertMany('course', [{ id, values }])).rejects.toMatchObject(refused);
  await expect(school.records.update('course', id, { plan: bad })).rejects.toMatchObject(refused);
  await expect(school.records.updateMany('course', [{ id, values: { plan: bad } }])).rejects.toMatchObject(refused);
  const record = await stored(id);
  if (record === undefined) throw new TypeError(id);
  await expect(school.records.restore('course', record, { plan: bad })).rejects.toMatchObject(refused);
  expect(record).toMatchObject({ plan: null });
});

it('tells in the history which keys changed, and which rows came, went or moved', async () => {
  const [one, two, three] = ['一', '二', '三'].map((title, index) => ({ title, cost: 100 * index, done: false }));
  const id = await create({ plan: [one, two], room: { floor: 1, seats: 30 } });
  const change = async (version: number, values: Values) => {
    await school.run('/v1/course/modify', { id, version, ...values });
    const { list } = await school.run<{ list: readonly HistoryEntry[] }>('/v1/course/history', { id });
    return list[0]?.changes.map(({ title, before, after, beforeText, afterText }) => [
      title,
      beforeText ?? before,
      afterText ?? after,
    ]);
  };
  expect(await change(1, { plan: [one, { ...two, cost: 250, done: true }], room: { seats: 40, floor: 1 } })).toEqual([
    ['计划第 2 行的费用', 100, 250],
    ['计划第 2 行的完成', '否', '是'],
    ['教室的座位', 30, 40],
  ]);
  expect(await change(2, { plan: [one, three, { ...two, cost: 250, done: true }] })).toEqual([
    ['计划第 2 行', '', '事项：三；费用：2；完成：否'],
  ]);
  expect(await change(3, { plan: [three, one, { ...two, cost: 250, done: true }] })).toEqual([
    [
      '计划的次序',
      '事项：一；费用：0；完成：否\n事项：三；费用：2；完成：否',
      '事项：三；费用：2；完成：否\n事项：一；费用：0；完成：否',
    ],
  ]);
  expect(await change(4, { plan: [three] })).toEqual([
    ['计划第 2 行', '事项：一；费用：0；完成：否', ''],
    ['计划第 3 行', '事项：二；费用：2.5；完成：是', ''],
  ]);
});

it('changes nothing where only the order of the keys is another', async () => {
  const id = await create({ room: { seats: 30, floor: 1 } });
  await school.run('/v1/course/modify', { id, version: 1, room: { floor: 1, seats: 30 } });
  expect(await stored(id)).toMatchObject({ version: 1 });
});
