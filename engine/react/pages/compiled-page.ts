import { memoizeByIdentity } from '../../model/cache/index.ts';
import type { PageBundle, PageDocument } from '../../model/documents/index.ts';
import {
  dashboardView,
  detailView,
  formPageView,
  listView,
  panoramaView,
  type ViewContext,
  viewContext,
} from '../../model/view/index.ts';

/** The documents of a page as they are drawn: worked out once, however often the page is opened. */
export const pageOf = memoizeByIdentity((bundle: PageBundle) => {
  const context = viewContext(bundle);
  const view = memoizeByIdentity((page: PageDocument) => compiledPage(page, context));
  return { context, view: () => view(bundle.page), viewOf: view };
});

/** A page ready to draw; undefined when the entity it is about did not come with it. */
function compiledPage(page: PageDocument, context: ViewContext) {
  switch (page.kind) {
    case 'list': {
      const list = listView(page, context);
      return list && { kind: 'list' as const, list };
    }
    case 'panorama': {
      const panorama = panoramaView(page, context);
      return panorama && { kind: 'panorama' as const, panorama };
    }
    case 'detail': {
      const detail = detailView(page, context);
      return detail && { kind: 'detail' as const, detail };
    }
    case 'form': {
      const form = formPageView(page, context);
      return form && { kind: 'form' as const, form };
    }
    case 'dashboard':
      return { kind: 'dashboard' as const, dashboard: dashboardView(page, context) };
    case 'custom':
      return { kind: 'custom' as const, page };
    default:
      // A server newer than this browser may know kinds that are not known here.
      return { kind: 'unknown' as const, given: kindOf(page) };
  }
}

function kindOf(page: unknown): string {
  return typeof page === 'object' && page !== null && 'kind' in page ? String(page.kind) : '';
}
