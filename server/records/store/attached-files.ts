import { sql } from 'kysely';
import { type EntityField, type EntityModel, fileTypeOf, pointer } from '../../../engine/model/index.ts';
import { invalidInput } from '../../kernel/errors/invalid-input.ts';
import type { Platform } from '../../kernel/operation/context.ts';

type Values = Readonly<Record<string, unknown>>;

const known = new WeakMap<EntityModel, readonly EntityField[]>();

function fileFieldsOf(entity: EntityModel): readonly EntityField[] {
  const fields = known.get(entity) ?? entity.document.fields.filter(({ type }) => fileTypeOf(type) !== undefined);
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
    const value = values[field.key];
    const fileIds = [value].flat().filter((fileId) => typeof fileId === 'string');
    const taken = await attach(entity, id, field, fileIds, platform, author);
    const faults = fileIds
      .filter((fileId) => !taken.has(fileId))
      .map((got) => ({ code: 'E_INPUT_REFERENCE', pointer: pointer(field.key), title: field.title, got }) as const);
    if (faults.length > 0) throw invalidInput(faults);
  }
}

async function attach(
  { document: { name } }: EntityModel,
  id: string,
  field: EntityField,
  fileIds: readonly string[],
  { db }: Pick<Platform, 'db'>,
  { staffId, now }: Parameters<typeof attachFiles>[4],
): Promise<ReadonlySet<string>> {
  if (fileIds.length === 0) return new Set();
  const isFree = staffId === null ? sql`biz_id is null` : sql`biz_id is null and created_by = ${staffId}`;
  const fits = fileTypeOf(field.type) === 'image' ? sql`kind = 'image'` : sql`true`;
  const { rows } = await sql<{ id: string }>`
    update file_object set biz_entity = ${name}, biz_id = ${id}, updated_at = ${now}, updated_by = ${staffId},
      version = version + 1
    where id = any(${fileIds}::uuid[]) and deleted_at is null and (expire_at is null or expire_at > ${now}) and ${fits}
      and ((${isFree}) or (biz_entity = ${name} and biz_id = ${id})) returning id`.execute(db);
  return new Set(rows.map((row) => row.id));
}
