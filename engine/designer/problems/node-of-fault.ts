/** The node of the outline in which something stands that has a fault: the page itself where it stands in none. */
export function nodeOfFault(at: string, nodes: Iterable<string>): string | undefined {
  let found: string | undefined;
  for (const node of nodes)
    if ((at === node || at.startsWith(`${node}/`)) && node.length > (found?.length ?? 0)) found = node;
  return found;
}
