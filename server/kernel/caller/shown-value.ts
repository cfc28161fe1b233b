import { type EntityField, fieldMask, maskValue } from '../../../engine/model/documents/index.ts';
import type { EntityModel } from '../../../engine/model/entity/index.ts';
import { type Caller, maskModeOf } from './caller.ts';

/** A stored value, in clear here, as the caller may see it; masked at least where its row keeps it so. */
export function shownValue(field: EntityField, value: unknown, caller: Caller, isKept = false): unknown {
  const mask = fieldMask(field);
  if (mask === undefined || typeof value !== 'string') return value ?? null;
  const mode = maskModeOf(caller, mask);
  if (mode === 'hidden') return null;
  return mode === 'plain' && !isKept ? value : maskValue(mask.mask, value);
}

/** What a row is called, as the caller may see it. */
export function shownLabel(entity: EntityModel, record: Readonly<Record<string, unknown>>, caller: Caller): string {
  const { label } = entity.document;
  const field = entity.fields.get(label);
  return field === undefined ? '' : String(shownValue(field, record[label], caller) ?? '');
}
