import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { asciiSources } from './ascii-sources.mjs';
import { binaryOf, root, runNode } from './run.mjs';
import { isStamped, sourceHash, writeStamp } from './source-stamp.mjs';

const stampFile = path.join(root, 'dist', '.stamp');
const results = [
  'dist/server/main.js',
  'dist/server/backup.js',
  'dist/server/restore.js',
  'dist/server/table-worker.js',
  'dist/app/index.html',
  'dist/app/.vite/manifest.json',
];

/** What the built product is made of. */
export const sources = [
  'contract',
  'engine',
  'index.html',
  'package-lock.json',
  'public',
  'scripts/generate.ts',
  'scripts/generate',
  'scripts/lib',
  'server',
  'src',
  'vite.config.ts',
  'widgets',
];

/** Makes types and validators from the grammar in `engine/meta`. */
export function generate() {
  return runNode([binaryOf('tsx'), 'scripts/generate.ts']);
}

/** Builds server and app into `dist` and answers the exit code; without `force` only when sources have changed. */
export async function build({ force = false } = {}) {
  const hash = sourceHash(root, sources);
  const isComplete = results.every((file) => existsSync(path.join(root, file)));
  if (!force && isComplete && isStamped(stampFile, hash)) return 0;
  console.log('构建… Building…');
  const started = Date.now();
  for (const step of [generate, () => buildServer(), buildApp]) {
    const { code } = await step();
    if (code !== 0) return code;
  }
  writeStamp(stampFile, hash);
  console.log(`构建完成，用时 ${((Date.now() - started) / 1000).toFixed(1)} 秒。Built.`);
  return 0;
}

/** Builds the server alone into a folder, with whatever programs beside it; answers the exit code. */
export async function buildServer(folder = 'dist/server', programs = {}) {
  // Loaded here because a fresh clone has no esbuild until the packages are installed.
  const esbuild = await import('esbuild');
  try {
    await esbuild.build({ ...serverOptions(folder, { ...serverPrograms, ...programs }), ...lean });
    copyDocuments(folder);
    return { code: 0 };
  } catch {
    // esbuild has told what is wrong.
    return { code: 1 };
  } finally {
    // Else its helper process would live as long as ours.
    await esbuild.stop();
  }
}

const serverPrograms = {
  main: 'server/main.ts',
  backup: 'server/backup-command.ts',
  restore: 'server/restore-command.ts',
  'audit-verify': 'server/audit-verify-command.ts',
  'table-worker': 'server/files/table/table-worker.ts',
};

const serverOptions = (folder, entryPoints) => ({
  absWorkingDir: root,
  entryPoints,
  outdir: folder,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  packages: 'external',
  sourcemap: true,
  // Whoever reads a trace has the sources; their text in every process is memory for nothing.
  sourcesContent: false,
  logLevel: 'warning',
});

/**
 * A server keeps the text of its program for as long as it runs: without blanks and remarks it is two thirds as long, and
 * in ASCII alone a character takes one byte instead of two. Names stay, and lines stay short, for whoever reads a trace:
 * where the sources are not at hand, Node shows of an error that ends the process the whole line.
 */
const lean = { minifyWhitespace: true, minifySyntax: true, lineLimit: 200, plugins: [asciiSources] };

/** The program that does ahead what a change leaves as it is, and below it layers that changes of the layers above leave. */
const aheadPrograms = {
  ahead: 'server/dev-ahead.ts',
  'ahead-documents': 'server/product/checked-documents.ts',
};

/**
 * Builds what a running server consists of, again and again, into files named for their content: one that a change
 * leaves as it is keeps its name, and is loaded once by whoever loads it ahead. `build()` answers whether it could,
 * `ahead()` what the next server can load before it is built, packages first; `end()` ends it.
 */
export async function serverBuilder(folder) {
  const esbuild = await import('esbuild');
  rmSync(path.join(root, folder), { recursive: true, force: true });
  const { main, 'table-worker': tableWorker } = serverPrograms;
  const options = serverOptions(folder, { main, 'table-worker': tableWorker, ...aheadPrograms });
  const context = await esbuild.context({ ...options, splitting: true, metafile: true });
  let outputs = {};
  return {
    build: () =>
      context.rebuild().then(
        ({ metafile }) => {
          outputs = metafile.outputs;
          removeOthers(folder, outputs);
          return true;
        },
        // esbuild has told what is wrong.
        () => false,
      ),
    ahead: () => [...packagesOf(outputs, `${folder}/main.js`), `${folder}/ahead.js`],
    end: () => context.dispose(),
  };
}

/** What a program loads from elsewhere when it starts, itself or by files of its own. */
function packagesOf(outputs, program) {
  const packages = new Set();
  const seen = new Set();
  const look = (file) => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const { kind, external, path: imported } of outputs[file]?.imports ?? [])
      if (kind === 'import-statement')
        if (external === true) packages.add(imported);
        else look(imported);
  };
  look(program);
  return [...packages];
}

/** Takes away programs of builds before. */
function removeOthers(folder, outputs) {
  for (const file of readdirSync(path.join(root, folder)))
    if (/\.js(\.map)?$/.test(file) && outputs[`${folder}/${file}`] === undefined)
      rmSync(path.join(root, folder, file), { force: true });
}

/** Puts beside the server what it reads there: the documents every product stands on, and what the check knows of widgets. */
export function copyDocuments(folder) {
  copyPlatformDocuments(folder);
  copyWidgetContracts(folder);
}

/** The documents every product stands on are read beside the server. */
function copyPlatformDocuments(folder) {
  const target = path.join(root, folder, 'platform');
  rmSync(target, { recursive: true, force: true });
  cpSync(path.join(root, 'server/platform'), target, { recursive: true });
}

/** What the check of documents knows of widgets: their contracts alone, not their code. */
function copyWidgetContracts(folder) {
  const source = path.join(root, 'widgets');
  const target = path.join(root, folder, 'widgets');
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  for (const name of readdirSync(source)) {
    const contract = path.join(source, name, 'contract.json');
    if (existsSync(contract)) cpSync(contract, path.join(target, name, 'contract.json'));
  }
}

function buildApp() {
  return runNode([binaryOf('vite'), 'build', '--logLevel', 'warn'], { env: { NODE_ENV: 'production' } });
}
