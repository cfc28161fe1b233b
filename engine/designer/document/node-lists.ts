/** Lists of a page whose items are designed one by one, in the order in which an outline shows them. */
const designedLists = [
  'tags',
  'actions',
  'figures',
  'facts',
  'children',
  'filters',
  'cards',
  'columns',
  'toolbar',
  'row',
  'bulk',
  'views',
  'tabs',
  'sources',
  'sections',
  'fields',
  'rules',
] as const;

/** Objects of a page that hold such lists. */
const designedParts = ['header', 'aside', 'form'] as const;

/** What holds parts by name. */
const designedMaps = ['forms'] as const;

const lists: ReadonlySet<string> = new Set(designedLists);
const parts: ReadonlySet<string> = new Set(designedParts);
const maps: ReadonlySet<string> = new Set(designedMaps);
const order = ['header', ...designedLists.slice(0, 5), 'aside', ...designedLists.slice(5), 'form', 'forms'];

/** Whether the property of this name holds nodes that are designed, and how. */
export function designedAs(name: string): 'list' | 'part' | 'map' | undefined {
  if (lists.has(name)) return 'list';
  if (parts.has(name)) return 'part';
  return maps.has(name) ? 'map' : undefined;
}

/** Names of properties that are designed, in the order of an outline. */
export function inOutlineOrder(names: Iterable<string>): readonly string[] {
  return [...new Set(names)]
    .filter((name) => designedAs(name) !== undefined)
    .sort((a, b) => order.indexOf(a) - order.indexOf(b));
}
