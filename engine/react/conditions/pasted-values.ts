import type { EntityField } from '../../model/documents/index.ts';
import { kindOfValue, numberOf, storedNumber } from '../../model/fields/index.ts';

/** Most values of one condition; the server takes no more. */
export const maxValues = 1000;

/** What was read from a pasted text. */
export type PastedValues = {
  readonly values: readonly (string | number)[];
  /** Pieces that are no value of the field. */
  readonly unread: readonly string[];
  /** Values beyond the most that are taken. */
  readonly left: number;
};

/** The pieces of a pasted text: by line, tab, comma and Chinese comma, each once. */
export function piecesOf(text: string): readonly string[] {
  const pieces = text.split(/[\n\r\t,，]+/).map((piece) => piece.trim());
  return [...new Set(pieces.filter((piece) => piece !== ''))];
}

/** Reads pasted pieces as values of a field; money is written in yuan and asked for in cents. */
export function pastedValues(text: string, field: EntityField): PastedValues {
  const read: (string | number)[] = [];
  const unread: string[] = [];
  for (const piece of piecesOf(text)) {
    const value = readPiece(piece, field);
    if (value === undefined) unread.push(piece);
    else read.push(value);
  }
  const values = [...new Set(read)];
  return { values: values.slice(0, maxValues), unread, left: Math.max(0, values.length - maxValues) };
}

function readPiece(piece: string, field: EntityField): string | number | undefined {
  const type = numberOf(field);
  if (type === undefined) return piece;
  const plain = piece.replace(/[¥￥\s]/g, '');
  const number = Number(plain);
  if (plain === '' || !Number.isFinite(number)) return undefined;
  const stored = storedNumber(number, type);
  return kindOfValue(field) !== 'whole' || Number.isInteger(stored) ? stored : undefined;
}

/** A value as it is written for people to change. */
export function writtenValue(value: unknown, field: EntityField): string {
  return String(typeof value === 'number' ? value / (numberOf(field)?.scale ?? 1) : value);
}
