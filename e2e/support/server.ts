import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { studentSecret } from './student.ts';

const serverFile = path.resolve('dist/server/main.js');
const startMilliseconds = 120_000;
const stopMilliseconds = 30_000;

/** A server of the built product in demo mode, and what ends it. */
export type RunningServer = {
  readonly baseUrl: string;
  /** Where it runs; its data lie in `data` below it. */
  readonly folder: string;
  readonly stop: () => Promise<void>;
};

/** Starts the built server with the documents of a folder, on a free port, with an empty data folder. */
export async function startServer(
  schemasDir: string,
  password: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<RunningServer> {
  if (!existsSync(serverFile)) throw new Error(`${serverFile} is missing: run \`npm run build\` first`);
  const folder = mkdtempSync(path.join(tmpdir(), 'learning-platform-e2e-'));
  // The database may run as another user, who has to reach its folder.
  chmodSync(folder, 0o755);
  // The server runs there, so that it reads no developer's `.env`, which may name a database with real rows.
  symlinkSync(path.resolve('dist'), path.join(folder, 'dist'));
  const port = await freePort();
  const { DATABASE_URL: _, ...environment } = process.env;
  const server = spawn(process.execPath, ['--enable-source-maps', serverFile], {
    cwd: folder,
    env: {
      ...environment,
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: path.join(folder, 'data'),
      SCHEMAS_DIR: path.resolve(schemasDir),
      MODE: 'demo',
      DEMO_SIZE: 'small',
      DEMO_PASSWORD: password,
      LOG_LEVEL: 'warn',
      // Journeys are made at any hour.
      SMS_HOURS: '0-24',
      CALL_HOURS: '0-24',
      STUDENT_APP_SECRET: studentSecret,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const readOutput = collectOutput(server);
  const stop = async () => {
    const hasEndedUnasked = hasEnded(server);
    await stopServer(server);
    rmSync(folder, { recursive: true, force: true });
    if (hasEndedUnasked) throw new Error(`the server ended during the journeys:\n${readOutput()}`);
  };
  const baseUrl = `http://127.0.0.1:${port}`;
  if (!(await isReady(server, baseUrl))) {
    await stop().catch(() => undefined);
    throw new Error(`the server did not get ready on ${baseUrl}:\n${readOutput()}`);
  }
  return { baseUrl, folder, stop };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

function collectOutput(server: ChildProcess): () => string {
  let output = '';
  const collect = (chunk: Buffer) => {
    output = `${output}${chunk}`.slice(-20_000);
  };
  server.stdout?.on('data', collect);
  server.stderr?.on('data', collect);
  return () => output;
}

const hasEnded = (server: ChildProcess) => server.exitCode !== null || server.signalCode !== null;

async function isReady(server: ChildProcess, baseUrl: string): Promise<boolean> {
  const giveUpAt = Date.now() + startMilliseconds;
  while (Date.now() < giveUpAt && !hasEnded(server)) {
    const answer = await fetch(`${baseUrl}/readyz`).catch(() => undefined);
    if (answer?.ok) return true;
    await sleep(200);
  }
  return false;
}

async function stopServer(server: ChildProcess): Promise<void> {
  if (hasEnded(server)) return;
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGTERM');
  await Promise.race([ended, sleep(stopMilliseconds, undefined, { ref: false })]);
  if (!hasEnded(server)) server.kill('SIGKILL');
}
