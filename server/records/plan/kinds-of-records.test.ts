import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EntityDocument, EntityField } from '../../../engine/model/documents/index.ts';
import { maskValue } from '../../../engine/model/documents/index.ts';
import { entityModel, resolvePath } from '../../../engine/model/entity/index.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { startOperations, type TestOperations } from '../../testing/operations.ts';

const field = (key: string, type: EntityField['type'], extra: Partial<EntityField> = {}): EntityField => ({
  key,
  title: key,
  type,
  ...extra,
});
const branch: EntityDocument = {
  ...{ schemaVersion: 2, name: 'branch', title: '分馆', label: 'name', operations: ['query'] },
  access: { owner: ['keeperId'] },
  fields: [
    field('name', 'string'),
    field('keeperId', 'ref', { ref: 'staff' }),
    field('phone', 'mobile', { mask: 'mobile', searchable: true }),
  ],
};
const member: EntityDocument = {
  ...{ schemaVersion: 2, name: 'member', title: '读者', label: 'name', operations: ['query', 'view'] },
  access: { owner: ['keeperId'], hides: { fields: 'hidden', exceptFor: 'exceptIds' } },
  fields: [
    field('name', 'string'),
    field('keeperId', 'ref', { ref: 'staff' }),
    field('branchId', 'ref', { ref: 'branch' }),
    field('score', 'int'),
    field('level', 'enum', { dictionary: 'level' }),
    field('phone', 'mobile', { mask: 'mobile' }),
    field('bornOn', 'date'),
    field('hidden', 'json', { dictionary: 'hideable' }),
    field('exceptIds', 'refs', { ref: 'staff' }),
  ],
};
const item: EntityDocument = {
  ...{ schemaVersion: 2, name: 'item', title: '馆藏', label: 'barcode', operations: ['query', 'view'] },
  access: { owner: ['keeperId'] },
  fields: [
    field('barcode', 'string'),
    field('keeperId', 'ref', { ref: 'staff' }),
    field('branchId', 'ref', { ref: 'branch' }),
    field('pages', 'int'),
    field('score', 'int', { compute: 'record.pages * 10' }),
    field('level', 'enum', { dictionary: 'state' }),
    field('phone', 'mobile'),
    field('secretNo', 'string', { secret: true }),
  ],
};
const note: EntityDocument = {
  ...{ schemaVersion: 2, name: 'note', title: '值班记录', label: 'text' },
  operations: ['query', 'view', 'create', 'modify', 'group'],
  fields: [
    field('text', 'string', { required: true }),
    field('about', 'enum', { dictionary: 'about', title: '对象' }),
    field('subjectId', 'ref', {
      title: '所指',
      refBy: { field: 'about', entities: { member: 'member', item: 'item' } },
    }),
  ],
};
/** A note about a note: the step through several kinds is not the first. */
const reply: EntityDocument = {
  ...{ schemaVersion: 2, name: 'reply', title: '回复', label: 'text', operations: ['query'] },
  fields: [field('text', 'string'), field('noteId', 'ref', { ref: 'note' })],
};

const choice = (name: string, ...keys: string[]) => ({
  ...{ schemaVersion: 2 as const, name, title: name },
  values: keys.map((key) => ({ key, title: key })),
});

let library: TestOperations;
const ids = new Map<string, string>();
const number = '13812345678';

