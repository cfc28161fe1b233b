import type { PageAction, PanoramaPage } from '../generated/documents.ts';

/** The button of a panorama with this key that opens a form: of its head, or above the rows of a tab. */
export function formActionOf(page: PanoramaPage, key: string): PageAction | undefined {
  const toolbars = (page.tabs ?? []).flatMap((tab) => ('toolbar' in tab ? (tab.toolbar ?? []) : []));
  return [...(page.header.actions ?? []), ...toolbars].find(
    (action) => action.key === key && action.form !== undefined,
  );
}
