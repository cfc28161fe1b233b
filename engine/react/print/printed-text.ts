import type { ViewContext } from '../../model/view/index.ts';
import type { PrintedKind, PrintedValue } from '../../model/wire/index.ts';
import { fieldText } from '../fields/field-renderers.ts';
import { emptyText } from '../fields/renderer/field-renderer.ts';

const key = 'value';
const numbers: ReadonlySet<PrintedKind['type']> = new Set(['int', 'decimal', 'money']);

/** A printed value in words, as lists write it; what is missing is left blank: it may be filled in by hand. */
export function printedText(kind: PrintedKind, { value, text }: PrintedValue, context: ViewContext): string {
  const { title, type, unit, grouping } = kind;
  const field = {
    ...{ key, title, type },
    ...(unit === undefined ? {} : { unit }),
    ...(grouping === undefined ? {} : { grouping }),
  };
  if (text !== undefined) return text;
  const words = fieldText(field, key, { id: '', version: 1, [key]: value }, context);
  return words === emptyText ? '' : words;
}

/** Whether values of a kind stand at the right. */
export function isAtRight({ type }: PrintedKind): boolean {
  return numbers.has(type);
}
