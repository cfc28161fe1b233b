import { forgetFiles, keysInUse } from '../db/file-cleaning.ts';
import { removeExpiredUploads } from '../db/resumable-uploads.ts';
import type { Platform } from '../kernel/operation/context.ts';

const day = 86_400_000;
const atOnce = 500;

/** How many rows and contents were cleaned away. */
export type CleanedFiles = { readonly rows: number; readonly contents: number };

type Cleaned = Pick<Platform, 'db'> & { readonly services: Pick<Platform['services'], 'files'> };

/**
 * Cleans up files: expired ones, uploads of the day before that no record took, uploads in parts that were given up,
 * and contents no row refers to
 * (an upload that broke off between its content and its row). To be called by a schedule, on any node.
 */
export async function cleanFiles(platform: Cleaned, now: Date): Promise<CleanedFiles> {
  const forgotten = await removeForgotten(platform, now);
  const expired = await removeExpired(platform, now);
  return { rows: forgotten + expired, contents: await removeUnreferred(platform, now) };
}

/** Removes files that expired or no record took, and answers how many there were. */
async function removeForgotten({ db, services: { files } }: Cleaned, now: Date): Promise<number> {
  for (let rows = 0; ; ) {
    const keys = await forgetFiles(db, now.toISOString(), new Date(now.getTime() - day).toISOString(), atOnce);
    // A copy in another row's text has the same content.
    const used = await keysInUse(db, keys);
    for (const key of keys) if (!used.has(key)) await files.remove(key);
    rows += keys.length;
    if (keys.length < atOnce) return rows;
  }
}

/** Removes what there is of uploads in parts that were given up, and answers how many there were. */
async function removeExpired({ db, services: { files } }: Cleaned, now: Date): Promise<number> {
  for (let rows = 0; ; ) {
    const { count, keys } = await removeExpiredUploads(db, now.toISOString(), atOnce);
    for (const key of keys) await files.remove(key);
    rows += count;
    if (count < atOnce) return rows;
  }
}

/** Removes contents that no row refers to, and answers how many there were. */
async function removeUnreferred({ db, services: { files } }: Cleaned, now: Date): Promise<number> {
  let contents = 0;
  for await (const batch of batches(files.keysBefore(new Date(now.getTime() - 2 * day)))) {
    const used = await keysInUse(db, batch);
    for (const key of batch.filter((candidate) => !used.has(candidate))) {
      await files.remove(key);
      contents += 1;
    }
  }
  return contents;
}

async function* batches(keys: AsyncIterable<string>): AsyncIterable<readonly string[]> {
  let batch: string[] = [];
  for await (const key of keys) {
    batch.push(key);
    if (batch.length < atOnce) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
