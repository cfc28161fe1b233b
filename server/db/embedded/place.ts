import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, chownSync, cpSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { messageOf, StartError } from '../../kernel/errors/start-error.ts';
import { madeFolders } from '../../kernel/folders/made-folder.ts';
import { type Binaries, packagedBinaries, program } from './binaries.ts';
import { canEnter, canRun, type OperatingUser, operatingUser } from './operating-user.ts';

/** Where the embedded server lives and as whom it runs. */
export type DataFolder = {
  /** Holds `data`, the superuser's password, the log and the holder's note. */
  readonly folder: string;
  readonly data: string;
  readonly binaries: Binaries;
  readonly user: OperatingUser | undefined;
};

export type Log = { info(message: string): void; warn(message: string): void };

/** Where root keeps what an unprivileged user must reach, when the data folder itself is out of its reach. */
const fallbackRoot = '/var/lib/learning-platform-admin';

/** Our folder in the data folder; made where it is missing. Whatever else we keep lies in it, or is noted in it. */
export function ownFolder(dataDir: string): string {
  const own = path.join(dataDir, 'postgres');
  makeFolder(own);
  return own;
}

/** Finds a folder and programs that the server's user can reach, making folders as needed. `own` is held by us. */
export function findDataFolder(own: string, log: Log, sharedRoot: string = fallbackRoot): DataFolder {
  const noted = notedDataFolder(own);
  const filled = [own, noted].find(
    (folder) => folder !== undefined && existsSync(path.join(folder, 'data', 'PG_VERSION')),
  );
  const user = operatingUser(filled === undefined ? [] : [path.join(filled, 'data')]);
  const folder = filled === undefined ? newFolder(own, sharedRoot, user, log) : knownFolder(own, filled, user, log);
  const packaged = packagedBinaries();
  const binaries = canRun(program(packaged, 'postgres'), user)
    ? packaged
    : copiedBinaries(packaged, user, sharedRoot, log);
  return { folder, data: path.join(folder, 'data'), binaries, user };
}

/** Data that are there but out of reach must not be answered with a new, empty database. */
function knownFolder(own: string, filled: string, user: OperatingUser | undefined, log: Log): string {
  if (!canEnter(filled, user)) throw outsidePolicy(filled, user);
  if (filled !== own) log.warn(`数据库位于 ${filled}（建立时只有 root 能进入 ${own}）`);
  return filled;
}

function newFolder(own: string, sharedRoot: string, user: OperatingUser | undefined, log: Log): string {
  if (canEnter(own, user)) return own;
  // Named anew each time: a data folder that was removed and made again begins with an empty database.
  const name = createHash('sha256').update(own).digest('hex').slice(0, 12);
  const away = path.join(sharedRoot, `${name}-${randomBytes(4).toString('hex')}`, 'postgres');
  if (user === undefined) throw outsidePolicy(own, user);
  makeFolder(away);
  if (!canEnter(away, user)) throw outsidePolicy(away, user);
  writeFileSync(path.join(own, noteName), `${away}\n`);
  log.warn(`只有 root 能进入 ${own}，数据库改存于 ${away}`);
  return away;
}

const noteName = 'kept-elsewhere';

function notedDataFolder(own: string): string | undefined {
  const note = path.join(own, noteName);
  return existsSync(note) ? readFileSync(note, 'utf8').trim() : undefined;
}

function outsidePolicy(folder: string, user: OperatingUser | undefined): StartError {
  return new StartError('E_DATA_FOLDER', { folder, got: `操作系统用户 ${user?.uid ?? process.getuid?.()} 无法进入` });
}

function makeFolder(folder: string): void {
  try {
    // Passable for the server's user whatever the umask; the data themselves are 0700.
    for (const made of madeFolders(folder)) chmodSync(made, 0o755);
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
