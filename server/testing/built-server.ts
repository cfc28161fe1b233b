import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

/** The server built as it is shipped, for nodes that start fast and do not change under the test. */
export type BuiltServer = { readonly main: string; remove(): void };

let built = 0;

/** Builds it into a folder of its own. */
export async function buildServer(): Promise<BuiltServer> {
  const folder = `.cache/built-server/${process.pid}-${++built}`;
  const script = `const { buildServer } = await import('./scripts/lib/build.mjs');
    process.exit((await buildServer(${JSON.stringify(folder)})).code);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let text = '';
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const code = await new Promise((resolve) => child.once('exit', resolve));
  if (code !== 0) throw new Error(`the server cannot be built: ${text}`);
  return {
    main: path.join(root, folder, 'main.js'),
    remove: () => rmSync(path.join(root, folder), { recursive: true, force: true }),
  };
}
