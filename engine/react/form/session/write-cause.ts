/**
 * Why fields are written: somebody `typed` or chose a value; it was `taken` over from a reference that was chosen,
 * also `opening` with the form; it comes from a `draft`; it is what another `stored` meanwhile; a choice was `emptied`
 * because what it depends on was changed, and that is `undone`.
 */
export type WriteCause = 'typed' | 'taken' | 'opening' | 'draft' | 'stored' | 'emptied' | 'undone';

/** What somebody does himself, or what follows at once from it. */
export const ownCauses: ReadonlySet<WriteCause> = new Set(['typed', 'emptied', 'undone']);
