import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { inject } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');

/** Programs for tests alone that run as processes of their own, in order to be killed. */
const programs = {
  'hold-database': 'server/testing/built/hold-database.ts',
  'job-node': 'server/testing/job-node.ts',
  'make-secret': 'server/testing/built/make-secret.ts',
  'start-tables': 'server/testing/built/start-tables.ts',
};

/** What a test starts as a process of its own. */
export type Program = 'main' | 'backup' | 'restore' | 'audit-verify' | keyof typeof programs;

/** The server built as it is shipped: its processes start in a third of the time they take from the source. */
export type BuiltServer = { readonly folder: string; remove(): void };

/** Builds it once for all tests. */
export async function buildServer(): Promise<BuiltServer> {
  const folder = `.cache/built-server/${process.pid}`;
  const script = `const { buildServer } = await import('./scripts/lib/build.mjs');
    process.exit((await buildServer(${JSON.stringify(folder)}, ${JSON.stringify(programs)})).code);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let text = '';
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const code = await new Promise((resolve) => child.once('exit', resolve));
  if (code !== 0) throw new Error(`the server cannot be built: ${text}`);
  return {
    folder: path.join(root, folder),
    remove: () => rmSync(path.join(root, folder), { recursive: true, force: true }),
  };
}

/** The built file of a program. */
export function builtProgram(name: Program): string {
  return path.join(inject('built'), `${name}.js`);
}
