import { describe, expect, it } from 'vitest';
import type { InputField } from '../../../../model/record/index.ts';
import { cellValue, isTable, pastedCells } from './pasted-cells.ts';

const dictionaries = new Map([
  ['kind', { schemaVersion: 2 as const, name: 'kind', title: '种类', values: [{ key: 'a', title: '甲' }] }],
]);

const value = (type: InputField['type'], text: string, more: Partial<InputField> = {}) =>
  cellValue({ key: 'x', title: 'x', type, ...more }, text, dictionaries);

describe('pasted cells', () => {
  it('are lines and tabs, with quotes around what holds either', () => {
    expect(pastedCells('a\tb\r\n"c\nd"\t"e ""f"""\r\n')).toEqual([
      ['a', 'b'],
      ['c\nd', 'e "f"'],
    ]);
  });

  it('keep empty cells and lines in their places', () => {
    expect(pastedCells('a\t\n\t\nb\t')).toEqual([
      ['a', ''],
      ['', ''],
      ['b', ''],
    ]);
  });

  it('of one line of plain text are no table', () => {
    expect(isTable('just words\n')).toBe(false);
    expect(isTable('a\tb')).toBe(true);
    expect(isTable('a\nb')).toBe(true);
  });
});

describe('a pasted text', () => {
  it('stands for a value of its type', () => {
    expect(value('int', '1,234')).toBe(1234);
    expect(value('money', '￥12.34')).toBe(1234);
    expect(value('bool', '是')).toBe(true);
    expect(value('bool', '×')).toBe(false);
    expect(value('date', '2026/3/5')).toBe('2026-03-05');
    expect(value('date', '2026年3月5日')).toBe('2026-03-05');
    expect(value('month', '2026年3月')).toBe('2026-03-01');
    expect(value('month', '2026/3')).toBe('2026-03-01');
    expect(value('enum', '甲', { dictionary: 'kind' })).toBe('a');
    expect(value('string', ' x ')).toBe('x');
    expect(value('string', '  ')).toBeNull();
  });

  it('that stands for none is kept as typed', () => {
    expect(value('int', 'many')).toBe('many');
    expect(value('money', '十元')).toBe('十元');
    expect(value('enum', '乙', { dictionary: 'kind' })).toBe('乙');
  });
});
