import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../db/embedded/embedded-postgres.ts';
import { takeHold } from '../db/embedded/holder.ts';
import { findDataFolder, ownFolder } from '../db/embedded/place.ts';
import { endLeftOver } from '../db/embedded/postmaster.ts';

const prefix = 'learning-platform-test-';
const quiet = { info: () => undefined, warn: () => undefined };

/** A folder for throw-away data that the database's user can enter too. */
export function temporaryFolder(name = 'learning-platform-folder-'): string {
  const folder = mkdtempSync(path.join(tmpdir(), name));
  chmodSync(folder, 0o755);
  return folder;
}

/** A PostgreSQL for tests alone: fast because nothing needs to survive a power cut. */
export async function startTestCluster(): Promise<EmbeddedPostgres> {
  await removeAbandoned();
  const folder = temporaryFolder(prefix);
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '500' };
  const cluster = await startEmbeddedPostgres({ dataDir: folder, log: quiet, settings });
  const stop = async () => {
    await cluster.stop();
    rmSync(cluster.folder, { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
  };
  return { ...cluster, stop };
}

/** Ends clusters whose test run was killed, and removes their folders. */
async function removeAbandoned(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(prefix))) {
    const folder = path.join(tmpdir(), name);
    if (!existsSync(path.join(folder, 'postgres'))) continue;
    try {
      const own = ownFolder(folder);
      takeHold(own);
      const place = findDataFolder(own, quiet);
      await endLeftOver(place, quiet);
      rmSync(place.folder, { recursive: true, force: true });
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // Held by a run that is alive, or another user's: not ours to remove.
    }
  }
}
