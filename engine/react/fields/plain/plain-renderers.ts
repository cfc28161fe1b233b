import type { EntityField, ViewContext, WireRecord } from '../../model/index.ts';
import { boolRenderer } from './bool-renderer.tsx';
import { dayRenderer, momentRenderer } from './date-renderer.tsx';
import { enumRenderer } from './enum-renderer.tsx';
import { numberRenderer } from './number-renderer.tsx';
import { emptyText, type FieldRenderer } from './renderer/field-renderer.ts';
import { textRenderer, urlRenderer } from './text-renderer.tsx';

/** Renderers of what a record holds itself and one line has room for: what a picker can tell beside a label. */
export const plainRenderers = {
  string: textRenderer,
  mobile: textRenderer,
  idcard: textRenderer,
  email: textRenderer,
  url: urlRenderer,
  int: numberRenderer,
  decimal: numberRenderer,
  money: numberRenderer,
  bool: boolRenderer,
  date: dayRenderer,
  datetime: momentRenderer,
  enum: enumRenderer,
} satisfies Partial<Record<EntityField['type'], FieldRenderer>>;

const byType: ReadonlyMap<string, FieldRenderer> = new Map(Object.entries(plainRenderers));

/** What a record holds at a path as text; undefined where there is nothing, or nothing that one line has room for. */
export function lineText(
  field: EntityField,
  path: string,
  record: WireRecord,
  context: ViewContext,
): string | undefined {
  const text = byType.get(field.type)?.text({ field, path, record }, context);
  return text === emptyText ? undefined : text;
}
