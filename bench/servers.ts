import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { loadOnce } from '../engine/model/cache/index.ts';
import { buildServer } from '../scripts/lib/build.mjs';
import { serverFlags } from '../scripts/lib/server-process.mjs';
import { benchSecret } from './bench-size.ts';
import type { BenchDatabase } from './database.ts';

/** A server under load: its address and its process. */
export type BenchServer = { readonly url: string; readonly pid: number; stop(): Promise<void> };

/** What a run's product may differ in. */
export type ProductOptions = {
  /** Background jobs it works on at a time; none unless told, since what runs on schedule would change the rows that are measured. */
  readonly jobWorkers?: number;
  /** The core it runs on; any of them unless told. */
  readonly core?: number;
  /** Its folder of data. */
  readonly data?: string;
};

/** Starts the product as it is delivered, on the run's database; `BENCH_BUILT` names a build made before. */
export async function startProduct(
  { server }: BenchDatabase,
  { jobWorkers = 0, core, data = '.cache/bench/data' }: ProductOptions = {},
): Promise<BenchServer> {
  const folder = process.env.BENCH_BUILT ?? (await built());
  const port = await freePort();
  const url = new URL(server.superuserUrl);
  url.pathname = '/bench';
  const args = [...profiling(), ...serverFlags, path.join(folder, 'main.js')];
  const command = core === undefined ? [process.execPath] : ['taskset', '-c', String(core), process.execPath];
  return start([...command, ...args], port, {
    DATABASE_URL: url.href,
    SECRET_KEY: benchSecret,
    MODE: 'production',
    LOG_LEVEL: 'warn',
    JOB_WORKERS: String(jobWorkers),
    DATA_DIR: data,
    HOST: '127.0.0.1',
  });
}

/** Built once, however many nodes a run starts. */
const built = loadOnce(async (): Promise<string> => {
  const folder = '.cache/bench/server';
  const { code } = await buildServer(folder);
  if (code !== 0) throw new Error('the server could not be built');
  return folder;
});

/** With `BENCH_PROFILE=<folder>` the product leaves a profile of its CPU there. */
function profiling(): readonly string[] {
  const folder = process.env.BENCH_PROFILE;
  return folder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${folder}`];
}

/** Starts the yardstick beside it, as the same role. */
export async function startBare({ urls }: BenchDatabase, script = 'bench/bare-server.ts'): Promise<BenchServer> {
  return start([process.execPath, '--import', 'tsx', script], await freePort(), { DATABASE_URL: urls.appUrl });
}

async function start([command = '', ...args]: readonly string[], port: number, env: Readonly<Record<string, string>>) {
  const child = spawn(command, args, {
    env: { ...process.env, ...env, PORT: String(port), NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  await answering(url, child);
  return { url, pid: child.pid ?? 0, stop: () => stopped(child) };
}

/** Waits until a server answers; it is given ten minutes, since a demo company may have to be made first. */
export async function answering(url: string, child: ChildProcess): Promise<void> {
  const until = Date.now() + 600_000;
  while (Date.now() < until) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
    const isUp = await fetch(url).then(
      () => true,
      () => false,
    );
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`nothing answers at ${url}`);
}

export function stopped(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

const ticksPerSecond = 100;

/** Where `/proc/<pid>/stat` tells the ticks of a process, after its name; those of its children that ended come next. */
const ticksAt = { own: 11, ended: 13 } as const;

/** Seconds of CPU a process has used. */
export function cpuSeconds(pid: number): number {
  return secondsAt(pid, ticksAt.own);
}

function secondsAt(pid: number, place: number): number {
  const [, fields = ''] = /^\d+ \(.*\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
  const [user, system] = fields
    .split(' ')
    .slice(place, place + 2)
    .map(Number);
  return ((user ?? 0) + (system ?? 0)) / ticksPerSecond;
}

/** Seconds of CPU the sessions of a database server have used, those that have ended too. */
export function databaseCpuSeconds(postmaster: number): number {
  let sum = secondsAt(postmaster, ticksAt.ended);
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const status = readFileSync(`/proc/${name}/status`, 'utf8');
      if (new RegExp(`^PPid:\\s+${postmaster}$`, 'm').test(status)) sum += cpuSeconds(Number(name));
    } catch {
      // Ended meanwhile.
    }
  }
  return sum;
}

/** Megabytes of memory a process holds. */
export function memoryOf(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

/** Most megabytes a process held since its start, or since `forgetPeak`. */
export function peakMemoryOf(pid: number): number {
  const [, kilobytes] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

/** Counts the peak of a process from here on. */
export function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}
