import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { messageOf, StartError } from '../kernel/errors/start-error.ts';
import { madeFolders } from '../kernel/folders/made-folder.ts';

/** Makes folders that are missing and writes a byte into each, so that one nobody can write to is known at the start (E_DATA_FOLDER). */
export function ensureFolders(folders: readonly string[]): void {
  for (const folder of folders) {
    const probe = path.join(folder, `.probe-${process.pid}`);
    try {
      madeFolders(folder);
      writeFileSync(probe, '.');
      rmSync(probe);
    } catch (error) {
      throw new StartError('E_DATA_FOLDER', { folder, got: messageOf(error) }, { cause: error });
    }
  }
}
