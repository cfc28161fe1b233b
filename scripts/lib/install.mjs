import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root, runNpm } from './run.mjs';

/** Names the first package that the lockfile wants and `node_modules` lacks; undefined when all are there. */
export function firstMissingPackage(wanted, installed) {
  for (const [place, entry] of Object.entries(wanted.packages)) {
    // Optional packages belong to other platforms; npm leaves them out.
    if (place === '' || entry.optional || entry.link) continue;
    if (installed.packages[place]?.version !== entry.version) return place;
  }
  return undefined;
}

function isInstalled() {
  // npm writes this file last, so a broken-off installation has none.
  const record = path.join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const read = (file) => JSON.parse(readFileSync(file, 'utf8'));
  return firstMissingPackage(read(path.join(root, 'package-lock.json')), read(record)) === undefined;
}

/** Installs the packages of the lockfile unless they are there; ends the process when that fails. */
export async function ensureInstalled() {
  if (isInstalled()) return;
  console.log('安装依赖（npm ci）… Installing packages…');
  const { code } = await runNpm(['ci', '--include=dev', '--no-audit', '--no-fund']);
  if (code === 0) return;
  console.error('依赖安装失败，原因见上。检查网络或 npm 源后再试。');
  console.error('Installing packages failed, see above. Check the network or the npm registry and try again.');
  process.exit(1);
}
