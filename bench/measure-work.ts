import type { BenchDatabase } from './database.ts';
import { type BenchServer, cpuSeconds, databaseCpuSeconds, forgetPeak, peakMemoryOf } from './servers.ts';

/** What a piece of work took: seconds, seconds of CPU of the server and of the database, and the most memory of the server. */
export type Effort = {
  readonly seconds: number;
  readonly serverCpu: number;
  readonly databaseCpu: number;
  readonly peak: number;
};

/** Measures a server while it does a piece of work. */
export async function measureWork(
  server: BenchServer,
  { server: { pid } }: BenchDatabase,
  work: () => Promise<unknown>,
): Promise<Effort> {
  const before = { server: cpuSeconds(server.pid), database: databaseCpuSeconds(pid) };
  forgetPeak(server.pid);
  const begin = performance.now();
  await work();
  return {
    seconds: (performance.now() - begin) / 1000,
    serverCpu: cpuSeconds(server.pid) - before.server,
    databaseCpu: databaseCpuSeconds(pid) - before.database,
    peak: peakMemoryOf(server.pid),
  };
}

/** An effort as the report tells it. */
export function effortShown({ seconds, serverCpu, databaseCpu, peak }: Effort): string {
  return `${seconds.toFixed(1)} 秒（CPU ${serverCpu.toFixed(1)} + ${databaseCpu.toFixed(1)} 秒），内存最多 ${peak.toFixed(0)} MB`;
}
