import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';

/** The operating-system user that runs PostgreSQL; undefined means our own. */
export type OperatingUser = { readonly uid: number; readonly gid: number };

/**
 * PostgreSQL refuses to run as root, so root hands it to an unprivileged user: the owner of the data
 * where there already are some, else `postgres`, else `nobody`. Needs no user to be created.
 */
export function operatingUser(existingData: readonly string[]): OperatingUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const folder of existingData) {
    const { uid, gid } = statSync(folder);
    if (uid !== 0) return { uid, gid };
  }
  return userNamed('postgres') ?? userNamed('nobody') ?? { uid: 65_534, gid: 65_534 };
}

function userNamed(name: string): OperatingUser | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid === undefined || gid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) };
}

/** Options for `spawn` that make a child run as the given user. */
export function spawnAs(user: OperatingUser | undefined): { uid?: number; gid?: number } {
  return user === undefined ? {} : { uid: user.uid, gid: user.gid };
}

/** Whether the user can enter the folder: every folder above it must let it pass. */
export function canEnter(folder: string, user: OperatingUser | undefined): boolean {
  return (
    spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { cwd: '/', stdio: 'ignore', ...spawnAs(user) }).status === 0
  );
}

/** Whether the user can run the program, libraries included. */
export function canRun(program: string, user: OperatingUser | undefined): boolean {
  return spawnSync(program, ['--version'], { cwd: '/', stdio: 'ignore', ...spawnAs(user) }).status === 0;
}
