import type { FieldShape, ShapeField } from '../../model/documents/index.ts';
import { isShapeValues, type ShapeValues } from '../../model/fields/index.ts';
import type { ViewContext } from '../../model/view/index.ts';
import { listed, sentences, titled, together } from '../formats/listed.ts';
import { plainRenderers } from './plain/plain-renderers.ts';
import { emptyText, type FieldRenderer } from './renderer/field-renderer.ts';
import { text as longText } from './text.ts';

const renderers: ReadonlyMap<string, FieldRenderer> = new Map(Object.entries({ ...plainRenderers, text: longText }));

/** How a key of a shape is drawn; undefined for a type that stands in none. */
export function partRenderer({ type }: ShapeField): FieldRenderer | undefined {
  return renderers.get(type);
}

/** The value of one key as text; undefined where there is none. */
export function partText(part: ShapeField, values: ShapeValues, context: ViewContext): string | undefined {
  const told = partRenderer(part)?.text({ field: part, path: part.key, record: { id: '', ...values } }, context);
  return told === emptyText ? undefined : told;
}

/** The parts of a structured value: one, or its rows; what has no parts, as written before the shape was, is none. */
export function shapeRows(value: unknown): readonly ShapeValues[] {
  const rows: readonly unknown[] = Array.isArray(value) ? value : [value];
  return rows.filter(isShapeValues);
}

/** A structured value on one line: 事项：背单词，学时：2；事项：模拟考试. Where it has one key, what is under it is enough: 民法、商法. */
export function shapeText({ fields }: FieldShape, value: unknown, context: ViewContext): string {
  const isPlain = fields.length === 1;
  const rows = shapeRows(value).map((values) =>
    together(
      fields.flatMap((part) => {
        const told = partText(part, values, context);
        return told === undefined ? [] : [isPlain ? told : titled(part.title, told)];
      }),
    ),
  );
  const told = rows.filter((row) => row !== '');
  return (isPlain ? listed(told) : sentences(told)) || emptyText;
}
