import { readFileSync } from 'node:fs';
import path from 'node:path';
import { heldAddress } from './holder.ts';
import { findDataFolder } from './place.ts';
import { superuserAddress } from './postmaster.ts';

const quiet = { info: () => undefined, warn: () => undefined };

/** Address of the superuser of a server that another process runs on the data folder; undefined where none runs. */
export function runningPostgres(dataDir: string): string | undefined {
  const own = path.join(dataDir, 'postgres');
  const address = heldAddress(own);
  if (address === undefined) return undefined;
  const password = readFileSync(path.join(findDataFolder(own, quiet).folder, 'superuser-password'), 'utf8').trim();
  return superuserAddress(address, password);
}
