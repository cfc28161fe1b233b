import { build } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { runNode } from './run.mjs';

/** Runs a command of the built server, made ready first, and ends with its exit code. */
export async function runBuilt(name, args) {
  await ensureInstalled();
  const built = await build();
  if (built !== 0) {
    console.error('构建失败，原因见上。Building failed, see above.');
    process.exit(built);
  }
  const { code } = await runNode(['--enable-source-maps', `dist/server/${name}.js`, ...args]);
  process.exit(code);
}
