import type { EntityField, ViewContext, WireRecord } from '../../model/index.ts';
import { boolFace } from './bool-face.tsx';
import { dayFace, momentFace } from './date-face.tsx';
import { enumFace } from './enum-face.tsx';
import { emptyText, type FieldFace } from './face.ts';
import { numberFace } from './number-face.tsx';
import { textFace, urlFace } from './text-face.tsx';

/** Faces of what a record holds itself and one line has room for: what a picker can tell beside a label. */
export const plainFaces = {
  string: textFace,
  mobile: textFace,
  idcard: textFace,
  email: textFace,
  url: urlFace,
  int: numberFace,
  decimal: numberFace,
  money: numberFace,
  bool: boolFace,
  date: dayFace,
  datetime: momentFace,
  enum: enumFace,
} satisfies Partial<Record<EntityField['type'], FieldFace>>;

const byType: ReadonlyMap<string, FieldFace> = new Map(Object.entries(plainFaces));

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
