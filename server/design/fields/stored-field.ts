import type { EntityField } from '../../../engine/model/documents/index.ts';
import { readStoredFields, type StoredField } from '../../db/design/custom-store.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import { refuseDesign } from '../errors.ts';

type Status = StoredField['status'];

/** A field made in the app; refused where there is none. */
export async function storedField(entity: string, key: string, { db }: Pick<CallContext, 'db'>): Promise<StoredField> {
  const field = (await readStoredFields(db, entity)).find((one) => one.key === key);
  if (field === undefined) throw refuse('E_NOT_FOUND');
  return field;
}

/** The same where nobody changed it since the caller saw it, and it is in the right status. */
export async function presentField(
  { entity, key, version }: { readonly entity: string; readonly key: string; readonly version: number },
  status: Status,
  context: Pick<CallContext, 'db'>,
): Promise<StoredField> {
  const field = await storedField(entity, key, context);
  if (field.version !== version) throw refuseDesign('E_FIELD_VERSION', { title: field.title });
  if (field.status !== status) throw refuse('E_STATE');
  return field;
}

/** Whether what is kept reads as a field; it was checked when it was saved, by the grammar of then. */
export function isField(definition: unknown): definition is EntityField {
  return typeof definition === 'object' && definition !== null && 'key' in definition && 'type' in definition;
}

/** The field that is kept. */
export function definitionOf({ definition, title }: Pick<StoredField, 'definition' | 'title'>): EntityField {
  if (!isField(definition)) throw new TypeError(`what is kept of ${title} is no field`);
  return definition;
}
