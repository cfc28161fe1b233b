import type { EntityField, FieldShape, ShapeField } from '../../engine/model/documents/index.ts';
import { titleWithUnit } from '../../engine/model/entity/index.ts';
import { fitsShape, isShapeValues, maxRowsOf, type ShapeType } from '../../engine/model/fields/index.ts';
import { type JsonSchema, nullable } from '../kernel/operation/json-schema.ts';
import { importText } from '../texts/import-text.ts';
import { bool } from './bool.ts';
import { date } from './date.ts';
import { datetime } from './datetime.ts';
import { decimal } from './decimal.ts';
import { enumType } from './enum.ts';
import { int } from './int.ts';
import type { CellWriter, Dictionaries, ServerFieldType } from './kind/server-field-type.ts';
import { textCell } from './kind/written-cell.ts';
import { money } from './money.ts';
import { string } from './string.ts';
import { text } from './text.ts';
import { url } from './url.ts';

/** What the server does with the types a key of a shape may have. */
const types: Readonly<Record<ShapeType, ServerFieldType>> = {
  ...{ string, text, int, decimal, money, bool, date, datetime, url },
  enum: enumType,
};

function typeOf({ type }: ShapeField): ServerFieldType | undefined {
  return fitsShape(type) ? types[type] : undefined;
}

/** What the API document says of a structured value. Rows that were written under another shape are answered as they are. */
export function shapeSchema(
  field: EntityField,
  shape: FieldShape,
  dictionaries: Dictionaries,
  isInput: boolean,
): JsonSchema {
  const one = oneSchema(shape, dictionaries, isInput);
  if (shape.list !== true) return one;
  return {
    type: 'array',
    items: one,
    ...(isInput ? { maxItems: maxRowsOf(shape) } : {}),
    ...(isInput && field.required === true ? { minItems: 1 } : {}),
  };
}

function oneSchema({ fields }: FieldShape, dictionaries: Dictionaries, isInput: boolean): JsonSchema {
  const properties = Object.fromEntries(fields.map((part) => [part.key, partSchema(part, dictionaries, isInput)]));
  if (!isInput) return { type: 'object', properties };
  const required = fields.filter((part) => part.required === true).map(({ key }) => key);
  return {
    type: 'object',
    additionalProperties: false,
    properties,
    ...(required.length === 0 ? {} : { required }),
  };
}

function partSchema(part: ShapeField, dictionaries: Dictionaries, isInput: boolean): JsonSchema {
  const type = typeOf(part);
  const told = { title: part.title, ...(part.help === undefined ? {} : { description: part.help }) };
  const schema = {
    ...told,
    ...(isInput ? type?.bounds?.(part) : {}),
    ...type?.schema(part, dictionaries, isInput),
  };
  return isInput && part.required === true ? schema : nullable(schema);
}

/** Writes a structured value into a cell: a line for each row, `事项：背单词；学时：2`. */
export function shapeCell({ fields }: FieldShape, dictionaries: Dictionaries): CellWriter {
  const parts = fields.map((part) => ({
    key: part.key,
    title: titleWithUnit(part),
    cell: partCell(part, dictionaries),
  }));
  const line = (row: unknown): string => {
    if (!isShapeValues(row)) return quoted(String(textCell(row) ?? ''));
    return parts
      .flatMap(({ key, title, cell }) => {
        const told = cell(row[key] ?? null);
        return told === null || told === '' ? [] : [`${title}：${quoted(String(told))}`];
      })
      .join('；');
  };
  return (value) => {
    if (value === null || value === undefined) return null;
    return Array.isArray(value) ? value.map(line).join('\n') : line(value);
  };
}

/** Writes the value of one key. */
export function partCell(part: ShapeField, dictionaries: Dictionaries): CellWriter {
  return typeOf(part)?.exported?.(part, dictionaries) ?? textCell;
}

/** A value between the marks of a cell: in quotes where it holds one of them. */
function quoted(text: string): string {
  return /[；;"\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Reads a cell as the structured value it writes; a key it does not know and a value it cannot read stay as they are,
 * to be told where they stand. Undefined where a part has no name.
 */
export function readShape(text: string, shape: FieldShape, dictionaries: Dictionaries): unknown {
  const keys = new Map(shape.fields.flatMap((part) => [part.title, titleWithUnit(part)].map((title) => [title, part])));
  const rows = linesOf(text).map((line) => {
    const entries = line.map((written): readonly [string, unknown] | undefined => {
      const [, name = '', value = ''] = /^([^：:]*)[：:]([\s\S]*)$/.exec(written) ?? [];
      if (name === '') return undefined;
      const part = keys.get(name.trim());
      return part === undefined ? [name.trim(), value] : [part.key, readPart(part, value.trim(), dictionaries)];
    });
    return entries.every((entry) => entry !== undefined) ? Object.fromEntries(entries) : undefined;
  });
  if (rows.length === 0 || rows.some((row) => row === undefined)) return undefined;
  if (shape.list === true) return rows;
  return rows.length === 1 ? rows[0] : undefined;
}

function readPart(part: ShapeField, value: string, dictionaries: Dictionaries): unknown {
  if (value === '') return null;
  const read = typeOf(part)?.imported.read;
  return read === undefined ? value : (read(value, part, dictionaries) ?? value);
}

/** The parts of every line, quotes taken off; empty lines are none. */
function linesOf(text: string): readonly (readonly string[])[] {
  const lines: string[][] = [[]];
  let part = '';
  let isQuoted = false;
  const close = () => {
    if (part.trim() !== '') lines.at(-1)?.push(part.trim());
    part = '';
  };
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charAt(at);
    if (letter === '"' && isQuoted && text.charAt(at + 1) === '"') {
      part += '"';
      at += 1;
    } else if (letter === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (letter === '；' || letter === ';')) close();
    else if (!isQuoted && letter === '\n') {
      close();
      lines.push([]);
    } else part += letter;
  }
  close();
  return lines.filter((line) => line.length > 0);
}

/** How a structured value is written into a cell. */
export const shapeHint = importText('import.hint.shape');
