import { forgetFiles, keysInUse } from '../db/file-cleaning.ts';
import { removeExpiredUploads } from '../db/resumable-uploads.ts';
import type { Platform } from '../kernel/operation/context.ts';

const day = 86_400_000;
const atOnce = 500;

/** How many rows and contents were cleaned away. */
export type CleanedFiles = { readonly rows: number; readonly contents: number };

/**
 * Cleans up files: expired ones, uploads of the day before that no record took, uploads in parts that were given up,
 * and contents no row refers to
 * (an upload that broke off between its content and its row). To be called by a schedule, on any node.
 */
export async function cleanFiles(
  platform: Pick<Platform, 'db'> & { readonly services: Pick<Platform['services'], 'files'> },
  now: Date,
): Promise<CleanedFiles> {
  const { files } = platform.services;
  let rows = 0;
  for (;;) {
    const keys = await forgetFiles(platform.db, now.toISOString(), new Date(now.getTime() - day).toISOString(), atOnce);
    // A copy in another row's text has the same content.
    const used = await keysInUse(platform.db, keys);
    for (const key of keys) if (!used.has(key)) await files.remove(key);
    rows += keys.length;
    if (keys.length < atOnce) break;
  }
  for (;;) {
    const { count, keys } = await removeExpiredUploads(platform.db, now.toISOString(), atOnce);
    for (const key of keys) await files.remove(key);
    rows += count;
    if (count < atOnce) break;
  }
  let contents = 0;
  for await (const batch of batches(files.keysBefore(new Date(now.getTime() - 2 * day)))) {
    const used = await keysInUse(platform.db, batch);
    for (const key of batch.filter((candidate) => !used.has(candidate))) {
      await files.remove(key);
      contents += 1;
    }
  }
  return { rows, contents };
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
