import { type EntityField, fieldMask } from '../../../engine/model/documents/index.ts';
import { isId } from '../../../engine/model/fields/index.ts';
import { checkValue } from '../../../engine/model/record/index.ts';
import type { Message } from '../../../engine/model/texts/index.ts';
import type { Where } from '../../../engine/model/wire/index.ts';
import { maskModeOf } from '../../kernel/caller/caller.ts';
import type { AppError } from '../../kernel/errors/app-error.ts';
import { wrongInput } from '../../kernel/errors/wrong-input.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import { queryText } from '../../texts/records/query-text.ts';

/** A condition on one field. */
export type Condition = Extract<Where, { readonly field: string }>;

/** What is said of a condition that cannot be read: where it stands, and what belongs there. */
export function refuseCondition(pointer: string, expected: string | Message, got: unknown): AppError {
  return wrongInput(pointer, queryText('query.condition'), expected, got);
}

/** Who is signed in, for fields that refer to him. */
function callerValue(raw: unknown, field: EntityField, { caller }: CallContext): string | undefined {
  if (!isReference(field)) return undefined;
  if (raw === '@me') return caller.staffId;
  return raw === '@myDepartment' ? caller.departmentId : undefined;
}

/** Whether the values of a field are ids. */
export function isReference({ type, key }: EntityField): boolean {
  return type === 'ref' || type === 'refs' || key === 'id';
}

/** A value a field is compared with, checked against it. */
export function readValue(raw: unknown, field: EntityField, context: CallContext, at: string): unknown {
  const own = callerValue(raw, field, context);
  if (own !== undefined) return own;
  if (field.key === 'id' || field.type === 'refs') {
    if (typeof raw === 'string' && isId(raw)) return raw;
    throw refuseCondition(`${at}/value`, queryText('query.id'), JSON.stringify(raw));
  }
  // A filter may name past moments and old choices that an input may not.
  if (field.type === 'enum') {
    if (typeof raw === 'string') return raw;
    throw refuseCondition(`${at}/value`, queryText('query.choice'), JSON.stringify(raw));
  }
  const { future: _, minLength: __, ...plain } = field;
  const outcome = checkValue(plain, raw, { dictionaries: context.documents.dictionaries, now: context.now });
  if ('fault' in outcome)
    throw refuseCondition(`${at}/value`, outcome.fault.expected ?? field.title, JSON.stringify(raw));
  if (outcome.value === null || typeof outcome.value === 'object')
    throw refuseCondition(`${at}/value`, field.title, JSON.stringify(raw));
  return outcome.value;
}

/** Who may not see a field at all may not ask about it either. */
export function isHidden(field: EntityField, { caller }: CallContext): boolean {
  const mask = fieldMask(field);
  return mask !== undefined && maskModeOf(caller, mask) === 'hidden';
}
