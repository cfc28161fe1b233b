import type { EntityField } from '../../model/documents/index.ts';
import { undialledKey, unrevealedKey, type WireRecord } from '../../model/wire/index.ts';
import { holderAt, valueAt } from './record-path.ts';

/** Whether a value came masked from the server. */
export function isMasked(field: EntityField, value: unknown): value is string {
  return field.mask !== undefined && typeof value === 'string' && value.includes('*');
}

/** Why the server reveals a masked value to nobody while its row stands as it does; undefined where it may. */
export function whyUnrevealed(record: WireRecord, path: string): string | undefined {
  return reasonBeside(unrevealedKey, record, path);
}

/** Why a number is not to be called while its row stands as it does; undefined where it may. */
export function whyUndialled(record: WireRecord, path: string): string | undefined {
  return reasonBeside(undialledKey, record, path);
}

function reasonBeside(kind: string, record: WireRecord, path: string): string | undefined {
  const key = path.split('.').at(-1) ?? path;
  const reason = valueAt(holderAt(record, path), `${kind}.${key}`);
  return typeof reason === 'string' ? reason : undefined;
}
