import type { CellWriter, TableCell } from './server-field-type.ts';

/** A value as the text of a cell. */
export function textCell(value: unknown): TableCell {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join('、');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** A number in the unit people write. */
export function numberCell(scale: number): CellWriter {
  // What a mask or an older node left as text stays text.
  return (value) => (typeof value === 'number' ? value / scale : textCell(value));
}
