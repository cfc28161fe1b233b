import type { StartError } from '../../kernel/errors/start-error.ts';
import { takeHold } from './holder.ts';
import { type DataFolder, findDataFolder, type Log, ownFolder } from './place.ts';
import { endLeftOver, ensureCluster, superuserAddress } from './postmaster.ts';
import { RestartingServer, type RestartPolicy } from './restarting-server.ts';

export type EmbeddedPostgresOptions = {
  /** The product's data folder; the database lies in `postgres` below it. */
  readonly dataDir: string;
  readonly log: Log;
  /** Server settings that differ from ours, for example `fsync=off` under tests. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Where root keeps what the database's user must reach but cannot in `dataDir`; a folder of the system unless told. */
  readonly fallbackRoot?: string;
  /** Whether and how a server that ends without having been asked to is started again; not at all unless told. */
  readonly restarts?: RestartPolicy;
  /** Called when the server ended without having been asked to, and was not to be started again (E_DATABASE_LOST). */
  readonly onLost?: (error: StartError) => void;
};

export type EmbeddedPostgres = {
  /** Address of the superuser; for `bootstrapDatabase` alone. */
  readonly superuserUrl: string;
  readonly port: number;
  /** Of the server there is now; another one after a restart. */
  readonly pid: number;
  /** Where the data really lie; not below the data folder when only root can enter that. */
  readonly folder: string;
  /** Stops the server in order and lets go of the folder. Safe to call twice. */
  stop(): Promise<void>;
};

/**
 * Starts our own PostgreSQL on the data folder: made on first use, reachable on the loopback alone.
 * A folder that another server holds is refused; a server left over from a killed process is ended first.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const own = ownFolder(options.dataDir);
  const hold = takeHold(own);
  let place: DataFolder;
  let running: RestartingServer;
  try {
    place = findDataFolder(own, options.log, options.fallbackRoot);
    await endLeftOver(place, options.log);
    await ensureCluster(place);
    running = await RestartingServer.start({ ...options, place });
  } catch (error) {
    hold.release();
    throw error;
  }
  const { port, password } = running.server;
  hold.setAddress(`127.0.0.1:${port}`);
  // Last resort when the process ends without having called stop().
  const onExit = () => interrupt(running.server.pid);
  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= (async () => {
      await running.stop();
      process.off('exit', onExit);
      hold.release();
    })();
    return stopping;
  };
  process.once('exit', onExit);
  return {
    superuserUrl: superuserAddress(`127.0.0.1:${port}`, password),
    port,
    get pid() {
      return running.server.pid;
    },
    folder: place.folder,
    stop,
  };
}

/** Asks a server to end, if it is there at all. */
function interrupt(pid: number): void {
  try {
    process.kill(pid, 'SIGINT');
  } catch {
    // It has ended before us.
  }
}
