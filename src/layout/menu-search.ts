import type { Matcher } from '../search/matcher.ts';
import type { MenuLine } from './menu-items.ts';

/** The lines a query means, in their groups; a group that is meant itself keeps all it holds. */
export function foundLines(lines: readonly MenuLine[], query: string, matches: Matcher): readonly MenuLine[] {
  return lines.flatMap((line) => {
    if (matches(line.title, query)) return [line];
    const children = foundLines(line.children, query, matches);
    return children.length === 0 ? [] : [{ ...line, children }];
  });
}

/** The first page of these lines. */
export function firstPage(lines: readonly MenuLine[]): MenuLine | undefined {
  for (const line of lines) {
    const page = line.path === undefined ? firstPage(line.children) : line;
    if (page !== undefined) return page;
  }
  return undefined;
}

/** Keys of all groups among these lines. */
export function groupKeys(lines: readonly MenuLine[]): readonly string[] {
  return lines.flatMap((line) => (line.path === undefined ? [line.key, ...groupKeys(line.children)] : []));
}
