// `npm run dev`: the app with hot reload and the server restarting on change, at one address.
import { existsSync, readFileSync, watch } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseEnv } from 'node:util';
import { copyDocuments, generate, serverBuilder } from './lib/build.mjs';
import { onNpmGone, onStopSignal, startChild } from './lib/child-server.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { requireNode } from './lib/node-version.mjs';
import { keepRunning } from './lib/restarted-child.mjs';
import { binaryOf, root } from './lib/run.mjs';
import { spareChild } from './lib/spare-child.mjs';

/** Editors and generators write several files at once. */
const settleMilliseconds = 50;

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
let isStopping = false;
// Until the server is there, only the database has to be told.
let stop = (signal) => database?.stop(signal);
onStopSignal((signal) => stop(signal));
onNpmGone((signal) => stop(signal));
const databaseUrl = database === undefined ? undefined : await addressOf(database);

const serverFolder = '.cache/dev-server';
// Built as it is shipped: from the source, loading its hundreds of files alone takes two seconds.
const builder = await serverBuilder(serverFolder);
// And what it loads of packages, and checks of documents, the next one has before there is a change.
const spare = spareChild(() =>
  startChild(
    process.execPath,
    ['--enable-source-maps', 'scripts/dev-server.mjs', `${serverFolder}/main.js`, ...builder.ahead()],
    {
      cwd: root,
      env: {
        ...{ ...env, NODE_ENV: 'development', HOST: '127.0.0.1', PORT: String(apiPort) },
        ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
      },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    },
  ),
);
const server = keepRunning(() => {
  copyDocuments(serverFolder);
  const started = spare.start();
  void untilReady().then(spare.prepare);
  return started;
});
const restart = () => void server.restart();
let building = Promise.resolve();
// One after another: a build that goes on does not know of what is written meanwhile.
const rebuild = () => {
  building = building.then(async () => {
    if (await builder.build()) restart();
  });
  return building;
};
const watched = [
  ...['server', 'engine', 'contract'].map((folder) => watchFiles(folder, /\.ts$/, rebuild)),
  ...[settings.SCHEMAS_DIR || 'schemas', 'server/platform', 'widgets'].map((folder) =>
    watchFiles(folder, /\.json$/, restart),
  ),
];
await rebuild();
const app = startChild(process.execPath, [binaryOf('vite'), '--clearScreen', 'false', '--logLevel', 'warn'], {
  cwd: root,
  env: { ...env, HOST: host, PORT: String(port), API_PORT: String(apiPort) },
});

let serverEnded;
stop = (signal) => {
  if (isStopping) return;
  isStopping = true;
  for (const watcher of watched) watcher.close();
  spare.end();
  serverEnded = server.stop(signal);
  app.stop('SIGTERM');
};
tellAddress();
// Without its database there is no server.
void database?.ended.then(() => stop('SIGTERM'));

const appCode = await app.ended;
const isAsked = isStopping;
stop('SIGTERM');
const serverCode = await serverEnded;
await builder.end();
database?.stop('SIGTERM');
await database?.ended;
process.exit(isAsked ? (serverCode ?? 0) : appCode);

/** Calls `onChange` a moment after files of a folder were written, once for all of them. */
function watchFiles(folder, files, onChange) {
  let timer;
  return watch(path.resolve(root, folder), { recursive: true }, (_, file) => {
    if (file === null || !files.test(file)) return;
    clearTimeout(timer);
    timer = setTimeout(onChange, settleMilliseconds);
  });
}

/** The address of the database, once it is there; ends with its exit code where it cannot be started. */
async function addressOf({ child, ended }) {
  const told = new Promise((resolve) => child.once('message', ({ address }) => resolve(address)));
  const outcome = await Promise.race([told, ended]);
  if (typeof outcome === 'number') process.exit(outcome);
  return outcome;
}

/** Waits until the server answers, or everything is being stopped. */
async function untilReady() {
  const isReady = () =>
    fetch(`http://127.0.0.1:${apiPort}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
  while (!isStopping && !(await isReady())) await sleep(300);
}

/** Tells the one address to open, after the server has told its own. */
async function tellAddress() {
  await untilReady();
  if (!isStopping)
    console.log(`  开发地址  http://${host}:${port}  （热更新；接口经它转到 ${apiPort}）。Ctrl-C 结束。\n`);
}
