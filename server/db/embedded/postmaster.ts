import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import pg from 'pg';
import { keptSecret, randomKey, readSecret } from '../../kernel/crypto/kept-secrets.ts';
import { codeOf, messageOf, StartError } from '../../kernel/errors/start-error.ts';
import { program } from './binaries.ts';
import { spawnAs } from './operating-user.ts';
import { type DataFolder, giveTo, type Log } from './place.ts';
import { isGoneWithin, isPostmasterOf } from './process-facts.ts';

/** A PostgreSQL server that is ready for connections. */
export type Postmaster = {
  readonly pid: number;
  readonly port: number;
  readonly password: string;
  readonly child: ChildProcess;
};

const superuser = 'postgres';

/** Address of the superuser at `host:port`. */
export function superuserAddress(address: string, password: string): string {
  return `postgresql://${superuser}:${password}@${address}/postgres`;
}

const environment = { PATH: '/usr/bin:/bin', LANG: 'C', TZ: 'UTC' };

// For a small machine. Errors are reported by us, not in the server's log, where they would leave personal data.
const serverSettings: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '60',
  shared_buffers: '128MB',
  effective_cache_size: '512MB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  max_wal_size: '2GB',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  log_min_messages: 'log',
  log_checkpoints: 'off',
  password_encryption: 'scram-sha-256',
};

/** Makes the data folder where there is none; a half-made one of an interrupted attempt is thrown away. */
export async function ensureCluster(place: DataFolder): Promise<void> {
  if (existsSync(path.join(place.data, 'PG_VERSION'))) return;
  const draft = `${place.data}.new`;
  rmSync(draft, { recursive: true, force: true });
  const passwordFile = path.join(place.folder, 'superuser-password');
  keptSecret(passwordFile, randomKey);
  giveTo(place.user, passwordFile);
  mkdirSync(draft, { mode: 0o700 });
  giveTo(place.user, draft);
  const args = [
    '-D',
    draft,
    '-U',
    superuser,
    '--encoding=UTF8',
    `--locale=${clusterLocale()}`,
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--no-instructions',
  ];
  const outcome = await run(program(place.binaries, 'initdb'), args, place);
  if (outcome.status !== 0) throw new StartError('E_DATABASE_START', { got: `initdb: ${outcome.output}` });
  renameSync(draft, place.data);
}

// With the plain C locale pg_trgm finds no trigrams in Chinese text.
function clusterLocale(): string {
  return process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8';
}

function run(
  command: string,
  args: readonly string[],
  place: DataFolder,
): Promise<{ status: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: place.folder,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...spawnAs(place.user),
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, output: output.trim() }));
  });
}

/** Ends a server that outlived the process which started it (we were killed), and clears the note of one that is gone. */
export async function endLeftOver(place: DataFolder, log: Log): Promise<void> {
  const note = path.join(place.data, 'postmaster.pid');
  if (!existsSync(note)) return;
  const pid = Number(readFileSync(note, 'utf8').split('\n')[0]);
  if (isPostmasterOf(pid, place.data)) {
    log.warn(`上次未正常退出，正在结束遗留的 PostgreSQL（进程 ${pid}）`);
    await stopServer(pid);
  }
  // PostgreSQL itself would take any living process with that number for a rival.
  rmSync(note, { force: true });
}

/** Stops a server: sessions are ended and data flushed; harsher after half a minute. */
export async function stopServer(pid: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if (codeOf(error) === 'ESRCH') return;
      throw error;
    }
    if (await isGoneWithin(pid, 30_000)) return;
  }
}

/** Starts the server on a port of the loopback, a free one unless told, and waits until it answers. */
export async function startServer(
  place: DataFolder,
  log: Log,
  extraSettings: Readonly<Record<string, string>> = {},
  wantedPort?: number,
): Promise<Postmaster> {
  const password = superuserPassword(place);
  const logFile = path.join(place.folder, 'postgres.log');
  let reason = '';
  for (let attempt = 0; attempt < 5; attempt++) {
    const port = wantedPort ?? (await freePort());
    const logStart = trimLog(logFile);
    const child = launch(place, port, logFile, extraSettings);
    const outcome = await readiness(child, port, password, log);
    if (outcome === 'ready' && child.pid !== undefined) return { pid: child.pid, port, password, child };
    reason = readFileSync(logFile).subarray(logStart).toString().trim() || outcome;
    // Another program may have taken the port; the memory of a killed server is freed when its last session notices.
    if (!/could not bind|Address already in use|shared memory block/i.test(reason)) break;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new StartError('E_DATABASE_START', { got: reason });
}

function superuserPassword({ folder }: DataFolder): string {
  const file = path.join(folder, 'superuser-password');
  const password = readSecret(file) ?? '';
  if (password === '')
    throw new StartError('E_DATABASE_START', { got: `${file} 不在或是空的，请放回与数据一同建立的那个` });
  return password;
}

function launch(
  place: DataFolder,
  port: number,
  logFile: string,
  extraSettings: Readonly<Record<string, string>>,
): ChildProcess {
  const all = { ...serverSettings, port: String(port), ...extraSettings };
  const args = ['-D', place.data, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const output = openSync(logFile, 'a', 0o600);
  // A session of its own: Ctrl-C in the terminal reaches us alone, and we stop the server in order.
  const child = spawn(program(place.binaries, 'postgres'), args, {
    cwd: place.data,
    env: environment,
    detached: true,
    stdio: ['ignore', output, output],
    ...spawnAs(place.user),
  });
  closeSync(output);
  child.unref();
  return child;
}

/** Begins the log anew when it has grown large; answers where this start's lines begin. */
function trimLog(file: string): number {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size < 10_000_000) return size;
  rmSync(file);
  return 0;
}

const patience = 300_000;

async function readiness(child: ChildProcess, port: number, password: string, log: Log): Promise<string> {
  let ended: string | undefined;
  child.once('error', (error) => (ended = error.message));
  child.once('exit', (code, signal) => (ended = `退出码 ${code ?? signal}`));
  const begin = Date.now();
  let told = begin;
  while (ended === undefined && Date.now() - begin < patience) {
    const client = new pg.Client({
      host: '127.0.0.1',
      port,
      user: superuser,
      password,
      database: 'postgres',
      connectionTimeoutMillis: 5_000,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.end();
      return 'ready';
    } catch (error) {
      // 57P03: still recovering after a crash, which may take a while.
      if (codeOf(error) !== 'ECONNREFUSED' && codeOf(error) !== '57P03') ended = ended ?? messageOf(error);
    }
    if (Date.now() - told > 10_000) {
      told = Date.now();
      log.info('PostgreSQL 正在恢复，请稍候……');
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  if (child.exitCode === null && child.pid !== undefined) await stopServer(child.pid);
  return ended ?? `${patience / 1000} 秒内没有应答`;
}

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}
