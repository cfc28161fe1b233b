import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** One file that imports another, both named from the root. */
export type Import = { readonly from: string; readonly to: string };

/** The files of ours that a file imports, types and sheets too, whether at once or when they are needed. */
export function importsOf(file: string, text: string): readonly Import[] {
  const { importedFiles } = ts.preProcessFile(text, true, true);
  return importedFiles
    .filter(({ fileName }) => fileName.startsWith('.'))
    .map(({ fileName }) => ({
      from: file,
      to: path.posix.join(path.posix.dirname(file), fileName.replace(/[?].*$/, '')),
    }));
}

/** The imports among these files below `root`. */
export function importsAmong(root: string, files: readonly string[]): readonly Import[] {
  const known = new Set(files);
  return files
    .filter((file) => /[.](tsx?|mjs|js)$/.test(file))
    .flatMap((file) => importsOf(file, readFileSync(path.join(root, file), 'utf8')))
    .filter(({ to }) => known.has(to));
}

/** An arrow between two parts of one folder, its folders or (as `.`) the files that stand in itself. */
export type Arrow = { readonly from: string; readonly to: string; readonly imports: readonly Import[] };

/** The arrows inside every folder that has any, by the folder. */
export function arrowsByFolder(imports: readonly Import[]): ReadonlyMap<string, readonly Arrow[]> {
  const folders = new Map<string, Map<string, Arrow & { readonly imports: Import[] }>>();
  for (const each of imports) {
    const place = placeOf(each);
    if (place === undefined) continue;
    const { folder, from, to } = place;
    const arrows = folders.get(folder) ?? new Map();
    folders.set(folder, arrows);
    const arrow = arrows.get(`${from}>${to}`) ?? { from, to, imports: [] };
    arrow.imports.push(each);
    arrows.set(`${from}>${to}`, arrow);
  }
  return new Map([...folders].map(([folder, arrows]) => [folder, [...arrows.values()]]));
}

/** The lowest folder that holds both ends, and the parts of it they are in; undefined within one folder. */
function placeOf({ from, to }: Import): { folder: string; from: string; to: string } | undefined {
  const a = from.split('/').slice(0, -1);
  const b = to.split('/').slice(0, -1);
  let depth = 0;
  while (depth < a.length && depth < b.length && a[depth] === b[depth]) depth += 1;
  if (depth === a.length && depth === b.length) return undefined;
  return { folder: a.slice(0, depth).join('/'), from: a[depth] ?? '.', to: b[depth] ?? '.' };
}

/** The parts of a folder that reach one another, each group once. */
export function cyclesAmong(arrows: readonly Arrow[]): readonly (readonly string[])[] {
  const parts = [...new Set(arrows.flatMap(({ from, to }) => [from, to]))].sort();
  const reached = new Map(parts.map((part) => [part, reachedFrom(part, arrows)]));
  const found: string[][] = [];
  for (const part of parts) {
    if (found.some((group) => group.includes(part)) || reached.get(part)?.has(part) !== true) continue;
    found.push(parts.filter((other) => reached.get(part)?.has(other) && reached.get(other)?.has(part)));
  }
  return found;
}

function reachedFrom(start: string, arrows: readonly Arrow[]): ReadonlySet<string> {
  const found = new Set<string>();
  const waiting = [start];
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop())
    for (const { from, to } of arrows)
      if (from === part && !found.has(to)) {
        found.add(to);
        waiting.push(to);
      }
  return found;
}