beforeAll(async () => {
  library = await startOperations([branch, member, item, note, reply], {
    dictionaries: [
      choice('about', 'member', 'item'),
      choice('level', 'a'),
      choice('state', 'a'),
      choice('hideable', 'score'),
    ],
  });
  const { records } = library;
  const me = library.caller().staffId;
  const other = await records.insert('staff', { name: '别人' });
  const add = async (entity: string, name: string, values: Values) =>
    ids.set(name, await records.insert(entity, values));
  await add('branch', '东馆', { name: '东馆', keeperId: me, phone: number });
  await add('branch', '西馆', { name: '西馆', keeperId: other, phone: number });
  const [east, west] = [ids.get('东馆'), ids.get('西馆')];
  const person = { level: 'a', phone: number, hidden: [], exceptIds: [] };
  await add('member', '我的读者', { ...person, name: '张三', keeperId: me, branchId: east, score: 3 });
  await add('member', '别人的读者', { ...person, name: '李四', keeperId: other, branchId: east, score: 4 });
  await add('member', '藏分的读者', {
    ...person,
    name: '王五',
    keeperId: me,
    branchId: east,
    score: 5,
    hidden: ['score'],
  });
  await add('item', '我的书', { barcode: 'B1', keeperId: me, branchId: west, pages: 2 });
  await add('item', '别人的书', { barcode: 'B2', keeperId: other, branchId: west, pages: 1 });
  for (const [name, about] of [
    ...(['我的读者', '别人的读者', '藏分的读者'] as const).map((key) => [key, 'member'] as const),
    ...(['我的书', '别人的书'] as const).map((key) => [key, 'item'] as const),
  ]) {
    await add('note', `记${name}`, { text: `记${name}`, about, subjectId: ids.get(name) });
    await add('reply', `复${name}`, { text: `复${name}`, noteId: ids.get(`记${name}`) });
  }
  await add('note', '没有对象', { text: '没有对象' });
}, 60_000);
afterAll(() => library.close());

const self = () => library.caller({ dataScope: 'self', grants: new Set(['*']) });
const list = async (body: Values, who = library.caller(), entity = 'note') =>
  (await library.run<{ list: readonly Values[] }>(`/v1/${entity}/query`, body, who)).list;
const read = async (path: string, who = library.caller()) =>
  Object.fromEntries(
    (await list({ fields: ['text', path] }, who)).map((row) => [
      String(row.text),
      path.split('.').reduce<unknown>((value, key) => (value as Values | null)?.[key] ?? null, row),
    ]),
  );

it('reads what every kind has, stored or worked out, and what each is called', async () => {
  expect(await read('subject.score')).toEqual({
    ...{ 记我的读者: 3, 记别人的读者: 4, 记我的书: 20, 记别人的书: 10, 没有对象: null },
    // Its row hides it from all but whom it names.
    记藏分的读者: null,
  });
  expect(await read('subject.name')).toMatchObject({ 记我的读者: '张三', 记我的书: 'B1', 没有对象: null });
  expect(await read('subject.branch.name')).toMatchObject({ 记我的读者: '东馆', 记别人的书: '西馆', 没有对象: null });
});

it('tells nothing of a row of any kind that the caller does not reach, nor behind it', async () => {
  const reached = {
    记我的读者: 3,
    记别人的读者: null,
    记藏分的读者: null,
    记我的书: 20,
    记别人的书: null,
    没有对象: null,
  };
  expect(await read('subject.score', self())).toEqual(reached);
  expect(await read('subject.name', self())).toMatchObject({ 记别人的读者: null, 记别人的书: null, 记我的书: 'B1' });
  expect(await read('subject.id', self())).toMatchObject({ 记别人的读者: null, 记我的书: ids.get('我的书') });
  // The east branch is his, the reader who belongs to it is not; of the west one it is the other way round.
  expect(await read('subject.branch.name', self())).toMatchObject({
    记我的读者: '东馆',
    记别人的读者: null,
    记我的书: null,
  });
  const found = async (where: Values, who = self()) =>
    (await list({ where, fields: ['text'] }, who)).map(({ text }) => text);
  expect(await found({ field: 'subject.score', op: 'eq', value: 4 })).toEqual([]);
  expect(await found({ field: 'subject.score', op: 'eq', value: 4 }, library.caller())).toEqual(['记别人的读者']);
  expect(await found({ field: 'subject.name', op: 'contains', value: '李' })).toEqual([]);
  const sorted = await list({ sort: ['subject.score'], fields: ['text'] }, self());
  expect(sorted.slice(0, 2).map(({ text }) => text)).toEqual(['记我的读者', '记我的书']);
});

it('filters, sorts and groups by it, also behind another reference', async () => {
  const names = async (body: Values, entity?: string) =>
    (await list({ fields: ['text'], ...body }, library.caller(), entity)).map(({ text }) => text);
  expect(await names({ where: { field: 'subject.name', op: 'contains', value: 'b' }, sort: ['subject.name'] })).toEqual(
    ['记我的书', '记别人的书'],
  );
  expect(
    await names({ where: { field: 'subject.branchId', op: 'eq', value: ids.get('东馆') }, sort: ['-subject.score'] }),
  ).toEqual(['记别人的读者', '记我的读者', '记藏分的读者']);
  expect(
    await names(
      { where: { field: 'note.subject.score', op: 'gte', value: 10 }, sort: ['note.subject.score'] },
      'reply',
    ),
  ).toEqual(['复别人的书', '复我的书']);
  const { groups } = await library.run<{ groups: readonly Values[] }>('/v1/note/group', { by: 'subject.branch.id' });
  expect(groups.map(({ count }) => count).toSorted()).toEqual([1, 2, 3]);
});

