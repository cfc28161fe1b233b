import { takeHold } from './embedded/holder.ts';
import { findPlace, type Log, ownFolder, type Place } from './embedded/place.ts';
import {
  endLeftOver,
  ensureCluster,
  type Postmaster,
  startServer,
  stopServer,
  superuserAddress,
} from './embedded/postmaster.ts';

export type EmbeddedPostgresOptions = {
  /** The product's data folder; the database lies in `postgres` below it. */
  readonly dataDir: string;
  readonly log: Log;
  /** Server settings that differ from ours, for example `fsync=off` under tests. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Where root keeps what the database's user must reach but cannot in `dataDir`; a folder of the system unless told. */
  readonly fallbackRoot?: string;
  /** Called when the server ends without having been asked to. */
  readonly onLost?: () => void;
};

export type EmbeddedPostgres = {
  /** Address of the superuser; for `bootstrapDatabase` alone. */
  readonly superuserUrl: string;
  readonly port: number;
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
  let place: Place;
  let server: Postmaster;
  try {
    place = findPlace(own, options.log, options.fallbackRoot);
    await endLeftOver(place, options.log);
    await ensureCluster(place);
    server = await startServer(place, options.log, options.settings);
  } catch (error) {
    hold.release();
    throw error;
  }
  hold.setAddress(`127.0.0.1:${server.port}`);
  const { pid, port, password } = server;
  // Last resort when the process ends without having called stop().
  const onExit = () => process.kill(pid, 'SIGINT');
  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= (async () => {
      process.off('exit', onExit);
      if (server.child.exitCode === null && server.child.signalCode === null) await stopServer(pid);
      hold.release();
    })();
    return stopping;
  };
  process.once('exit', onExit);
  server.child.once('exit', () => {
    process.off('exit', onExit);
    if (stopping === undefined) options.onLost?.();
  });
  return {
    superuserUrl: superuserAddress(`127.0.0.1:${port}`, password),
    port,
    pid,
    folder: place.folder,
    stop,
  };
}
