import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';

const child = path.join(import.meta.dirname, 'child-server.mjs');
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'child-server-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const until = async (isSo: () => boolean) => {
  for (let tries = 0; tries < 100 && !isSo(); tries++) await sleep(50);
  return isSo();
};

/** A script as npm runs one: below a shell. It starts a server that writes down its id, and how it ended. */
async function started(signal: NodeJS.Signals, env: NodeJS.ProcessEnv) {
  const [script, server] = [path.join(folder, 'script.mjs'), path.join(folder, 'server.mjs')];
  const [begun, ended] = [path.join(folder, 'begun'), path.join(folder, 'ended')];
  writeFileSync(
    server,
    `import { writeFileSync } from 'node:fs';
    process.on('SIGTERM', () => { writeFileSync(${JSON.stringify(ended)}, 'SIGTERM'); process.exit(0); });
    writeFileSync(${JSON.stringify(begun)}, String(process.pid));
    setInterval(() => {}, 1000);`,
  );
  writeFileSync(
    script,
    `import { onNpmGone, onStopSignal, startChild } from ${JSON.stringify(child)};
    const server = startChild(process.execPath, [${JSON.stringify(server)}]);
    onStopSignal(server.stop);
    onNpmGone(server.stop);
    process.exit(await server.ended);`,
  );
  // Two commands, so that the shell stays between us and the script.
  const shell = spawn('sh', ['-c', `"${process.execPath}" "${script}"; true`], { env, stdio: 'ignore' });
  expect(await until(() => existsSync(begun))).toBe(true);
  shell.kill(signal);
  return { pid: Number(readFileSync(begun, 'utf8')), hasEnded: () => existsSync(ended) };
}

it.each(['SIGTERM', 'SIGKILL'] as const)('ends the server when npm alone is ended by %s', async (signal) => {
  const { hasEnded } = await started(signal, { ...process.env, npm_lifecycle_event: 'start' });
  expect(await until(hasEnded)).toBe(true);
});

it('lets a server go on that nobody ran by npm', async () => {
  const { npm_lifecycle_event: _, ...env } = process.env;
  const { pid, hasEnded } = await started('SIGTERM', env);
  await sleep(1200);
  expect(hasEnded()).toBe(false);
  process.kill(pid, 'SIGTERM');
  expect(await until(hasEnded)).toBe(true);
});
