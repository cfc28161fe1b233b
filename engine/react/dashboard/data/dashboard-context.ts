import { createContext, useContext, useMemo } from 'react';
import type { DatasetDocument, DrillDown } from '../../../model/documents/index.ts';
import { type Counted, drillParams, type Figure, type TreeNodes } from '../../../model/drill/index.ts';
import type { DashboardFilterView } from '../../../model/view/index.ts';
import { usePageRuntime } from '../../host/page-runtime.ts';
import { type CardScope, ownFilters } from './use-dataset.ts';

/** What the cards of a dashboard share; a figure above a list stands outside of one. */
export type DashboardShared = {
  /** The filters of the page that are chosen at present. */
  readonly active: readonly DashboardFilterView[];
  readonly trees: ReadonlyMap<string, TreeNodes>;
  /** The scope of the page. */
  readonly scope?: string | undefined;
};

/** Holds what the cards share. */
export const DashboardContext = createContext<DashboardShared>({ active: [], trees: new Map() });

/** The filters that are chosen but that this card, on this dataset or none, does not have. */
export function useIgnoredFilters(dataset: string | undefined): readonly string[] {
  const { active } = useContext(DashboardContext);
  return active
    .filter((filter) => dataset === undefined || !filter.datasets.has(dataset))
    .map((filter) => filter.title);
}

/** Where a number leads; undefined where its rows cannot be listed exactly. */
export type DrillTo = (figure: Figure) => DrillTarget | undefined;
export type DrillTarget = { readonly page: string; readonly params: Readonly<Record<string, string>> };

/** Makes the links of a card's numbers. */
export function useDrill(link: DrillDown | undefined, dataset: DatasetDocument, scope: CardScope): DrillTo {
  const { context } = usePageRuntime();
  const { trees, scope: ofPage } = useContext(DashboardContext);
  const { period, filters } = scope;
  return useMemo(() => {
    if (link === undefined) return () => undefined;
    const counted: Counted = {
      dataset,
      days: period,
      filters: ownFilters(dataset, filters ?? {}),
      entities: context.entities,
      trees,
      scope: ofPage,
      now: new Date().toISOString(),
    };
    return (figure: Figure) => {
      const params = drillParams(link, figure, counted);
      return params === undefined ? undefined : { page: link.page, params };
    };
  }, [link, dataset, period, filters, context, trees, ofPage]);
}
