import { sql } from 'kysely';
import { type EntityField, type EntityModel, pointer } from '../../engine/model/index.ts';
import { refuse } from '../http/app-error.ts';
import type { Platform } from './context.ts';

type Values = Readonly<Record<string, unknown>>;
type FileField = EntityField & { readonly type: 'file' | 'image' };

const known = new WeakMap<EntityModel, readonly FileField[]>();

function fileFieldsOf(entity: EntityModel): readonly FileField[] {
  const fields =
    known.get(entity) ??
    entity.document.fields.filter((field): field is FileField => field.type === 'file' || field.type === 'image');
  known.set(entity, fields);
  return fields;
}

/**
 * Gives the files a row names to that row: who may see it may read them from now on. A file is taken from its
 * uploader once; one that belongs to another row, or to another person, is refused like a missing one.
 */
export async function attachFiles(
  entity: EntityModel,
  id: string,
  values: Values,
  platform: Pick<Platform, 'db'>,
  author: { readonly staffId: string | null; readonly now: string },
): Promise<void> {
  for (const field of fileFieldsOf(entity)) {
    const fileId = values[field.key];
    if (typeof fileId !== 'string' || (await attach(entity, id, field, fileId, platform, author))) continue;
    const fault = { code: 'E_INPUT_REFERENCE', pointer: pointer(field.key), title: field.title, got: fileId } as const;
    throw refuse('E_INPUT_INVALID', {}, { faults: [fault] });
  }
}

async function attach(
  { document: { name } }: EntityModel,
  id: string,
  field: FileField,
  fileId: string,
  { db }: Pick<Platform, 'db'>,
  { staffId, now }: Parameters<typeof attachFiles>[4],
): Promise<boolean> {
  const isFree = staffId === null ? sql`biz_id is null` : sql`biz_id is null and created_by = ${staffId}`;
  const fits = field.type === 'image' ? sql`kind = 'image'` : sql`true`;
  const result = await sql`
    update file_object set biz_entity = ${name}, biz_id = ${id}, updated_at = ${now}, updated_by = ${staffId},
      version = version + 1
    where id = ${fileId} and deleted_at is null and (expire_at is null or expire_at > ${now}) and ${fits}
      and ((${isFree}) or (biz_entity = ${name} and biz_id = ${id}))`.execute(db);
  return result.numAffectedRows === 1n;
}
