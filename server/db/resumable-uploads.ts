import { sql } from 'kysely';
import type { Db } from '../kernel/database/db.ts';

/** A file on its way in parts, as the database keeps it; bytes are counted of the parts that came whole. */
export type UploadRow = {
  readonly id: string;
  readonly staffId: string;
  readonly name: string;
  readonly size: number;
  readonly partBytes: number;
  /** Words of the language, as the field that wants the file has them. */
  readonly kinds: readonly string[] | null;
  readonly maxMegabytes: number | null;
  /** ISO 8601. */
  readonly expireAt: string;
  /** The file that became of it. */
  readonly fileId: string | null;
  readonly received: number;
};

/** A part that came: which, where its content lies, and what it is. */
export type PartRow = { readonly number: number; readonly key: string; readonly size: number; readonly sha256: string };

/** What an upload begins with. */
export type NewUpload = Pick<UploadRow, 'id' | 'staffId' | 'name' | 'size' | 'partBytes' | 'kinds' | 'maxMegabytes'> & {
  readonly fingerprint: string;
  readonly expireAt: string;
};

const shape = sql`id, staff_id as "staffId", name, size, part_bytes as "partBytes", kinds, max_megabytes as "maxMegabytes",
  expire_at as "expireAt", file_id as "fileId",
  (select coalesce(sum(part.size), 0)::bigint from file_upload_part as part where part.upload_id = file_upload.id) as received`;

