import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EntityDocument } from '../../../engine/model/documents/index.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { startOperations, type TestOperations } from '../../testing/operations.ts';

const paper: EntityDocument = {
  ...{ schemaVersion: 2, name: 'paper', title: '试卷', label: 'name' },
  operations: ['query', 'view', 'create', 'modify', 'delete', 'restore', 'history'],
  fields: [
    { key: 'name', title: '名称', type: 'string', required: true },
    { key: 'closed', title: '定稿', type: 'bool', required: true, defaultValue: 'false' },
    { key: 'points', title: '总分', type: 'int', compute: 'sum(record.sections, row.points)' },
  ],
  children: [{ key: 'sections', title: '大题', entity: 'section', by: 'paperId', order: 'place', max: 5 }],
  who: { modify: { when: '!record.closed', message: '定稿的试卷不能修改' } },
  rules: [
    {
      ...{ key: 'hundred', on: ['create', 'modify'], check: 'sum(record.sections, row.points) <= 100' },
      ...{ message: '总分不超过 100', field: 'sections' },
    },
  ],
};

const section: EntityDocument = {
  ...{ schemaVersion: 2, name: 'section', title: '大题', label: 'title', operations: ['history'] },
  fields: [
    { key: 'paperId', title: '试卷', type: 'ref', ref: 'paper', required: true },
    { key: 'place', title: '次序', type: 'int' },
    { key: 'title', title: '标题', type: 'string', required: true },
    { key: 'points', title: '分值', type: 'int', compute: 'sum(record.items, row.points)' },
  ],
  children: [{ key: 'items', title: '小题', entity: 'item', by: 'sectionId', order: 'place', max: 3 }],
};

/** Items have operations of their own as well: other doors to the same rows. */
const item: EntityDocument = {
  ...{ schemaVersion: 2, name: 'item', title: '小题', label: 'stem' },
  operations: ['query', 'view', 'create', 'modify', 'delete'],
  fields: [
    { key: 'sectionId', title: '大题', type: 'ref', ref: 'section', required: true },
    { key: 'place', title: '次序', type: 'int' },
    { key: 'stem', title: '题干', type: 'string', required: true },
    { key: 'points', title: '分值', type: 'int', min: 1, required: true },
    {
      key: 'no',
      title: '题号',
      type: 'string',
      maxLength: 20,
      readonly: true,
      sequence: { prefix: 'T', per: 'day', digits: 4 },
    },
  ],
};

let school: TestOperations;

beforeAll(async () => {
  school = await startOperations([paper, section, item]);
}, 60_000);

afterAll(() => school.close());

type Item = { readonly id: string; readonly version: number; readonly stem: string; readonly no: string };
type Section = { readonly id: string; readonly version: number; readonly items: readonly Item[] } & Values;
type Paper = { readonly version: number; readonly sections: readonly Section[] } & Values;

const stem = (name: string, points = 10) => ({ stem: name, points });
const create = async () =>
  (
    await school.run<{ id: string }>('/v1/paper/create', {
      name: '卷',
      sections: [
        { title: '一', items: [stem('甲'), stem('乙', 20)] },
        { title: '二', items: [stem('丙')] },
      ],
    })
  ).id;
const view = (id: string) =>
  school.run<Paper>('/v1/paper/view', { id, fields: ['name', 'points', 'sections', 'sections.items'] });
const save = async (id: string, sections: readonly Values[], over: Values = {}) =>
  school.run('/v1/paper/modify', { id, version: (await view(id)).version, sections, ...over });
const refused = async (path: string, body: Values) => {
  const { code, detail } = await school.refusal(path, body);
  return { code, ...detail };
};
const refusedSave = async (id: string, sections: readonly Values[]) =>
  refused('/v1/paper/modify', { id, version: (await view(id)).version, sections });
const stems = ({ sections }: Paper) => sections.map(({ items }) => items.map((each) => each.stem));

it('creates rows of rows with their parents, numbered and in order, and answers what of them is asked for', async () => {
  const id = await create();
  const whole = await view(id);
  expect(whole).toMatchObject({
    points: 40,
    sections: [
      { title: '一', points: 30 },
      { title: '二', points: 10 },
    ],
  });
  expect(stems(whole)).toEqual([['甲', '乙'], ['丙']]);
  expect(new Set(whole.sections.flatMap(({ items }) => items.map(({ no }) => no))).size).toBe(3);
  const part = await school.run<Paper>('/v1/paper/view', { id, fields: ['sections.title', 'sections.items.stem'] });
  expect(part.sections[0]).toEqual({
    ...{ id: whole.sections[0]?.id, version: 1, title: '一' },
    items: [expect.objectContaining({ stem: '甲' }), { id: expect.any(String), version: 1, stem: '乙' }],
  });
  expect(await school.run('/v1/paper/view', { id, fields: ['sections'] })).not.toHaveProperty('sections.0.items');
  expect(await refused('/v1/paper/view', { id, fields: ['sections.items.what'] })).toMatchObject({
    code: 'E_INPUT_INVALID',
  });
});

