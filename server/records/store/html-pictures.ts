import { sql } from 'kysely';
import { memoizeByIdentity } from '../../../engine/model/cache/index.ts';
import type { EntityField } from '../../../engine/model/documents/index.ts';
import { type EntityModel, isStored } from '../../../engine/model/entity/index.ts';
import { type Fault, pointer } from '../../../engine/model/faults/index.ts';
import { fileTypeOf, picturesOf } from '../../../engine/model/fields/index.ts';
import { toColumn } from '../../../engine/model/naming/index.ts';
import { formatMessage } from '../../../engine/model/texts/index.ts';
import { newId } from '../../kernel/crypto/new-id.ts';
import { invalidInput } from '../../kernel/errors/invalid-input.ts';
import type { Platform } from '../../kernel/operation/context.ts';
import type { Author, Values } from '../../kernel/operation/record-store.ts';
import { changeText } from '../../texts/records/change-text.ts';
import { cleanHtml } from './clean-html.ts';

/** Fields of an entity that hold formatted text, and those that hold files by themselves. */
type TextFields = { readonly texts: readonly EntityField[]; readonly files: readonly EntityField[] };

/** The formatted texts and files of an entity, stored ones only. */
export const textFieldsOf = memoizeByIdentity((entity: EntityModel): TextFields => {
  const stored = entity.document.fields.filter(isStored);
  return {
    texts: stored.filter(({ type }) => type === 'html'),
    files: stored.filter(({ type }) => fileTypeOf(type) !== undefined),
  };
});

/** Days a picture that was taken out of a text is kept: as long as an import can be taken back. */
const keptDays = 31;

type Row = { readonly entity: EntityModel; readonly id: string };
type Db = Pick<Platform, 'db'>;

/**
 * The values of a row with its formatted texts as they are stored: cleaned, and every picture a file of that row. A
 * picture the author has just sent in becomes the row's; one that belongs to another row is copied, so that each
 * row has its own; one that no text of the row shows any more goes after a month. Refused are files that are missing, no
 * pictures, or another person's that no row has yet. Whether he may read what is copied is for the caller to know.
 */
export async function settleTexts(row: Row, values: Values, { db }: Db, author: Author): Promise<Values> {
  const { texts } = textFieldsOf(row.entity);
  if (texts.length === 0) return values;
  const written = texts.filter(({ key }) => typeof values[key] === 'string' || values[key] === null);
  if (written.length === 0) return values;
  const clean = written.map((field) => [field.key, cleaned(field, values[field.key])] as const);
  const settled: Record<string, unknown> = { ...values, ...Object.fromEntries(clean) };
  const named = written.flatMap(({ key }) => picturesIn(settled[key]));
  if (named.length > 0) {
    const files = await heldFiles(named, { db }, author);
    refuseUnusable(written, settled, files, author, row);
    const copies = await takePictures(row, [...files.values()], { db }, author);
    for (const { key } of written) settled[key] = renamed(settled[key], copies);
  }
  await releasePictures(row, settled, { db }, author);
  return settled;
}

function cleaned(field: EntityField, value: unknown): string | null {
  return typeof value === 'string' ? cleanHtml(value, field.formats) || null : null;
}

/** The files in a cleaned text. */
function picturesIn(text: unknown): readonly string[] {
  return typeof text === 'string' && text.includes('data-file=') ? picturesOf(text) : [];
}

function renamed(text: unknown, copies: ReadonlyMap<string, string>): unknown {
  if (typeof text !== 'string' || copies.size === 0) return text;
  return text.replace(/ data-file="([^"]*)"/g, (whole, id: string) => {
    const copy = copies.get(id);
    return copy === undefined ? whole : ` data-file="${copy}"`;
  });
}

/** What is said of a picture that is missing or out of reach: the `index`th of its text, from 0. */
export function pictureFault({ key, title }: Pick<EntityField, 'key' | 'title'>, index: number, got: string): Fault {
  const expected = formatMessage(changeText('change.picture', { title, number: index + 1 }));
  return { code: 'E_INPUT_RULE', pointer: pointer(key), title, expected, got };
}

type HeldFile = {
  readonly id: string;
  readonly entity: string | null;
  readonly owner: string | null;
  readonly uploader: string | null;
  readonly kind: string;
};

