import { memoizeByIdentity } from '../../../engine/model/cache/index.ts';
import type { EntityField } from '../../../engine/model/documents/index.ts';
import { type EntityModel, isStored } from '../../../engine/model/entity/index.ts';
import { toColumn } from '../../../engine/model/naming/index.ts';
import { pinyinColumn, tailColumn } from '../../db/spec/columns.ts';
import { hasHash, hashColumn, hasTail } from '../../db/spec/describe-entity.ts';
import { isSpelled } from '../../db/spec/search-column.ts';
import { serverFieldTypes } from '../../fields/field-types.ts';

/** The columns a field is stored in. */
export type StoredColumns = {
  readonly column: string;
  /** Encrypted, since a mask lies on it. */
  readonly isSealed: boolean;
  readonly isJson: boolean;
  /** The field, where what is written into it must have a shape. */
  readonly shaped: EntityField | undefined;
  /** Where its hash is, that of its last digits, and how it is spoken. */
  readonly hash: string | undefined;
  readonly tail: string | undefined;
  readonly pinyin: string | undefined;
};

/** The columns of the stored fields of an entity, by field key; worked out once. */
export const storedColumns = memoizeByIdentity((entity: EntityModel): ReadonlyMap<string, StoredColumns> => {
  const columns = new Map<string, StoredColumns>();
  for (const [key, field] of entity.fields) if (isStored(field)) columns.set(key, columnsOf(entity, field));
  return columns;
});

function columnsOf(entity: EntityModel, field: EntityField): StoredColumns {
  const isSealed = field.mask !== undefined;
  return {
    column: toColumn(field.key),
    isSealed,
    isJson: serverFieldTypes[field.type].sqlKind === 'json',
    shaped: field.shape === undefined ? undefined : field,
    hash: isSealed && hasHash(entity, field) ? hashColumn(field.key) : undefined,
    tail: hasTail(field) ? tailColumn(field.key) : undefined,
    pinyin: isSpelled(field) ? pinyinColumn(field.key) : undefined,
  };
}
