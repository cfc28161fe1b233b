import { describe, expect, it } from 'vitest';
import { loadLibrary } from '../../fixtures/index.ts';
import { isJsonObject, type JsonObject } from '../../model/json/index.ts';
import { withoutWrong } from './without-wrong.ts';

const { documents } = loadLibrary();
const below: JsonObject = { ...documents.pages.get('books') };
const columns: readonly unknown[] = Array.isArray(below.columns) ? below.columns : [];
const toned = (tone: string): JsonObject => ({
  ...below,
  columns: columns.map((column) => (isJsonObject(column) && column.key === 'author' ? { ...column, tone } : column)),
});

describe('what is drawn while an expression is written', () => {
  it('is the page without it as long as it is wrong: half written, of no field there is, of another kind', () => {
    for (const tone of ['record.', 'record.auth', "record.autor == 'x' ? 'red' : 'blue'", 'record.author ==', '1 + 1'])
      expect(withoutWrong(toned(tone), below, documents)).toEqual(below);
  });

  it('is the very page where nothing is wrong', () => {
    const right = toned("record.author == '魏源' ? 'red' : 'blue'");
    expect(withoutWrong(right, below, documents)).toBe(right);
    expect(withoutWrong(below, below, documents)).toBe(below);
  });

  it('keeps all that stands beside it the same object', () => {
    const drawn = withoutWrong(toned('record.'), below, documents);
    const [first, second] = [drawn.columns, below.columns].map((list) => (Array.isArray(list) ? list[0] : undefined));
    expect(first).toBe(second);
    expect(drawn.filters).toBe(below.filters);
  });
});
