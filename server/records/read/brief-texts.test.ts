import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EntityDocument } from '../../../engine/model/documents/index.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { startOperations, type TestOperations } from '../../testing/operations.ts';

const book: EntityDocument = {
  ...{ schemaVersion: 2, name: 'book', title: '图书', label: 'name', operations: ['query'] },
  fields: [
    { key: 'name', title: '书名', type: 'string' },
    { key: 'intro', title: '简介', type: 'html' },
    { key: 'nextId', title: '续作', type: 'ref', ref: 'book' },
  ],
};

let library: TestOperations;
beforeAll(async () => {
  library = await startOperations([book]);
  const formula = '<span data-type="inline-math" data-latex="x < y"></span>';
  const long = `<h2>导言</h2><p>甲 &lt;b&gt; ${formula}</p><p>${'字'.repeat(5000)}</p><p>尾声</p>`;
  const nextId = await library.records.insert('book', { name: '长', intro: long });
  await library.records.insert('book', { name: '短', intro: '<p>只有<b>一句</b></p>', nextId });
  await library.records.insert('book', { name: '空', intro: null });
}, 60_000);
afterAll(() => library.close());

const asked = async (body: Values) =>
  (
    await library.run<{ list: readonly Values[] }>('/v1/book/query', {
      fields: ['name', 'intro', 'next.intro'],
      sort: ['name'],
      ...body,
    })
  ).list;

it('answers of a formatted text its first words, where no more is asked for', async () => {
  const rows = new Map((await asked({ brief: true })).map((row) => [row.name, row]));
  const words = `导言 甲 <b> x < y ${'字'.repeat(60)}`.slice(0, 60);
  expect(rows.get('长')).toMatchObject({ intro: `${words}…` });
  expect(rows.get('短')).toMatchObject({ intro: '只有一句', next: { intro: `${words}…` } });
  expect(rows.get('空')).toMatchObject({ intro: null });
  expect(JSON.stringify([...rows.values()]).length, 'no whole text is sent along').toBeLessThan(1000);
});

it('answers it whole where it is asked for as it is', async () => {
  const rows = new Map((await asked({})).map((row) => [row.name, row]));
  expect(rows.get('短')).toMatchObject({ intro: '<p>只有<b>一句</b></p>' });
  expect(String(rows.get('长')?.intro)).toContain('尾声');
});