it('keeps the mask of a field behind it, and lets nobody look a masked value up through it', async () => {
  const plain = library.caller({ maskModes: new Map([['mobile', 'plain']]) });
  expect(await read('subject.branch.phone', plain)).toMatchObject({ 记我的读者: number, 没有对象: null });
  expect(
    await read('subject.branch.phone', library.caller({ maskModes: new Map([['mobile', 'mask']]) })),
  ).toMatchObject({
    记我的读者: maskValue('mobile', number),
    记我的书: maskValue('mobile', number),
  });
  const where = { field: 'subject.branch.phone', op: 'eq', value: number };
  expect(await library.refusal('/v1/note/query', { where })).toMatchObject({ code: 'E_INPUT_INVALID' });
});

it.each([
  ['one kind masks it', 'subject.phone'],
  ['the kinds choose from different values', 'subject.level'],
  ['one kind does not have it', 'subject.bornOn'],
  ['one kind never lets it out', 'subject.secretNo'],
  ['it is a way of the plan alone', 'subject@item.barcode'],
])('refuses a field where %s', async (_, path) => {
  const refused = { code: 'E_INPUT_INVALID' };
  expect(await library.refusal('/v1/note/query', { fields: [path] })).toMatchObject(refused);
  expect(await library.refusal('/v1/note/query', { where: { field: path, op: 'notNull' } })).toMatchObject(refused);
  expect(await library.refusal('/v1/note/query', { sort: [path] })).toMatchObject(refused);
});

it('puts what it names beside what else is asked of it', async () => {
  const [row] = await list({
    where: { field: 'text', op: 'eq', value: '记我的书' },
    fields: ['subjectId', 'subject.score'],
  });
  expect(row?.subject).toEqual({ id: ids.get('我的书'), barcode: 'B1', score: 20 });
});

it('has no name in common where a kind is called by something else than its field of that name', () => {
  const named = { ...item, fields: [...item.fields, field('name', 'string')] };
  const entities = new Map([branch, member, named, note].map((document) => [document.name, document]));
  expect(resolvePath(entities, note, 'subject.name')).toBeUndefined();
  expect(entityModel(note).relations.size, 'no relation of its own').toBe(0);
});

it('takes no record of another kind than is said, through no door', async () => {
  const [text, some] = ['新', ids.get('我的读者')];
  const create = (values: Values) => library.refusal('/v1/note/create', { text, ...values });
  const refused = { code: 'E_INPUT_INVALID', detail: { faults: [{ pointer: '/subjectId' }] } };
  expect(await create({ about: 'item', subjectId: some })).toMatchObject(refused);
  expect(await create({ subjectId: some })).toMatchObject(refused);
  const { id, version } = await library.run<{ id: string; version: number }>('/v1/note/create', {
    text,
    about: 'member',
    subjectId: some,
  });
  const modify = (values: Values) => library.refusal('/v1/note/modify', { id, version, ...values });
  expect(await modify({ about: 'item' }), 'the kind alone').toMatchObject(refused);
  expect(await modify({ subjectId: ids.get('我的书') }), 'the record alone').toMatchObject(refused);
  const alone = { id, version, subjectId: ids.get('别人的读者') };
  expect(await library.refusal('/v1/note/modify', alone, self()), 'out of reach, the record alone').toMatchObject(
    refused,
  );
  const ofOthers = { id, version, about: 'member', subjectId: ids.get('别人的读者') };
  expect(await library.refusal('/v1/note/modify', ofOthers, self()), 'out of reach').toMatchObject(refused);
  await library.run('/v1/note/modify', { id, version, about: 'item', subjectId: ids.get('我的书') });
  expect(await library.run('/v1/note/view', { id, fields: ['subjectId'] })).toMatchObject({
    subject: { barcode: 'B1' },
  });
});
