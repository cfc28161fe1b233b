import { describe, expect, it } from 'vitest';
import type { EntityDocument } from '../../../engine/model/documents/index.ts';
import { TableWriter } from './table-writer.ts';

const note: EntityDocument = {
  schemaVersion: 2,
  name: 'note',
  title: '便签',
  label: 'text',
  operations: [],
  appendOnly: true,
  fields: [
    { key: 'text', title: '内容', type: 'string' },
    { key: 'mobile', title: '手机号', type: 'mobile', mask: 'mobile', searchable: true },
    { key: 'qq', title: 'QQ', type: 'string', mask: 'text' },
    { key: 'tagIds', title: '标签', type: 'refs', ref: 'note' },
    { key: 'facts', title: '事实', type: 'json' },
    { key: 'dueAt', title: '到期', type: 'datetime' },
    { key: 'count', title: '次数', type: 'int', defaultValue: '0' },
  ],
};

const base = { id: 'a', createdAt: 0, createdBy: null };
const start = 'a\t1970-01-01T00:00:00.000Z\t\\N';

function lineOf(row: Readonly<Record<string, string | number | null>>): string | undefined {
  const writer = new TableWriter(note, (text) => text);
  writer.add({ ...base, ...row });
  return writer.take()[0];
}

describe('a row for COPY', () => {
  it('takes defaults and empty lists for what is left out', () => {
    expect(lineOf({})).toBe(`${start}\t\\N\t\\N\t\\N\t\\N\t{}\t\\N\t\\N\t0`);
  });

  it('escapes what would end a field or a row', () => {
    expect(lineOf({ text: 'a\tb\nc\\d\r' })).toContain('\ta\\tb\\nc\\\\d\\r\t');
  });

  it('writes a masked value encrypted, with its hash where it can be searched', () => {
    const writer = new TableWriter(note, (text) => text);
    const sealed = { stored: 'sealed', hash: 'hashed' };
    writer.add({ ...base, mobile: sealed, qq: sealed });
    expect(writer.take()[0]).toContain('\tsealed\thashed\tsealed\t');
  });

  it('refuses a field the document does not have', () => {
    expect(() => lineOf({ colour: 'red' })).toThrow('loaded rows: note has no colour');
  });
});
