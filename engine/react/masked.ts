import type { EntityField } from '../model/index.ts';

/** Whether a value came masked from the server. */
export function isMasked(field: EntityField, value: unknown): value is string {
  return field.mask !== undefined && typeof value === 'string' && value.includes('*');
}
