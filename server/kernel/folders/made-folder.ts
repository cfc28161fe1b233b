import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';

/**
 * Makes a folder and those above it that are missing; answers the ones it made, outermost first. One by one: where the
 * system refuses one as if its parent were missing (below `/proc`), the recursive way of Node tries for ever.
 */
export function madeFolders(folder: string): readonly string[] {
  const missing: string[] = [];
  for (let step = path.resolve(folder); !existsSync(step); step = path.dirname(step)) missing.unshift(step);
  const made: string[] = [];
  for (const step of missing) if (makeOne(step)) made.push(step);
  return made;
}

/** False where another process was faster. */
function makeOne(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}
