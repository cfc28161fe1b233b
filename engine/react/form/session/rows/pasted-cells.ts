import type { DictionaryDocument } from '../../../../model/documents/index.ts';
import { isMonth, kindOfValue, type NumberType, numberOf, storedNumber } from '../../../../model/fields/index.ts';
import type { InputField } from '../../../../model/record/index.ts';
import { readMonth } from '../../../../model/time/index.ts';

/** The cells of a text copied from a spreadsheet: lines by line breaks, cells by tabs, quotes around what holds either. */
export function pastedCells(text: string): readonly (readonly string[])[] {
  const lines: string[][] = [[]];
  let cell = '';
  let isQuoted = false;
  const source = text.replace(/\r\n?/g, '\n').replace(/\n$/, '');
  const endCell = () => {
    lines.at(-1)?.push(cell);
    cell = '';
  };
  for (let index = 0; index < source.length; index += 1) {
    const letter = source.charAt(index);
    if (letter === '"' && (isQuoted || cell === '')) {
      if (isQuoted && source.charAt(index + 1) === '"') {
        cell += '"';
        index += 1;
      } else isQuoted = !isQuoted;
    } else if (letter === '\t' && !isQuoted) endCell();
    else if (letter === '\n' && !isQuoted) {
      endCell();
      lines.push([]);
    } else cell += letter;
  }
  endCell();
  return lines;
}

/** Whether a pasted text holds more than one cell. */
export function isTable(text: string): boolean {
  return /[\t\n]/.test(text.replace(/\r?\n$/, ''));
}

/**
 * The value a pasted text stands for in a field: numbers without their grouping, money in cents, choices by title.
 * What it cannot stand for is kept as typed, and refused where it is checked.
 */
export function cellValue(
  field: InputField,
  text: string,
  dictionaries: ReadonlyMap<string, DictionaryDocument>,
): unknown {
  const typed = text.trim();
  if (typed === '') return null;
  const number = numberOf(field);
  if (number !== undefined) return writtenNumber(typed, number) ?? typed;
  switch (kindOfValue(field)) {
    case 'bool':
      return boolOf(typed) ?? typed;
    case 'day':
      return (isMonth(field) ? readMonth(typed) : undefined) ?? dayOf(typed) ?? typed;
    case 'choice': {
      const values = dictionaries.get(field.dictionary ?? '')?.values ?? [];
      return values.find((value) => value.title === typed || value.key === typed)?.key ?? typed;
    }
    default:
      return typed;
  }
}

function writtenNumber(text: string, number: NumberType): number | undefined {
  const plain = (number.marks === undefined ? text : text.replace(number.marks, '')).replace(/[,，\s]/g, '');
  const value = Number(plain);
  return plain === '' || !Number.isFinite(value) ? undefined : storedNumber(value, number);
}

function boolOf(text: string): boolean | undefined {
  if (/^(是|true|1|√)$/i.test(text)) return true;
  return /^(否|false|0|×)$/i.test(text) ? false : undefined;
}

function dayOf(text: string): string | undefined {
  const found = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(text);
  if (found === null) return undefined;
  const [, year = '', month = '', day = ''] = found;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}
