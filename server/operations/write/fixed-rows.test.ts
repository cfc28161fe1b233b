import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EntityDocument } from '../../../engine/model/documents/index.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { startOperations, type TestOperations } from '../../testing/operations.ts';

const question: EntityDocument = {
  ...{
    schemaVersion: 2,
    name: 'question',
    title: '题目',
    label: 'stem',
    operations: ['query', 'view', 'create', 'modify'],
  },
  fields: [
    { key: 'stem', title: '题干', type: 'string', required: true },
    { key: 'points', title: '满分', type: 'int', required: true },
  ],
};

/** Answers come with their sheet and are marked; each has operations of its own as well. */
const sheet: EntityDocument = {
  ...{ schemaVersion: 2, name: 'sheet', title: '答卷', label: 'name' },
  operations: ['query', 'view', 'create', 'modify', 'delete', 'restore'],
  fields: [{ key: 'name', title: '名称', type: 'string', required: true }],
  children: [{ key: 'answers', title: '作答', entity: 'answer', by: 'sheetId', order: 'place', rows: 'fixed' }],
};

const answer: EntityDocument = {
  ...{ schemaVersion: 2, name: 'answer', title: '作答明细', label: 'text' },
  operations: ['query', 'view', 'create', 'modify', 'delete', 'restore'],
  fields: [
    { key: 'sheetId', title: '答卷', type: 'ref', ref: 'sheet', required: true },
    { key: 'place', title: '次序', type: 'int' },
    { key: 'questionId', title: '题目', type: 'ref', ref: 'question', required: true },
    { key: 'points', title: '满分', type: 'int', readonly: true, from: 'question.points' },
    { key: 'text', title: '答案', type: 'string' },
    { key: 'score', title: '得分', type: 'int' },
  ],
};

let school: TestOperations;
let questions: readonly string[];

beforeAll(async () => {
  school = await startOperations([question, sheet, answer]);
  questions = [await ask('一'), await ask('二')];
}, 60_000);

afterAll(() => school.close());

type Row = { readonly id: string; readonly version: number } & Values;
type Sheet = { readonly version: number; readonly answers: readonly Row[] };

const ask = async (stem: string) => (await school.run<{ id: string }>('/v1/question/create', { stem, points: 5 })).id;
const create = async () => {
  const answers = questions.map((questionId, index) => ({ questionId, text: `答${index}` }));
  return (await school.run<{ id: string }>('/v1/sheet/create', { name: '卷', answers })).id;
};
const view = (id: string) =>
  school.run<Sheet>('/v1/sheet/view', { id, fields: ['answers', 'answers.question.stem', 'answers.points'] });
const mark = async (id: string, answers: readonly Values[]) =>
  school.run('/v1/sheet/modify', { id, version: (await view(id)).version, answers });
const refused = async (path: string, body: Values) => {
  const { code, detail } = await school.refusal(path, body);
  return { code, ...detail };
};
const refusedMark = async (id: string, answers: readonly Values[]) =>
  refused('/v1/sheet/modify', { id, version: (await view(id)).version, answers });

it('answers what a form shows of each row, its question by name and its maximum, and takes the score beside it', async () => {
  const id = await create();
  const { answers } = await school.run<Sheet>('/v1/sheet/view', {
    id,
    fields: ['answers.question.stem', 'answers.points', 'answers.text', 'answers.score'],
  });
  expect(answers).toMatchObject([
    { question: { stem: '一' }, points: 5, text: '答0', score: null },
    { question: { stem: '二' }, points: 5, text: '答1' },
  ]);
  await mark(id, [{ id: answers[0]?.id, score: 4 }, { id: answers[1]?.id }]);
  expect((await view(id)).answers).toMatchObject([{ score: 4 }, { score: null }]);
});

it('takes no value that is only shown, of a readonly field or of another record', async () => {
  const id = await create();
  const [first, second] = (await view(id)).answers;
  const readonly = await refusedMark(id, [{ id: first?.id, points: 50, score: 50 }, { id: second?.id }]);
  expect(readonly.faults).toMatchObject([{ code: 'E_INPUT_READONLY', pointer: '/answers/0/points' }]);
  const foreign = await refusedMark(id, [{ id: first?.id, question: { points: 50 } }, { id: second?.id }]);
  expect(foreign.faults).toMatchObject([{ code: 'E_INPUT_UNKNOWN', pointer: '/answers/0/question' }]);
  expect((await view(id)).answers).toMatchObject([{ points: 5 }, { points: 5 }]);
});

it('adds, drops and moves no row of a list whose rows stay, by its form or by operations of the rows', async () => {
  const id = await create();
  const other = await create();
  const [first, second] = (await view(id)).answers;
  const [foreign] = (await view(other)).answers;
  const questionId = questions[0];
  const doors: readonly (readonly [string, Values])[] = [
    ['/v1/answer/create', { sheetId: id, questionId }],
    ['/v1/answer/delete', { id: first?.id }],
    ['/v1/answer/modify', { id: first?.id, version: 1, sheetId: other }],
    ['/v1/answer/modify', { id: first?.id, version: 1, place: 9 }],
  ];
  for (const [path, body] of doors) expect(await refused(path, body)).toMatchObject({ code: 'E_ROWS_FIXED' });
  for (const answers of [
    [{ id: first?.id }, { id: second?.id }, { questionId }],
    [{ id: first?.id }],
    [{ id: second?.id }, { id: first?.id }],
    [],
  ])
    expect(await refusedMark(id, answers)).toMatchObject({
      code: 'E_ROWS_FIXED',
      faults: [{ pointer: '/answers', title: '作答' }],
    });
  expect((await view(id)).answers).toMatchObject([{ id: first?.id }, { id: second?.id }]);
  expect((await view(other)).answers[0]?.id).toBe(foreign?.id);
  // A value of a row is written by operations of the row as well.
  await school.run('/v1/answer/modify', { id: first?.id, version: 1, score: 3 });
});

it('lets the rows go and come back with the record they belong to, and leaves gaps in their places alone', async () => {
  const id = await create();
  await school.run('/v1/sheet/delete', { id });
  await school.run('/v1/sheet/restore', { id });
  const { answers } = await view(id);
  expect(answers).toHaveLength(2);
  await school.database.rows('update answer set place = 5 where id = $1', [answers[1]?.id]);
  await mark(id, [
    { id: answers[0]?.id, score: 1 },
    { id: answers[1]?.id, score: 2 },
  ]);
  expect((await view(id)).answers).toMatchObject([{ score: 1 }, { score: 2, place: 5 }]);
});
