import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { builtProgram } from './built/built-server.ts';
import type { TestDatabase } from './test-database.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Starts a process that works on jobs, for killing it; answers when it works. */
export async function startJobProcess(database: TestDatabase, schemas = 'schemas'): Promise<ChildProcess> {
  const child = spawn(process.execPath, [builtProgram('job-node')], {
    cwd: root,
    env: {
      ...process.env,
      TEST_DATABASE: database.name,
      TEST_URL: database.appUrl,
      TEST_KEY: database.secretKey,
      TEST_SCHEMAS: path.resolve(root, schemas),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (child.stdout !== null) await once(child.stdout, 'data');
  return child;
}

/** Ends it without a chance to tidy up. */
export async function killProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
