import { describe, expect, it } from 'vitest';
import type { EntityDocument } from '../../../model/documents/index.ts';
import { entityModel } from '../../../model/entity/index.ts';
import { formPaths, formView, viewContext } from '../../../model/view/index.ts';
import type { FormDocument } from '../invoice.testing.ts';
import { FormSession } from './form-session.ts';
import type { LookUp } from './values/follow-source.ts';

const common: Pick<EntityDocument, 'schemaVersion' | 'operations'> = {
  schemaVersion: 2,
  operations: ['create', 'modify'],
};

const question: EntityDocument = {
  ...{ ...common, name: 'question', title: '题目', label: 'stem' },
  fields: [
    { key: 'stem', title: '题干', type: 'string' },
    { key: 'points', title: '满分', type: 'int' },
  ],
};
const answer: EntityDocument = {
  ...{ ...common, name: 'answer', title: '作答', label: 'text' },
  fields: [
    { key: 'questionId', title: '题目', type: 'ref', ref: 'question' },
    { key: 'text', title: '答案', type: 'string', readonly: true },
    { key: 'score', title: '得分', type: 'int' },
    { key: 'note', title: '评语', type: 'string' },
  ],
};
const sheet: EntityDocument = {
  ...{ ...common, name: 'sheet', title: '答卷', label: 'name' },
  fields: [
    { key: 'name', title: '名称', type: 'string' },
    { key: 'sum', title: '总分', type: 'int', compute: 'sum(record.answers, row.score)' },
  ],
  children: [{ key: 'answers', title: '作答', entity: 'answer', by: 'sheetId' }],
};

const context = viewContext({
  page: { schemaVersion: 2, name: 'x', path: '/x', title: 'x', kind: 'custom', widget: 'X' },
  ...{ entities: [sheet, answer, question], dictionaries: [], datasets: [], faults: [], hash: '' },
});

type Cells = FormDocument['sections'][number]['fields'];

const shownCells: Cells = [
  { key: 'stem', field: 'questionId', shown: true },
  { key: 'points', field: 'question.points', shown: true },
  { key: 'text', shown: true },
];

function viewOf(cells: Cells) {
  const form: FormDocument = {
    sections: [
      {
        key: 'base',
        fields: ['name', { key: 'sum', shown: true }, { key: 'answers', rows: 'fixed', fields: cells }],
      },
    ],
  };
  return formView(form, entityModel(sheet), { inputs: [], title: '', context, isChange: true });
}

const row = (n: number) => ({
  ...{ id: `a${n}`, version: 1, questionId: `q${n}`, text: `答${n}`, score: null, note: null },
  question: { stem: `题${n}`, points: n * 10 },
});
const record = { id: 's1', version: 1, name: '卷', sum: 7, answers: [row(1), row(2)] };

function opened(stored: typeof record | undefined, cells: Cells, lookUp?: LookUp) {
  const view = viewOf(cells);
  const mode = stored === undefined ? 'create' : 'modify';
  const scope = (values: Readonly<Record<string, unknown>>) => ({ form: values, user: { id: 'u1' } });
  const given = lookUp === undefined ? {} : { lookUp };
  return new FormSession({ view, mode, record: stored, context, scope, ...given });
}

function rowsOf(form: FormSession) {
  const rows = form.rows.get('answers');
  if (rows === undefined) throw new TypeError('no rows');
  return rows;
}