/** Lets one call at a time begin uploads of a person; held until the transaction ends. */
export async function holdUploadsOf(db: Db, staffId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`uploads ${staffId}`}, 0))`.execute(db);
}

/** The uploads of a person that are not finished, the oldest first. */
export async function uploadsOf(db: Db, staffId: string, now: string): Promise<readonly UploadRow[]> {
  const { rows } = await sql<UploadRow>`select ${shape} from file_upload
    where staff_id = ${staffId} and file_id is null and expire_at > ${now} order by id`.execute(db);
  return rows;
}

/** The unfinished upload of the very same file, whatever field it was begun for. */
export async function uploadLike(db: Db, like: NewUpload, now: string): Promise<UploadRow | undefined> {
  const { rows } = await sql<UploadRow>`select ${shape} from file_upload where staff_id = ${like.staffId}
    and fingerprint = ${like.fingerprint} and size = ${like.size} and file_id is null and expire_at > ${now}
    order by id limit 1`.execute(db);
  return rows[0];
}

/** An upload of a person, finished or not. */
export async function uploadOf(db: Db, staffId: string, id: string, now: string): Promise<UploadRow | undefined> {
  const { rows } = await sql<UploadRow>`select ${shape} from file_upload
    where id = ${id} and staff_id = ${staffId} and expire_at > ${now}`.execute(db);
  return rows[0];
}

export async function addUpload(db: Db, upload: NewUpload): Promise<void> {
  const { id, staffId, name, size, fingerprint, partBytes, kinds, maxMegabytes, expireAt } = upload;
  await sql`insert into file_upload (id, staff_id, name, size, fingerprint, part_bytes, kinds, max_megabytes, expire_at)
    values (${id}, ${staffId}, ${name}, ${size}, ${fingerprint}, ${partBytes}, ${kinds === null ? null : JSON.stringify(kinds)}::jsonb,
      ${maxMegabytes}, ${expireAt})`.execute(db);
}

/** Takes up an upload again, for the field that wants the file now. */
export async function resumeUpload(db: Db, id: string, wanted: NewUpload): Promise<void> {
  const { name, kinds, maxMegabytes, expireAt } = wanted;
  await sql`update file_upload set name = ${name}, kinds = ${kinds === null ? null : JSON.stringify(kinds)}::jsonb,
    max_megabytes = ${maxMegabytes}, expire_at = ${expireAt} where id = ${id}`.execute(db);
}

/** Bytes of disk that unfinished uploads of everybody will still take: what is to come, and the whole once more. */
export async function bytesToCome(db: Db): Promise<number> {
  const { rows } = await sql<{
    bytes: number;
  }>`select coalesce(sum(2 * upload.size - coalesce(part.size, 0)), 0)::bigint as bytes
    from file_upload as upload left join (select upload_id, sum(size) as size from file_upload_part group by upload_id) as part
      on part.upload_id = upload.id where upload.file_id is null`.execute(db);
  return rows[0]?.bytes ?? 0;
}

export async function partsOf(db: Db, uploadId: string): Promise<readonly PartRow[]> {
  const { rows } = await sql<PartRow>`select number, storage_key as key, size, sha256 from file_upload_part
    where upload_id = ${uploadId} order by number`.execute(db);
  return rows;
}

/**
 * Keeps a part unless that number came already, or the upload is over or gone; answers what is kept of it, undefined
 * where nothing is.
 */
export async function addPart(db: Db, uploadId: string, part: PartRow, expireAt: string): Promise<PartRow | undefined> {
  const { numAffectedRows } = await sql`update file_upload set expire_at = ${expireAt}
    where id = ${uploadId} and file_id is null`.execute(db);
  if (numAffectedRows !== 1n) return undefined;
  const { number, key, size, sha256 } = part;
  await sql`insert into file_upload_part (upload_id, number, storage_key, size, sha256)
    values (${uploadId}, ${number}, ${key}, ${size}, ${sha256}) on conflict (upload_id, number) do nothing`.execute(db);
  const { rows } = await sql<PartRow>`select number, storage_key as key, size, sha256 from file_upload_part
    where upload_id = ${uploadId} and number = ${number}`.execute(db);
  return rows[0];
}

export async function dropPart(db: Db, uploadId: string, number: number): Promise<void> {
  await sql`delete from file_upload_part where upload_id = ${uploadId} and number = ${number}`.execute(db);
}

/** Takes the putting together of an upload for so many seconds; answers whether nobody else has it. */
export async function takeAssembly(db: Db, id: string, by: string, seconds: number): Promise<boolean> {
  const { numAffectedRows } = await sql`update file_upload set assembled_by = ${by},
      assembling_until = clock_timestamp() + make_interval(secs => ${seconds})
    where id = ${id} and file_id is null
      and (assembled_by = ${by} or assembling_until is null or assembling_until < clock_timestamp())`.execute(db);
  return numAffectedRows === 1n;
}

/** Lets another call put it together. */
export async function leaveAssembly(db: Db, id: string, by: string): Promise<void> {
  await sql`update file_upload set assembled_by = null, assembling_until = null
    where id = ${id} and assembled_by = ${by}`.execute(db);
}

/** Notes which file became of an upload, and forgets its parts; answers whether it still was this call's to finish. */
export async function finishUploadRow(
  db: Db,
  upload: { readonly id: string; readonly by: string },
  fileId: string,
  expireAt: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`update file_upload set file_id = ${fileId}, expire_at = ${expireAt},
      assembled_by = null, assembling_until = null
    where id = ${upload.id} and file_id is null and assembled_by = ${upload.by}`.execute(db);
  if (numAffectedRows !== 1n) return false;
  await sql`delete from file_upload_part where upload_id = ${upload.id}`.execute(db);
  return true;
}

/** Forgets an unfinished upload of a person; answers the keys of the contents of its parts, undefined where there is none. */
export async function removeUpload(db: Db, staffId: string, id: string): Promise<readonly string[] | undefined> {
  const { numAffectedRows } = await sql`delete from file_upload
    where id = ${id} and staff_id = ${staffId} and file_id is null`.execute(db);
  return numAffectedRows === 1n ? removeParts(db, [id]) : undefined;
}

/** Forgets uploads that expired; answers the keys of the contents of their parts, and how many uploads they were. */
export async function removeExpiredUploads(db: Db, now: string, limit: number) {
  const { rows } = await sql<{ id: string }>`delete from file_upload where id in (
    select id from file_upload where expire_at <= ${now} order by id limit ${limit} for update skip locked)
    returning id`.execute(db);
  const ids = rows.map(({ id }) => id);
  return { count: ids.length, keys: await removeParts(db, ids) };
}

async function removeParts(db: Db, uploadIds: readonly string[]): Promise<readonly string[]> {
  const { rows } = await sql<{ key: string }>`delete from file_upload_part
    where upload_id = any(${[...uploadIds]}::uuid[]) returning storage_key as key`.execute(db);
  return rows.map(({ key }) => key);
}
