import { build } from './build.mjs';
import { onNpmGone, onStopSignal, startChild } from './child-server.mjs';
import { ensureInstalled } from './install.mjs';
import { root } from './run.mjs';

/** Runs the built server, made ready first, and ends with its exit code. */
export async function start(args) {
  await ensureInstalled();
  const code = await build();
  if (code !== 0) {
    console.error('构建失败，原因见上。Building failed, see above.');
    process.exit(code);
  }
  // Without `__proto__` no input can reach what all objects are made of, whatever a library does with it.
  const flags = ['--enable-source-maps', '--disable-proto=delete'];
  const server = startChild(process.execPath, [...flags, 'dist/server/main.js', ...args], { cwd: root });
  onStopSignal(server.stop);
  onNpmGone(server.stop);
  process.exit(await server.ended);
}
