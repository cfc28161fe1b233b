import { sql } from 'kysely';
import { memoizeByIdentity } from '../../../engine/model/cache/index.ts';
import type { EntityField } from '../../../engine/model/documents/index.ts';
import type { EntityModel } from '../../../engine/model/entity/index.ts';
import { type Fault, pointer } from '../../../engine/model/faults/index.ts';
import { type FileKind, fileLimits, fileRuleOf, fileTypeOf, kindFault } from '../../../engine/model/fields/index.ts';
import { toColumn } from '../../../engine/model/naming/index.ts';
import { invalidInput } from '../../kernel/errors/invalid-input.ts';
import type { Platform } from '../../kernel/operation/context.ts';

type Values = Readonly<Record<string, unknown>>;

/** What is known of a file that a field is to hold. */
type KnownFile = {
  readonly id: string;
  readonly name: string;
  readonly kind: FileKind;
  /** Bytes. */
  readonly size: number;
};

/** A row its files are given to; `isStored` while it still holds what it held before. */
type Holder = { readonly entity: EntityModel; readonly id: string; readonly isStored: boolean };

type Author = { readonly staffId: string | null; readonly now: string };

const fileFieldsOf = memoizeByIdentity((entity: EntityModel): readonly EntityField[] =>
  entity.document.fields.filter(({ type }) => fileTypeOf(type) !== undefined),
);

/** Whether rows of an entity hold files. */
export function holdsFiles(entity: EntityModel): boolean {
  return fileFieldsOf(entity).length > 0;
}

/**
 * Gives the files a row names to that row: who may see it may read them from now on. A file is taken from its
 * uploader once; one that belongs to another row, or to another person, is refused like a missing one. What the field
 * does not take is refused, wherever the file was sent to; what it holds already stays.
 */
export async function attachFiles(
  holder: Holder,
  values: Values,
  platform: Pick<Platform, 'db'>,
  author: Author,
): Promise<void> {
  for (const field of fileFieldsOf(holder.entity)) {
    const fileIds = [values[field.key]].flat().filter((fileId) => typeof fileId === 'string');
    if (fileIds.length === 0) continue;
    const taken = await attach(holder, fileIds, platform, author);
    const missing = fileIds
      .filter((fileId) => !taken.has(fileId))
      .map((got) => ({ code: 'E_INPUT_REFERENCE', pointer: pointer(field.key), title: field.title, got }) as const);
    if (missing.length > 0) throw invalidInput(missing);
    const faults = wrongFiles(field, [...taken.values()]);
    if (faults.length === 0) continue;
    const held = holder.isStored ? await heldFiles(holder, field, platform) : [];
    const added = [...taken.values()].filter(({ id }) => !held.includes(id));
    const left = wrongFiles(field, added);
    if (left.length > 0) throw invalidInput(left);
  }
}

/** A fault for each file that a field does not take. */
function wrongFiles(field: EntityField, files: readonly KnownFile[]): readonly Fault[] {
  const rule = fileRuleOf(field);
  if (rule === undefined) return [];
  return files
    .filter((file) => kindFault({ ...file, size: Number(file.size) }, rule) !== undefined)
    .map(({ name }) => ({
      code: 'E_INPUT_FILE',
      pointer: pointer(field.key),
      title: field.title,
      expected: fileLimits(rule),
      got: name.slice(0, 60),
    }));
}

async function attach(
  { entity, id }: Holder,
  fileIds: readonly string[],
  { db }: Pick<Platform, 'db'>,
  { staffId, now }: Author,
): Promise<ReadonlyMap<string, KnownFile>> {
  const { name } = entity.document;
  const isFree = staffId === null ? sql`biz_id is null` : sql`biz_id is null and created_by = ${staffId}`;
  const { rows } = await sql<KnownFile>`
    update file_object set biz_entity = ${name}, biz_id = ${id}, updated_at = ${now}, updated_by = ${staffId},
      version = version + 1
    where id = any(${fileIds}::uuid[]) and deleted_at is null and (expire_at is null or expire_at > ${now})
      and ((${isFree}) or (biz_entity = ${name} and biz_id = ${id})) returning id, name, kind, size`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The files a stored row holds in a field. */
async function heldFiles({ entity, id }: Holder, field: EntityField, { db }: Pick<Platform, 'db'>) {
  const { rows } = await sql<{ held: unknown }>`select to_jsonb(${sql.ref(toColumn(field.key))}) as held
    from ${sql.table(entity.document.name)} where id = ${id}`.execute(db);
  return rows.flatMap(({ held }) => [held].flat());
}
