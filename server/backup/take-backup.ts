import { cp, mkdir, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { dumpTables } from '../db/backup/dump-tables.ts';
import { codeOf, messageOf, StartError } from '../kernel/errors/start-error.ts';
import { type Manifest, writeManifest } from './manifest.ts';

export type BackupOptions = {
  readonly migratorUrl: string;
  /** Where contents of files lie; it need not exist. */
  readonly filesDir: string;
  /** A new or empty folder. */
  readonly folder: string;
  readonly title: string;
};

/** Name of the folder within a backup that holds the contents of files. */
export const filesFolder = 'files';

/**
 * Writes a backup: all tables as they were at one moment, then the contents of files. Contents are never changed once
 * written, so that those copied later still fit the tables; one removed meanwhile is missing in both soon enough.
 */
export async function takeBackup({ migratorUrl, filesDir, folder, title }: BackupOptions): Promise<Manifest> {
  const takenAt = new Date().toISOString();
  await makeEmpty(folder);
  const dump = await dumpTables(migratorUrl, folder);
  const hasFiles = await isFolder(filesDir);
  if (hasFiles) await cp(filesDir, path.join(folder, filesFolder), { recursive: true, filter: isWhole });
  const manifest: Manifest = { format: 1, takenAt, title, hasFiles, ...dump };
  await writeManifest(folder, manifest);
  return manifest;
}

// What an upload or a job is still writing.
const isWhole = (file: string) => !file.endsWith('.part');

async function makeEmpty(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const found = await readdir(folder);
    if (found.length > 0) throw new StartError('E_BACKUP_FOLDER', { folder, got: '目录不是空的' });
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError('E_BACKUP_FOLDER', { folder, got: messageOf(error) }, { cause: error });
  }
}

async function isFolder(folder: string): Promise<boolean> {
  try {
    return (await stat(folder)).isDirectory();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}
