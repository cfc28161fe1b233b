import type { Tab } from './tab-list.ts';
import type { UnsavedPages } from './unsaved-work.ts';

/**
 * Whether somebody types on a page: in any of its tabs; one that is no tab of its own may stand within any other, as a
 * list does in a panorama.
 */
export function isTypedOn(
  page: string,
  open: readonly Pick<Tab, 'key' | 'name'>[],
  work: Pick<UnsavedPages, 'hasAny' | 'hasWork'>,
): boolean {
  const own = open.filter(({ name }) => name === page);
  return own.length === 0 ? work.hasAny() : own.some(({ key }) => work.hasWork(key));
}