it('changes, adds, drops and moves rows of rows; their row gets a new version, others stay', async () => {
  const id = await create();
  const { sections } = await view(id);
  const [one, two] = sections;
  const [a, b] = one?.items ?? [];
  await save(id, [{ id: two?.id }, { id: one?.id, items: [stem('丁', 5), { id: b?.id, points: 25 }] }]);
  const after = await view(id);
  expect(stems(after)).toEqual([['丙'], ['丁', '乙']]);
  expect(after).toMatchObject({ points: 40, sections: [{ id: two?.id }, { id: one?.id, points: 30 }] });
  expect(after.sections[1]?.version).toBeGreaterThan(one?.version ?? 0);
  expect((await school.records.findOne('item', { id: a?.id })) ?? null).toBeNull();
  const { list } = await school.run<{ list: readonly Values[] }>('/v1/paper/history', { id });
  expect(list[0]).toMatchObject({
    rows: [
      {
        key: 'sections',
        rows: [
          { id: two?.id, kind: 'changed' },
          {
            ...{ id: one?.id, kind: 'changed' },
            rows: [
              { key: 'items', rows: expect.arrayContaining([expect.objectContaining({ id: a?.id, kind: 'removed' })]) },
            ],
          },
        ],
      },
    ],
  });
});

it('locates every fault of every row of rows, takes no row of another, and no more than there may be', async () => {
  const id = await create();
  const other = await create();
  const [one] = (await view(id)).sections;
  const [foreign] = (await view(other)).sections;
  const bad = await refused('/v1/paper/create', {
    name: '卷',
    sections: [
      { items: [stem('甲')] },
      { title: '二', items: [{ stem: '乙' }, stem('丙', 0), { stem: '丁', points: 1, no: 'x' }] },
    ],
  });
  expect(bad.faults?.map(({ pointer }) => pointer).toSorted()).toEqual([
    ...['/sections/0/title', '/sections/1/items/0/points', '/sections/1/items/1/points', '/sections/1/items/2/no'],
  ]);
  const taken = await refusedSave(id, [{ id: one?.id, items: [{ id: foreign?.items[0]?.id, points: 1 }] }]);
  expect(taken.faults).toMatchObject([{ code: 'E_INPUT_REFERENCE', pointer: '/sections/0/items/0/id' }]);
  const many = await refusedSave(id, [{ id: one?.id, items: [1, 2, 3, 4].map((n) => stem(`题${n}`)) }]);
  expect(many.faults).toMatchObject([{ code: 'E_INPUT_RANGE', pointer: '/sections/0/items' }]);
});

it('keeps the rules and rights of the root through its form and through operations of the rows', async () => {
  const id = await create();
  const [one] = (await view(id)).sections;
  const over = await refusedSave(id, [{ id: one?.id, items: [stem('甲', 101)] }]);
  expect(over).toMatchObject({ code: 'E_RULE', faults: [{ pointer: '/sections' }] });
  const direct = await refused('/v1/item/create', { sectionId: one?.id, stem: '戊', points: 90 });
  expect(direct).toMatchObject({ code: 'E_RULE' });
  await school.run('/v1/paper/modify', { id, version: (await view(id)).version, closed: true });
  const doors: readonly (readonly [string, Values])[] = [
    ['/v1/item/create', { sectionId: one?.id, stem: '戊', points: 1 }],
    ['/v1/item/modify', { id: one?.items[0]?.id, version: 1, points: 2 }],
    ['/v1/item/delete', { id: one?.items[0]?.id }],
  ];
  for (const [path, body] of doors) expect(await refused(path, body)).toMatchObject({ code: 'E_WHO' });
  expect(await refusedSave(id, [{ id: one?.id, items: [stem('甲')] }])).toMatchObject({ code: 'E_WHO' });
  expect(stems(await view(id))[0]).toEqual(['甲', '乙']);
});

it('lets rows of rows go and come back with their record; those taken out before stay away', async () => {
  const id = await create();
  const [one, two] = (await view(id)).sections;
  await save(id, [{ id: one?.id, items: [{ id: one?.items[0]?.id }] }]);
  expect(await school.records.count('item', { sectionId: two?.id })).toBe(0);
  await school.run('/v1/paper/delete', { id });
  expect(await school.records.count('item', { sectionId: one?.id })).toBe(0);
  await school.run('/v1/paper/restore', { id });
  expect(stems(await view(id))).toEqual([['甲']]);
});

it('tells two who change rows of rows at the same moment of each other', async () => {
  const id = await create();
  const seen = await view(id);
  const [one, two] = seen.sections;
  const shown = seen.sections.map(({ id: key, title, items }) => ({
    ...{ id: key, title },
    items: items.map((each) => ({ id: each.id, stem: each.stem })),
  }));
  const change = (item_: Values) => ({
    ...{ id, version: seen.version, was: { sections: shown } },
    sections: [
      { id: one?.id, items: [{ id: one?.items[0]?.id, ...item_ }, { id: one?.items[1]?.id }] },
      { id: two?.id },
    ],
  });
  const outcomes = await Promise.allSettled([
    school.run('/v1/paper/modify', change({ stem: '我的' })),
    school.run('/v1/paper/modify', change({ stem: '他的' })),
  ]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const late = await refused('/v1/paper/modify', change({ stem: '再来' }));
  expect(late).toMatchObject({
    ...{ code: 'E_VERSION' },
    fields: [{ key: 'sections', stored: [{ items: [{ stem: expect.stringMatching(/的$/) }, {}] }, {}] }],
  });
});
