import { cp, mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { DocumentSet } from '../../engine/model/documents/index.ts';
import { loadTables } from '../db/backup/load-tables.ts';
import type { RoleUrls } from '../db/bootstrap/bootstrap.ts';
import { sealedColumns } from '../db/bootstrap/key-check.ts';
import { createIndexes, createTables } from '../db/tables/tables.ts';
import { migrations } from '../product/migrations.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { filesFolder } from './take-backup.ts';

export type RestoreOptions = {
  readonly urls: RoleUrls;
  readonly documents: DocumentSet;
  readonly secretKey: string;
  readonly filesDir: string;
  readonly folder: string;
  /** Whether rows that are there may go; otherwise only an empty database is filled. */
  readonly mayReplace: boolean;
};

/**
 * Brings a database to what a backup holds: tables from the documents, rows from the backup, then indexes and foreign
 * keys over them. Contents of files come first, so that no row ever names one that is missing.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Manifest> {
  const { urls, documents, secretKey, filesDir, folder, mayReplace } = options;
  const manifest = await readManifest(folder);
  await createTables({ urls, documents, migrations, secretKey });
  if (manifest.hasFiles) {
    await mkdir(filesDir, { recursive: true });
    await cp(path.join(folder, filesFolder), filesDir, { recursive: true });
  }
  const sealed = sealedColumns(documents);
  await loadTables({ migratorUrl: urls.migratorUrl, folder, dump: manifest, secretKey, sealed, mayReplace });
  await createIndexes({ urls, documents, isAlone: true });
  return manifest;
}
