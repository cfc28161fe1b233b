import { createHash } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Dump } from '../db/backup/dump-tables.ts';
import { messageOf, StartError } from '../kernel/errors/start-error.ts';

/** What a backup consists of. It lies in the folder as `manifest.json`, written last: without it a backup is not whole. */
export type Manifest = Dump & {
  readonly format: 1;
  /** ISO 8601 moment the backup was begun. */
  readonly takenAt: string;
  readonly title: string;
  /** Whether the contents of files are in it. */
  readonly hasFiles: boolean;
};

const fileName = 'manifest.json';

/** Writes the manifest; from now on the backup counts. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  await writeFile(path.join(folder, fileName), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
}

/** Reads the manifest of a backup and checks every file against it. */
export async function readManifest(folder: string): Promise<Manifest> {
  const manifest = parseManifest(folder);
  for (const { file, sha256 } of manifest.tables) {
    const digest = await digestOf(path.join(folder, file)).catch((error: unknown) => {
      throw broken(folder, messageOf(error));
    });
    if (digest !== sha256) throw broken(folder, `${file} 与清单不符`);
  }
  return manifest;
}

function parseManifest(folder: string): Manifest {
  try {
    const manifest: Manifest = JSON.parse(readFileSync(path.join(folder, fileName), 'utf8'));
    if (manifest.format === 1 && Array.isArray(manifest.tables)) return manifest;
  } catch (error) {
    throw broken(folder, messageOf(error));
  }
  throw broken(folder, `${fileName} 的格式不认识`);
}

function broken(folder: string, got: string): StartError {
  return new StartError('E_BACKUP_BROKEN', { folder, got });
}

async function digestOf(file: string): Promise<string> {
  const digest = createHash('sha256');
  await pipeline(createReadStream(file), digest);
  return digest.digest('hex');
}
