import { build } from './build.mjs';
import { onNpmGone, onStopSignal, startChild } from './child-server.mjs';
import { ensureInstalled } from './install.mjs';
import { root } from './run.mjs';
import { serverFlags } from './server-process.mjs';

/** Runs the built server, made ready first, and ends with its exit code. */
export async function start(args) {
  await ensureInstalled();
  const code = await build();
  if (code !== 0) {
    console.error('构建失败，原因见上。Building failed, see above.');
    process.exit(code);
  }
  const server = startChild(process.execPath, [...serverFlags, 'dist/server/main.js', ...args], { cwd: root });
  onStopSignal(server.stop);
  onNpmGone(server.stop);
  process.exit(await server.ended);
}
