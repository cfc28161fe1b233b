import { createContext, type ReactNode, useCallback, useContext } from 'react';
import type { PageBundle, PageDocument } from '../../model/documents/index.ts';
import { PageRuntimeContext } from './page-runtime.ts';

/** A page while somebody designs it: which it is, and what of it is hidden. */
export type PageDesign = {
  readonly page: string;
  /** Key paths of the nodes that are drawn only so that they can be brought back. */
  readonly hidden: ReadonlySet<string>;
  /** Key path of the one form of the page that is drawn in the place of the page, where it is. */
  readonly formAt?: string | undefined;
};

/** Holds the page that is designed; outside designing there is none, and nothing is drawn for it. */
export const PageDesignContext = createContext<PageDesign | undefined>(undefined);

/** What is drawn in the place of the page in force while it is designed: another one with every key. */
export type DesignedPage = {
  readonly name: string;
  /** The documents it is drawn with; the same object while only the page itself is edited. */
  readonly around: PageBundle;
  /** The page as it is now, with its hidden nodes in their places. */
  readonly page: PageDocument;
};

/** Holds what is drawn of the page that is designed. */
export const DesignedPageContext = createContext<DesignedPage | undefined>(undefined);

/** Key path of what is drawn inside, without the part that each node adds itself. */
const DesignPlaceContext = createContext('');

/** What a drawn node bears while its page is designed. */
type DesignMark = {
  readonly 'data-design-path'?: string;
  readonly 'data-design-hidden'?: true;
};

const unmarked: DesignMark = {};

/** The design of the page this component stands on; undefined wherever nobody designs. */
export function usePageDesign(): PageDesign | undefined {
  const design = useContext(PageDesignContext);
  const runtime = useContext(PageRuntimeContext);
  // A page within the page that is designed, in a tab or a picker, is not the one.
  return design !== undefined && design.page === runtime?.name ? design : undefined;
}

/** Tells drawn nodes by their key path in the document of the page, while that is designed: `{...mark('columns', key)}`. */
export function useDesignMark(): (...names: readonly string[]) => DesignMark {
  const design = usePageDesign();
  const place = useContext(DesignPlaceContext);
  return useCallback(
    (...names) => {
      if (design === undefined) return unmarked;
      const path = joined(place, names);
      return design.hidden.has(path)
        ? { 'data-design-path': path, 'data-design-hidden': true }
        : { 'data-design-path': path };
    },
    [design, place],
  );
}

type DesignNodeProps = { readonly at: readonly string[]; readonly children: ReactNode };

/** Everything inside stands below this node of what is around it. */
export function DesignPlace({ at, children }: DesignNodeProps) {
  const place = useContext(DesignPlaceContext);
  return <DesignPlaceContext.Provider value={joined(place, at)}>{children}</DesignPlaceContext.Provider>;
}

/** Everything inside stands at this key path of the document, whatever is around it: forms stand beside what opens them. */
export function DesignPart({ at, children }: { readonly at: string; readonly children: ReactNode }) {
  const formAt = usePageDesign()?.formAt;
  return <DesignPlaceContext.Provider value={formAt ?? at}>{children}</DesignPlaceContext.Provider>;
}

/** A key path longer by these names; see `formatKeyPath`. */
function joined(place: string, names: readonly string[]): string {
  const own = names.map((name) => name.replaceAll('~', '~0').replaceAll('/', '~1')).join('/');
  return place === '' ? own : `${place}/${own}`;
}

/** Around what takes no attributes itself, such as a button with its hint; outside designing there is nothing around it. */
export function DesignNode({ at, children }: DesignNodeProps) {
  const isDesigned = usePageDesign() !== undefined;
  const mark = useDesignMark();
  if (!isDesigned) return children;
  return (
    <span className="engine-designed" {...mark(...at)}>
      {children}
    </span>
  );
}
