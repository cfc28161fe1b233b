import { statfsSync } from 'node:fs';

const inMemory = '/dev/shm';
/** Bytes that databases, browsers and files of all tests need at most, with much to spare. */
const needed = 8 * 2 ** 30;

/**
 * Where tests put what they throw away: in memory where there is room, so that nothing of it is ever written to a disk
 * or read back from one; undefined leaves it to the system, as `TMPDIR` does.
 *
 * @param {Readonly<Record<string, string | undefined>>} env
 * @param {(folder: string) => { readonly bavail: number, readonly bsize: number }} look
 */
export function temporaryFolder(env = process.env, look = (folder) => statfsSync(folder)) {
  if (env.TMPDIR) return undefined;
  try {
    const { bavail, bsize } = look(inMemory);
    return bavail * bsize >= needed ? inMemory : undefined;
  } catch {
    return undefined;
  }
}
