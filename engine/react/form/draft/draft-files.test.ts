import { describe, expect, it } from 'vitest';
import type { EntityDocument } from '../../../model/documents/index.ts';
import { entityModel } from '../../../model/entity/index.ts';
import { formView, viewContext } from '../../../model/view/index.ts';
import type { WireRecord } from '../../../model/wire/index.ts';
import type { Draft } from '../../drafts/draft-shape.ts';
import { readDraft } from '../../drafts/read-draft.ts';
import { type FormDocument, typeInto } from '../invoice.testing.ts';
import { FormSession } from '../session/form-session.ts';
import { draftOf } from './draft.ts';
import { draftFiles, withoutFiles } from './draft-files.ts';

const common: Pick<EntityDocument, 'schemaVersion' | 'operations'> = {
  schemaVersion: 2,
  operations: ['create', 'modify'],
};
const page: EntityDocument = {
  ...{ ...common, name: 'page', title: '页', label: 'note' },
  fields: [
    { key: 'note', title: '说明', type: 'string' },
    { key: 'photo', title: '照片', type: 'image' },
  ],
};
const part: EntityDocument = {
  ...{ ...common, name: 'part', title: '册', label: 'name' },
  fields: [
    { key: 'name', title: '册名', type: 'string' },
    { key: 'scans', title: '扫描件', type: 'files' },
    { key: 'body', title: '正文', type: 'html' },
  ],
  children: [{ key: 'pages', title: '页', entity: 'page', by: 'partId', min: 0, max: 9 }],
};
const book: EntityDocument = {
  ...{ ...common, name: 'book', title: '图书', label: 'title' },
  fields: [
    { key: 'title', title: '书名', type: 'string' },
    { key: 'cover', title: '封面', type: 'image' },
    { key: 'papers', title: '资料', type: 'files' },
    { key: 'review', title: '书评', type: 'html' },
    { key: 'code', title: '密码', type: 'string', secret: true },
  ],
  children: [{ key: 'parts', title: '分册', entity: 'part', by: 'bookId', min: 0, max: 9 }],
};
const context = viewContext({
  page: { schemaVersion: 2, name: 'x', path: '/x', title: 'x', kind: 'custom', widget: 'X' },
  ...{ entities: [book, part, page], dictionaries: [], datasets: [], faults: [], hash: '' },
});
const fields: FormDocument['sections'][number]['fields'] = [
  'title',
  'cover',
  'papers',
  'review',
  { key: 'parts', fields: ['name', 'scans', 'body', { key: 'pages', fields: ['note', 'photo'] }] },
];

function opened(record?: WireRecord) {
  const view = formView({ sections: [{ key: 'base', fields }] }, entityModel(book), { inputs: [], title: '', context });
  const mode = record === undefined ? 'create' : 'modify';
  return new FormSession({ view, mode, record, context, scope: (values) => ({ form: values }) });
}

/** Ids of files, each as long as a real one. */
const idOf = (name: string) =>
  `00000000-0000-7000-8000-${[...name]
    .map((letter) => letter.codePointAt(0)?.toString(16))
    .join('')
    .padStart(12, '0')
    .slice(-12)}`;
const [cover, a, b, inText, s1, s2, inRow, photo] = ['cover', 'a', 'b', 'text', 's1', 's2', 'row', 'photo'].map(idOf);
const picture = (id: string | undefined) => `<p>前<img data-file="${id}" alt="图">后</p>`;

/** A long form somebody filled in, with pictures everywhere. */
function filled() {
  const form = opened();
  typeInto(form, { title: '园冶', cover, papers: [a, b], review: picture(inText) });
  const parts = form.rows.get('parts');
  const row = parts?.add() ?? '';
  parts?.edit(row, 'name', '上册');
  parts?.edit(row, 'scans', [s1, s2]);
  parts?.edit(row, 'body', picture(inRow));
  const pages = parts?.snapshot().rows[0]?.lists.get('pages');
  const below = pages?.add() ?? '';
  pages?.edit(below, 'note', '扉页');
  pages?.edit(below, 'photo', photo);
  return form;
}

/** What the browser keeps of a form, read again as after a reload. */
function kept(form: FormSession, nameOf: (id: string) => string | undefined = (id) => `${id}.png`): Draft {
  const draft = readDraft(
    JSON.parse(JSON.stringify(draftOf(form, { at: '2026-01-01T00:00:00Z', part: 'more', nameOf }))),
  );
  if (draft === undefined) throw new TypeError('nothing was kept');
  return draft;
}

const all = [cover, a, b, inText, s1, s2, inRow, photo].map(String);

describe('a draft of a long form', () => {
  it('keeps its pictures, its rows and theirs, and brings all of it back', () => {
    const before = filled();
    const draft = kept(before);
    expect(draftFiles(draft, before).map(({ id }) => id)).toEqual(all);
    expect(draft.files).toEqual(Object.fromEntries(all.map((id) => [id, `${id}.png`])));
    expect(draft.part).toBe('more');
    const after = opened();
    after.restore(draft);
    expect(after.body()).toEqual(before.body());
    expect(JSON.stringify(after.body())).toContain('扉页');
  });

  it('says where each file stands', () => {
    const form = filled();
    expect(draftFiles(kept(form), form)).toContainEqual({ id: photo, title: '页 · 照片' });
    expect(draftFiles(kept(form), form)).toContainEqual({ id: cover, title: '封面' });
    expect(draftFiles(kept(form), form)).toContainEqual({ id: inRow, title: '分册 · 正文' });
  });

  it('comes back without files that are gone, and with everything else', () => {
    const form = filled();
    const draft = withoutFiles(kept(form), form, new Set([cover, b, inText, s1, inRow, photo].map(String)));
    const after = opened();
    after.restore(draft);
    expect(after.body()).toEqual({
      title: '园冶',
      papers: [a],
      review: '<p>前后</p>',
      parts: [{ name: '上册', scans: [s2], body: '<p>前后</p>', pages: [{ note: '扉页' }] }],
    });
    expect(withoutFiles(kept(form), form, new Set(['other']))).toEqual(kept(form));
  });

  it('tells of files that had not arrived yet', () => {
    const form = filled();
    form.expect('papers', new Promise(() => undefined));
    const [row] = form.rows.get('parts')?.snapshot().rows ?? [];
    const [below] = row?.lists.get('pages')?.snapshot().rows ?? [];
    form.expect(`parts.${row?.key}.pages.${below?.key}.photo`, new Promise(() => undefined));
    expect(kept(form).sending).toEqual(['资料', '照片']);
    form.expect('papers', undefined);
    expect(kept(form).sending).toEqual(['照片']);
  });

  it('is read as it was kept by an earlier version, and nothing but texts is taken for a name', () => {
    const { files, sending, part: open, ...older } = kept(filled());
    expect(readDraft(older)).toEqual({ ...older, files: {}, sending: [] });
    expect(readDraft({ ...older, files: { a: 1, b: '乙' }, sending: [2, '丙'], part: 3 })).toMatchObject({
      ...{ files: { b: '乙' }, sending: ['丙'] },
    });
    expect([Object.keys(files).length, sending, open]).toEqual([all.length, [], 'more']);
  });
});
