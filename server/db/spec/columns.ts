import type { EntityField } from '../../../engine/model/documents/index.ts';
import type { EntityModel } from '../../../engine/model/entity/index.ts';
import { inSmallLetters } from '../../../engine/model/fields/index.ts';
import { toColumn } from '../../../engine/model/naming/index.ts';

/** Whether a column is that of a field made in the app: no shipped field has such a key. */
export function isCustomColumn(column: string): boolean {
  return column.startsWith('x_');
}

/** The column with the keyed hash of a masked field. */
export function hashColumn(key: string): string {
  return `${toColumn(key)}_hash`;
}

/** The column with the keyed hash of the last four digits of a masked number. */
export function tailColumn(key: string): string {
  return `${toColumn(key)}_tail_hash`;
}

/** The column with how a text is spoken, kept beside it for searching. */
export function pinyinColumn(key: string): string {
  return `${toColumn(key)}_pinyin`;
}

/** The column by which a field's whole value is found: of a masked field the one with its hash. */
export function searchedColumn(model: EntityModel, key: string): string {
  const field = model.fields.get(key);
  return field?.mask === undefined ? toColumn(key) : hashColumn(key);
}

/** How a unique field's column is compared, as SQL: without regard to case where the field says so. */
export function comparedSql({ ignoreCase }: Pick<EntityField, 'ignoreCase'>, column: string): string {
  return ignoreCase === true ? `lower(${column} collate "C")` : column;
}

/** A value of a unique field as it is compared. */
export function comparedText(field: Pick<EntityField, 'ignoreCase'> | undefined, value: unknown): string {
  return field?.ignoreCase === true ? inSmallLetters(String(value)) : String(value);
}

/** `-price` → `price`. */
export function bareKey(name: string): string {
  return name.startsWith('-') ? name.slice(1) : name;
}
