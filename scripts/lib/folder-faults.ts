import path from 'node:path';
import { arrowsByFolder, cyclesAmong, type Import } from './folder-graph.ts';

/** As many files as stand side by side in one folder and are still taken in at a glance. */
export const maxFiles = 25;

/** What is wrong with a folder; one text per fault, located. */
export type FolderFault = { readonly folder: string; readonly text: string };

/**
 * Folders whose parts import each other, and folders with too many files. `excused` names folders that are not yet
 * straightened, with everything below them; one that has no fault left is a fault itself.
 */
export function folderFaults(
  files: readonly string[],
  imports: readonly Import[],
  excused: readonly string[] = [],
): readonly FolderFault[] {
  const faults = [...cycleFaults(imports), ...sizeFaults(files)];
  const isWithin = (folder: string, outer: string) => folder === outer || folder.startsWith(`${outer}/`);
  const needless = excused
    .filter((outer) => !faults.some(({ folder }) => isWithin(folder, outer)))
    .map((folder) => ({
      folder,
      text: '已无问题，从例外中删去 has no fault left: remove it from the excused folders',
    }));
  return [...faults.filter(({ folder }) => !excused.some((outer) => isWithin(folder, outer))), ...needless];
}

function cycleFaults(imports: readonly Import[]): readonly FolderFault[] {
  return [...arrowsByFolder(imports)].flatMap(([folder, arrows]) =>
    cyclesAmong(arrows).map((parts) => {
      const within = arrows.filter(({ from, to }) => parts.includes(from) && parts.includes(to));
      // Those with the fewest imports are the likeliest to be turned round.
      const shown = within
        .toSorted((a, b) => a.imports.length - b.imports.length)
        .slice(0, 6)
        .flatMap(({ imports: [first] }) => (first === undefined ? [] : [`  ${first.from} → ${first.to}`]));
      return { folder, text: [`互相引用 import each other: ${parts.join(', ')}`, ...shown].join('\n') };
    }),
  );
}

function sizeFaults(files: readonly string[]): readonly FolderFault[] {
  const counts = new Map<string, number>();
  for (const file of files) {
    const folder = path.posix.dirname(file);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > maxFiles)
    .map(([folder, count]) => ({ folder, text: `平铺 ${count} 个文件，至多 ${maxFiles} files side by side at most` }));
}
