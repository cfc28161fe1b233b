import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { afterAll, beforeAll } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

/** What a command answered when it ended. */
export type Ended = { readonly status: number | null; readonly stdout: string; readonly stderr: string };

/**
 * Commands of `scripts/` for the tests of one file, each run as a process of its own over a folder of documents. They are
 * bundled once: from the source a process takes ten times as long to come to its first line.
 */
export function bundledScripts(...scripts: readonly string[]) {
  let folder = '';
  beforeAll(async () => {
    const [first = ''] = scripts;
    folder = mkdtempSync(path.join(root, 'node_modules', `.${path.basename(first, '.ts')}-`));
    await esbuild.build({
      absWorkingDir: root,
      entryPoints: scripts.map((script) => path.join('scripts', script)),
      outdir: folder,
      bundle: true,
      splitting: true,
      platform: 'node',
      format: 'esm',
      target: 'node20.19',
      packages: 'external',
      outExtension: { '.js': '.mjs' },
      logLevel: 'warning',
    });
    // Beside the built program, as it is shipped.
    cpSync(path.join(root, 'server/platform/schemas'), path.join(folder, 'platform/schemas'), { recursive: true });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  return (schemas: string, script: string, ...words: readonly string[]): Ended =>
    spawnSync(process.execPath, [path.join(folder, script.replace(/ts$/, 'mjs')), ...words], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, SCHEMAS_DIR: schemas },
    });
}