/** Files held until the transaction ends, so that none is cleaned away meanwhile, nor taken twice. */
async function heldFiles(ids: readonly string[], { db }: Db, { now }: Author): Promise<ReadonlyMap<string, HeldFile>> {
  const { rows } = await sql<HeldFile>`
    select id, biz_entity as entity, biz_id as owner, created_by as uploader, kind from file_object
     where id = any(${[...new Set(ids)]}::uuid[]) and deleted_at is null and (expire_at is null or expire_at > ${now})
     order by id for update`.execute(db);
  return new Map(rows.map((file) => [file.id, file]));
}

function refuseUnusable(
  fields: readonly EntityField[],
  values: Values,
  files: ReadonlyMap<string, HeldFile>,
  { staffId }: Author,
  row: Row,
): void {
  const isUsable = (id: string) => {
    const file = files.get(id);
    if (file?.kind !== 'image') return false;
    return file.owner !== null || staffId === null || file.uploader === staffId || isOf(row, file);
  };
  const faults = fields.flatMap((field) =>
    picturesIn(values[field.key]).flatMap((id, index) => (isUsable(id) ? [] : [pictureFault(field, index, id)])),
  );
  if (faults.length > 0) throw invalidInput(faults);
}

function isOf({ entity, id }: Row, file: HeldFile): boolean {
  return file.entity === entity.document.name && file.owner === id;
}

/** Makes files the row's own, and copies those that are another row's; answers the copies by what they are copies of. */
async function takePictures(
  row: Row,
  files: readonly HeldFile[],
  { db }: Db,
  { staffId, now }: Author,
): Promise<ReadonlyMap<string, string>> {
  const { name } = row.entity.document;
  const foreign = files.filter((file) => file.owner !== null && !isOf(row, file));
  const own = files.filter((file) => !foreign.includes(file)).map(({ id }) => id);
  if (own.length > 0)
    await sql`update file_object set biz_entity = ${name}, biz_id = ${row.id}, expire_at = null, updated_at = ${now},
        updated_by = ${staffId}, version = version + 1
      where id = any(${own}::uuid[]) and (biz_id is null or expire_at is not null)`.execute(db);
  const copies = new Map(foreign.map(({ id }) => [id, newId()]));
  if (copies.size > 0)
    // The content is the same, and is cleaned away with the last file that has it.
    await sql`insert into file_object
        (id, created_at, created_by, updated_at, updated_by, version, name, kind, mime, size, sha256, storage_key, private, biz_entity, biz_id)
      select made.copy, ${now}, ${staffId}, ${now}, ${staffId}, 1, f.name, f.kind, f.mime, f.size, f.sha256, f.storage_key, f.private, ${name}, ${row.id}
        from unnest(${[...copies.keys()]}::uuid[], ${[...copies.values()]}::uuid[]) as made(original, copy)
        join file_object f on f.id = made.original`.execute(db);
  return copies;
}

/** Pictures that the texts of the row showed until now and show no longer are given up, unless a field of it holds them. */
async function releasePictures(row: Row, values: Values, { db }: Db, { staffId, now }: Author): Promise<void> {
  const { texts, files } = textFieldsOf(row.entity);
  const fields = [...texts, ...files];
  const columns = sql.join(fields.map(({ key }) => sql.ref(toColumn(key))));
  const { name } = row.entity.document;
  const { rows } = await sql<Values>`select ${columns} from ${sql.table(name)} where id = ${row.id}`.execute(db);
  const [stored] = rows;
  if (stored === undefined) return;
  const before = new Set(texts.flatMap(({ key }) => picturesIn(stored[toColumn(key)])));
  if (before.size === 0) return;
  const coming = (key: string) => (Object.hasOwn(values, key) ? values[key] : stored[toColumn(key)]);
  for (const { key } of texts) for (const id of picturesIn(coming(key))) before.delete(id);
  for (const { key } of files) for (const id of [coming(key)].flat()) if (typeof id === 'string') before.delete(id);
  if (before.size === 0) return;
  const until = new Date(Date.parse(now) + keptDays * 86_400_000).toISOString();
  await sql`update file_object set expire_at = ${until}, updated_at = ${now}, updated_by = ${staffId}, version = version + 1
    where id = any(${[...before]}::uuid[]) and biz_entity = ${name} and biz_id = ${row.id}`.execute(db);
}
