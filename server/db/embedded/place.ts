import { createHash } from 'node:crypto';
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { messageOf, StartError } from '../../start-error.ts';
import { type Binaries, packagedBinaries, program } from './binaries.ts';
import { canEnter, canRun, type OperatingUser, operatingUser } from './operating-user.ts';

/** Where the embedded server lives and as whom it runs. */
export type Place = {
  /** Holds `data`, the superuser's password, the log and the holder's note. */
  readonly folder: string;
  readonly data: string;
  readonly binaries: Binaries;
  readonly user: OperatingUser | undefined;
};

export type Log = { info(message: string): void; warn(message: string): void };

/** Where root keeps what an unprivileged user must reach, when the data folder itself is out of its reach. */
export const fallbackRoot = '/var/lib/learning-platform-admin';

/** Finds a folder and programs that the server's user can reach, making folders as needed. */
export function findPlace(dataDir: string, log: Log, sharedRoot: string = fallbackRoot): Place {
  const own = path.join(dataDir, 'postgres');
  const away = path.join(
    sharedRoot,
    createHash('sha256').update(path.resolve(dataDir)).digest('hex').slice(0, 16),
    'postgres',
  );
  const filled = [own, away].filter((folder) => existsSync(path.join(folder, 'data', 'PG_VERSION')));
  const user = operatingUser(filled.map((folder) => path.join(folder, 'data')));
  const folder = chooseFolder(own, away, filled[0], user, log);
  const packaged = packagedBinaries();
  const binaries = canRun(program(packaged, 'postgres'), user)
    ? packaged
    : copiedBinaries(packaged, user, sharedRoot, log);
  return { folder, data: path.join(folder, 'data'), binaries, user };
}

function chooseFolder(
  own: string,
  away: string,
  filled: string | undefined,
  user: OperatingUser | undefined,
  log: Log,
): string {
  const wanted = filled ?? own;
  makeFolder(wanted);
  if (canEnter(wanted, user)) {
    if (wanted === away) log.warn(`数据库位于 ${away}（此前数据目录无法由数据库用户进入）`);
    return wanted;
  }
  // Data that are there but out of reach must not be answered with a new, empty database.
  if (filled !== undefined || user === undefined) {
    throw new StartError('E_DATA_FOLDER', {
      folder: wanted,
      got: `操作系统用户 ${user?.uid ?? process.getuid?.()} 无法进入`,
    });
  }
  makeFolder(away);
  if (!canEnter(away, user))
    throw new StartError('E_DATA_FOLDER', { folder: away, got: `操作系统用户 ${user.uid} 无法进入` });
  log.warn(`只有 root 能进入 ${own}，数据库改存于 ${away}`);
  return away;
}

function makeFolder(folder: string): void {
  try {
    // Passable for the server's user whatever the umask; the data themselves are 0700.
    const made = mkdirSync(folder, { recursive: true });
    for (let step = folder; made !== undefined && step.length >= made.length; step = path.dirname(step))
      chmodSync(step, 0o755);
  } catch (error) {
    throw new StartError('E_DATA_FOLDER', { folder, got: messageOf(error) }, { cause: error });
  }
}

function copiedBinaries(packaged: Binaries, user: OperatingUser | undefined, sharedRoot: string, log: Log): Binaries {
  const root = path.join(sharedRoot, `binaries-${packaged.version}`);
  const copy = { ...packaged, root };
  if (user !== undefined && !existsSync(root)) {
    makeFolder(sharedRoot);
    const half = `${root}.${process.pid}`;
    cpSync(packaged.root, half, { recursive: true, verbatimSymlinks: true });
    chmodSync(half, 0o755);
    try {
      renameSync(half, root);
    } catch (error) {
      rmSync(half, { recursive: true, force: true });
      if (!existsSync(root)) throw error;
    }
  }
  if (!canRun(program(copy, 'postgres'), user)) {
    throw new StartError('E_DATABASE_BINARIES', {
      expected: packaged.root,
      got: `操作系统用户 ${user?.uid ?? process.getuid?.()} 无法运行`,
    });
  }
  log.warn(`数据库程序无法由操作系统用户 ${user?.uid} 运行，改用副本 ${root}`);
  return copy;
}

/** Gives a file or folder to the server's user. */
export function giveTo(user: OperatingUser | undefined, file: string): void {
  if (user !== undefined) chownSync(file, user.uid, user.gid);
}
