import { describe, expect, it } from 'vitest';
import type { EntityDocument } from '../../../model/documents/index.ts';
import { entityModel } from '../../../model/entity/index.ts';
import { formPaths, formView, viewContext } from '../../../model/view/index.ts';
import type { FormDocument } from '../invoice.testing.ts';
import { FormSession } from './form-session.ts';
import type { RowList } from './rows/row-list.ts';

const common: Pick<EntityDocument, 'schemaVersion' | 'operations'> = { schemaVersion: 2, operations: ['modify'] };
const paper: EntityDocument = {
  ...{ ...common, name: 'paper', title: '试卷', label: 'name' },
  fields: [{ key: 'name', title: '名称', type: 'string' }],
  children: [{ key: 'sections', title: '大题', entity: 'section', by: 'paperId' }],
};
const section: EntityDocument = {
  ...{ ...common, name: 'section', title: '大题', label: 'title' },
  fields: [{ key: 'title', title: '标题', type: 'string', required: true }],
  children: [{ key: 'items', title: '小题', entity: 'item', by: 'sectionId', min: 1, max: 3 }],
};
const item: EntityDocument = {
  ...{ ...common, name: 'item', title: '小题', label: 'stem' },
  fields: [
    { key: 'stem', title: '题干', type: 'string', required: true },
    { key: 'answer', title: '答案', type: 'string' },
  ],
};
const context = viewContext({
  page: { schemaVersion: 2, name: 'x', path: '/x', title: 'x', kind: 'custom', widget: 'X' },
  ...{ entities: [paper, section, item], dictionaries: [], datasets: [], faults: [], hash: '' },
});
const cells: FormDocument['sections'][number]['fields'] = ['stem', { key: 'answer', requiredWhen: "row.stem == '难'" }];
const form: FormDocument = {
  sections: [
    { key: 'base', fields: ['name', { key: 'sections', fields: ['title', { key: 'items', fields: cells }] }] },
  ],
};
const view = formView(form, entityModel(paper), { inputs: [], title: '', context, isChange: true });

const stored = (id: string, stem: string) => ({ id, version: 1, stem, answer: null });
const record = {
  ...{ id: 'p1', version: 1, name: '卷' },
  sections: [
    { id: 's1', version: 1, title: '一', items: [stored('i1', '甲'), stored('i2', '乙')] },
    { id: 's2', version: 1, title: '二', items: [stored('i3', '丙')] },
  ],
};

function opened(from: typeof record | undefined = record) {
  const scope = (values: Readonly<Record<string, unknown>>) => ({ form: values, user: { id: 'u1' } });
  return new FormSession({ view, mode: from === undefined ? 'create' : 'modify', record: from, context, scope });
}

function rowsOf(session: FormSession): RowList {
  const rows = session.rows.get('sections');
  if (rows === undefined) throw new TypeError('no rows');
  return rows;
}

function itemsOf(session: FormSession, n: number): RowList {
  const list = rowsOf(session).snapshot().rows[n]?.lists.get('items');
  if (list === undefined) throw new TypeError(`no items of row ${n}`);
  return list;
}

const keyOf = (list: RowList, n: number) => list.snapshot().rows[n]?.key ?? '';

describe('rows of rows', () => {
  it('are asked for below the rows they belong to', () => {
    expect(formPaths(view)).toEqual(['name', 'sections.title', 'sections.items.stem', 'sections.items.answer']);
  });

  it('are sent where they changed, with what they were', () => {
    const session = opened();
    expect(session.body()).toBeUndefined();
    const items = itemsOf(session, 0);
    items.edit(keyOf(items, 1), 'stem', '改');
    items.remove(keyOf(items, 0));
    items.add();
    items.edit(keyOf(items, 1), 'stem', '新');
    expect(session.changedTitles()).toEqual(['大题']);
    expect(session.body()).toMatchObject({
      sections: [{ id: 's1', items: [{ id: 'i2', stem: '改' }, { stem: '新' }] }, { id: 's2' }],
      was: {
        sections: [
          {
            id: 's1',
            title: '一',
            items: [
              { id: 'i1', stem: '甲' },
              { id: 'i2', stem: '乙' },
            ],
          },
          { id: 's2', items: [{ id: 'i3' }] },
        ],
      },
    });
  });

  it('of a new row are as many as there must be; a copied row brings copies of its own, as new ones', () => {
    const session = opened();
    const rows = rowsOf(session);
    rows.add();
    expect(itemsOf(session, 2).values()).toHaveLength(1);
    rows.duplicate(keyOf(rows, 0));
    expect(rows.body()[1]).toEqual({ title: '一', items: [{ stem: '甲' }, { stem: '乙' }] });
    expect(rows.body()[0]).toEqual({ id: 's1' });
  });

  it('are checked with the form, each at its place, by conditions of their own', () => {
    const session = opened();
    const items = itemsOf(session, 1);
    items.add();
    items.edit(keyOf(items, 0), 'stem', '难');
    const row = keyOf(rowsOf(session), 1);
    const path = `sections.${row}.items`;
    expect(session.checkAll()).toEqual([`${path}.${keyOf(items, 0)}.answer`, `${path}.${keyOf(items, 1)}.stem`]);
    expect(session.faultsIn('base')).toBe(2);
  });

  it('show what the server found at their place', () => {
    const session = opened();
    const items = itemsOf(session, 0);
    items.edit(keyOf(items, 1), 'stem', '改');
    session.body();
    const fault = { code: 'E_INPUT_DUPLICATE', pointer: '/sections/0/items/1/stem', title: '' } as const;
    const row = keyOf(rowsOf(session), 0);
    expect(session.showFaults([fault]).keys).toEqual([`sections.${row}.items.${keyOf(items, 1)}.stem`]);
    expect(items.snapshot().rows[1]?.faults.get('stem')).toMatch(/题干/);
  });

  it('come back from a draft, over what they were then', () => {
    const before = opened();
    const typed = itemsOf(before, 0);
    typed.edit(keyOf(typed, 0), 'stem', '打了一半');
    rowsOf(before).add();
    const draft = rowsOf(before).draft();
    const session = opened();
    rowsOf(session).restore(draft);
    expect(rowsOf(session).body()).toEqual([
      { id: 's1', items: [{ id: 'i1', stem: '打了一半' }, { id: 'i2' }] },
      { id: 's2' },
      { items: [{}] },
    ]);
  });

  it('go on from what another stored meanwhile: his are taken, or replaced by those typed here', () => {
    const theirs = [{ ...record.sections[0], id: 's1', items: [stored('i1', '他的')] }];
    const detail = { code: 'E_VERSION', fields: [{ key: 'sections', title: '', stored: theirs }], version: 2 } as const;
    const taken = opened();
    itemsOf(taken, 0).edit(keyOf(itemsOf(taken, 0), 0), 'stem', '我的');
    taken.resolve(detail, new Set(['sections']));
    expect(taken.body()).toBeUndefined();
    const kept = opened();
    itemsOf(kept, 0).edit(keyOf(itemsOf(kept, 0), 0), 'stem', '我的');
    kept.resolve(detail, new Set());
    // What he took out is made anew: it is what saving says.
    expect(rowsOf(kept).body()).toEqual([
      { id: 's1', items: [{ id: 'i1', stem: '我的' }, { stem: '乙' }] },
      { title: '二', items: [{ stem: '丙' }] },
    ]);
  });
});
