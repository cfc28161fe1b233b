import { placesOf, type Step } from './place.ts';

/** Properties that hold field paths, pages or parts of a dataset; `place.name` where only there. */
const paths = new Set([
  'field',
  'card',
  'start',
  'end',
  'note',
  'author',
  'content',
  'time',
  'subtitle',
  'header.title',
  'sources.name',
  'aside.count',
  'by',
  'facts',
  'tags',
  'record',
  'than',
  'through',
  'pair',
]);
const pages = new Set(['link', 'page', 'create', 'after.empty']);
const parts = new Set(['measure', 'measures', 'dimension', 'dimensions', 'series', 'rows', 'columns']);

/** What kind of name a property holds. */
export type NameKind = 'path' | 'page' | 'part';

/** The kind of name that the property a step goes through holds, where it is one of these. */
export function nameKindOf(step: Step): NameKind | undefined {
  if (isOf(pages, step)) return 'page';
  if (isOf(parts, step)) return 'part';
  return isOf(paths, step) ? 'path' : undefined;
}

function isOf(names: ReadonlySet<string>, step: Step): boolean {
  return names.has(step.name) || placesOf(step).some((place) => names.has(`${place}.${step.name}`));
}
