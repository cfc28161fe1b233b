// `npm run dev`: the app with hot reload and the server restarting on change, at one address.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseEnv } from 'node:util';
import { generate } from './lib/build.mjs';
import { onNpmGone, onStopSignal, startChild } from './lib/child-server.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { requireNode } from './lib/node-version.mjs';
import { binaryOf, root } from './lib/run.mjs';

requireNode();
await ensureInstalled();
const generated = await generate();
if (generated.code !== 0) process.exit(generated.code);

const envFile = path.join(root, '.env');
const settings = { ...(existsSync(envFile) ? parseEnv(readFileSync(envFile, 'utf8')) : {}), ...process.env };
const host = settings.HOST || '127.0.0.1';
const port = Number(settings.PORT || 8000);
const apiPort = Number(settings.API_PORT || port + 1);
const { API_PORT: _, ...env } = process.env;

// The database outlives the server: a change is answered as soon as the program is loaded again.
const database = settings.DATABASE_URL
  ? undefined
  : startChild(process.execPath, [binaryOf('tsx'), 'scripts/dev-database.ts'], {
      cwd: root,
      env,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
// Until the server is there, only the database has to be told.
let stop = (signal) => database?.stop(signal);
onStopSignal((signal) => stop(signal));
onNpmGone((signal) => stop(signal));
const databaseUrl = database === undefined ? undefined : await addressOf(database);

const server = startChild(
  process.execPath,
  [binaryOf('tsx'), 'watch', '--clear-screen=false', '--include', 'schemas/**/*.json', 'server/main.ts'],
  {
    cwd: root,
    env: { ...env, HOST: '127.0.0.1', PORT: String(apiPort), ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) },
  },
);
const app = startChild(process.execPath, [binaryOf('vite'), '--clearScreen', 'false', '--logLevel', 'warn'], {
  cwd: root,
  env: { ...env, HOST: host, PORT: String(port), API_PORT: String(apiPort) },
});

// Told once: the watcher kills a server that is told to end a second time, before its database has ended.
let isStopping = false;
stop = (signal) => {
  if (isStopping) return;
  isStopping = true;
  server.stop(signal);
  app.stop('SIGTERM');
};
tellAddress();

const code = await Promise.race([server.ended, app.ended]);
stop('SIGTERM');
await Promise.all([server.ended, app.ended]);
database?.stop('SIGTERM');
await database?.ended;
process.exit(code);

/** The address of the database, once it is there; ends with its exit code where it cannot be started. */
async function addressOf({ child, ended }) {
  const told = new Promise((resolve) => child.once('message', ({ address }) => resolve(address)));
  const outcome = await Promise.race([told, ended]);
  if (typeof outcome === 'number') process.exit(outcome);
  return outcome;
}

/** Tells the one address to open, after the server has told its own. */
async function tellAddress() {
  const isReady = () =>
    fetch(`http://127.0.0.1:${apiPort}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
  while (!isStopping && !(await isReady())) await sleep(300);
  if (!isStopping)
    console.log(`  开发地址  http://${host}:${port}  （热更新；接口经它转到 ${apiPort}）。Ctrl-C 结束。\n`);
}
