import os from 'node:os';
import path from 'node:path';

/** How many customers a run has, and where its database is kept between runs. */
export type BenchSize = { readonly customers: number; readonly folder: string };

/** The database of a size; `BENCH_DIR` says where such databases lie. */
export function benchSize(customers: number): BenchSize {
  const base = process.env.BENCH_DIR ?? path.join(os.tmpdir(), 'learning-platform-bench');
  return { customers, folder: path.join(base, String(customers)) };
}

/** Known to all who read and write the database of a run; nothing in it is anybody's. */
export const benchSecret = 'a key for benchmarks only, never for data';
export const benchPassword = 'bench-Pass1';