describe('shown fields', () => {
  it('are asked for by the paths they show, the label of a reference among them', () => {
    expect(formPaths(viewOf([...shownCells, 'score']))).toEqual([
      ...['name', 'sum', 'answers.question.stem', 'answers.question.points', 'answers.text', 'answers.score'],
    ]);
  });

  it('bring what else of the record the conditions of the form read', () => {
    const fields = [
      { key: 'name', visibleWhen: "record.state == 'open'" },
      { key: 'sum', shown: true as const },
    ];
    const form: FormDocument = {
      sections: [{ key: 'base', visibleWhen: 'record.kind != null', fields }],
    };
    const view = formView(form, entityModel(sheet), { inputs: [], title: '', context, isChange: true });
    expect(formPaths(view)).toEqual(['name', 'sum', 'kind', 'state']);
  });

  it('hold what the record holds, are read by expressions, and are never sent', () => {
    const form = opened(record, [...shownCells, { key: 'score', requiredWhen: 'row.points > 10' }]);
    const rows = rowsOf(form);
    expect(form.values().sum).toBe(7);
    expect(rows.values()).toMatchObject([{ stem: '题1', points: 10, text: '答1' }, { points: 20 }]);
    const [first, second] = rows.snapshot().rows;
    expect([first?.states.get('score')?.required, second?.states.get('score')?.required]).toEqual([false, true]);
    // Whoever writes into one by mistake changes what is seen here and nothing else.
    rows.edit(first?.key ?? '', 'text', '改');
    form.edit('sum', 100);
    rows.edit(second?.key ?? '', 'score', 5);
    expect(form.body()).toEqual({
      ...{ id: 's1', version: 1, answers: [{ id: 'a1' }, { id: 'a2', score: 5 }] },
      was: {
        answers: [
          { id: 'a1', score: null },
          { id: 'a2', score: null },
        ],
      },
    });
    expect(form.changedTitles()).toEqual(['作答']);
  });

  it('of another record follow the reference that is chosen', async () => {
    const looked: string[] = [];
    const lookUp: LookUp = async (entity, id, key) => {
      looked.push(`${entity}/${id}/${key}`);
      return key === 'points' ? 30 : '题3';
    };
    const form = opened(record, ['questionId', ...shownCells], lookUp);
    const rows = rowsOf(form);
    rows.edit(rows.snapshot().rows[0]?.key ?? '', 'questionId', 'q3');
    await form.missing();
    expect(rows.values()[0]).toMatchObject({ questionId: 'q3', stem: '题3', points: 30, text: '答1' });
    expect(looked).toEqual(['question/q3/stem', 'question/q3/points']);
  });
});

describe('fixed rows', () => {
  it('neither come nor go nor move, and take a table as far as they reach', () => {
    const rows = rowsOf(opened(record, ['score', 'note']));
    const [first, second] = rows.snapshot().rows;
    expect([rows.add(), rows.duplicate(first?.key ?? ''), rows.isFull]).toEqual([undefined, undefined, true]);
    rows.remove(first?.key ?? '');
    rows.move(first?.key ?? '', 1);
    expect(rows.paste(second?.key ?? '', 'score', '3\t好\n4\t很好').lines).toBe(1);
    expect(rows.body()).toEqual([{ id: 'a1' }, { id: 'a2', score: 3, note: '好' }]);
  });

  it('go on from the rows another left, with what was typed into those that are still there', () => {
    const form = opened(record, [...shownCells, 'score', 'note']);
    const rows = rowsOf(form);
    const keys = rows.snapshot().rows.map(({ key }) => key);
    for (const key of keys) rows.edit(key, 'score', 9);
    const theirs = [{ ...row(2), note: '他写的' }, row(3)];
    form.resolve({ code: 'E_VERSION', fields: [{ key: 'answers', title: '', stored: theirs }], version: 2 }, new Set());
    expect(rows.values()).toMatchObject([{ text: '答2', score: 9, note: '他写的' }, { text: '答3' }]);
    expect(rows.body()).toEqual([{ id: 'a2', score: 9 }, { id: 'a3' }]);
  });

  it('of a draft are those there are now, filled in as they were', () => {
    const before = rowsOf(opened(record, [...shownCells, 'score', 'note']));
    before.edit(before.snapshot().rows[0]?.key ?? '', 'score', 8);
    const draft = before.draft();
    const rows = rowsOf(opened({ ...record, answers: [row(1), row(2), row(3)] }, [...shownCells, 'score', 'note']));
    rows.restore(draft);
    expect(rows.body()).toEqual([{ id: 'a1', score: 8 }, { id: 'a2' }, { id: 'a3' }]);
    expect(rows.was()).toHaveLength(3);
  });
});

it('works a shown sum out anew while the rows are filled in, and never sends it', () => {
  const form: FormDocument = {
    sections: [
      {
        key: 'base',
        fields: [
          { key: 'sum', shown: true, compute: 'sum(form.answers, coalesce(row.score, 0))' },
          { key: 'answers', rows: 'fixed', arrange: 'cards', fields: ['score'] },
        ],
      },
    ],
  };
  const view = formView(form, entityModel(sheet), { inputs: [], title: '', context, isChange: true });
  const scope = (values: Readonly<Record<string, unknown>>) => ({ form: values, user: { id: 'u1' } });
  const session = new FormSession({ view, mode: 'modify', record, context, scope });
  const rows = rowsOf(session);
  rows.edit(rows.snapshot().rows[0]?.key ?? '', 'score', 3);
  rows.edit(rows.snapshot().rows[1]?.key ?? '', 'score', 4);
  expect(session.values().sum).toBe(7);
  expect(JSON.stringify(session.body())).not.toContain('sum');
});
