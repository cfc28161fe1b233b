import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { sources } from './build.mjs';
import { root } from './run.mjs';

const isBuilt = (file: string) => /\.tsx?$/.test(file) && !/\.(test|testing|stories)\.tsx?$/.test(file);

/** What stands at the top of the project and is imported by files below a folder, outside of tests. */
function importedBy(folder: string): readonly string[] {
  const files = readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).filter(isBuilt);
  return files.flatMap((file) => {
    const place = path.join(root, folder, file);
    const imports = readFileSync(place, 'utf8').matchAll(/from '(\.[^']+)'/g);
    return [...imports].map(([, target = '']) => {
      const [top = ''] = path.relative(root, path.resolve(path.dirname(place), target)).split(path.sep);
      return top;
    });
  });
}

it('the product is built anew when anything that it is made of has changed', () => {
  const folders = sources.filter((source: string) => source !== 'scripts/lib' && isFolder(source));
  expect(folders).toContain('server');
  const missing = new Set(folders.flatMap(importedBy).filter((top) => !sources.includes(top) && top !== 'scripts'));
  expect([...missing]).toEqual([]);
});

function isFolder(source: string): boolean {
  const place = path.join(root, source);
  return statSync(place, { throwIfNoEntry: false })?.isDirectory() === true;
}
