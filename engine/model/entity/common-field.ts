import { isShort, isSingle, kindOfValue } from '../fields/type-groups.ts';
import type { EntityField } from '../generated/documents.ts';
import { formatMessage } from '../texts/message.ts';
import { modelText } from '../texts/model-text.ts';

/** Under what name a reference to one of several kinds reads what each of them is called. */
export const calledName = 'name';

/** A field as one of several kinds has it. */
type FieldOfKind = {
  readonly field: EntityField;
  readonly entity: { readonly fields: ReadonlyMap<string, EntityField> };
};

/** What fields of different kinds must agree in to be one. */
const shared = ['type', 'dictionary', 'ref', 'unit'] as const;

/**
 * What several kinds have in common at the end of a path: one short value of one type in clear, which nothing else hangs
 * on; or, of what each is called, a text. Undefined where one of them has it otherwise. A field of one and the same
 * entity is itself.
 */
export function commonField(found: readonly FieldOfKind[], isCalled: boolean): EntityField | undefined {
  const first = found[0];
  if (first === undefined) return undefined;
  const { field, entity } = first;
  if (!isCalled && found.every((other) => other.entity === entity)) return field;
  const isCommon = (other: FieldOfKind) => {
    const { mask, secret, dial, refBy } = other.field;
    if (mask || secret || dial || refBy || !isSingle(other.field) || !isShort(other.field)) return false;
    if (!isCalled) return shared.every((key) => other.field[key] === field[key]);
    // Another field of that name would be read as if it were what the record is called.
    return kindOfValue(other.field) === 'text' && (other.entity.fields.get(calledName) ?? other.field) === other.field;
  };
  if (!found.every(isCommon)) return undefined;
  return isCalled ? { key: calledName, title: formatMessage(modelText('model.common.name')), type: 'string' } : field;
}
