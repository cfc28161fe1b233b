import { createContext, useContext, useMemo } from 'react';
import { linksOf } from '../../../model/dataset/index.ts';
import type { DatasetDocument, FigureCard } from '../../../model/documents/index.ts';
import {
  type Counted,
  type CountedDays,
  type DrillTarget,
  drillTarget,
  type Figure,
  type TreeNodes,
} from '../../../model/drill/index.ts';
import type { DashboardFilterView } from '../../../model/view/index.ts';
import { usePageRuntime } from '../../host/page-runtime.ts';
import type { DatasetFilters } from './dashboard-state.ts';
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

/** A card of a dataset, as far as filters and periods go. */
export type CountedCard = {
  readonly dataset: string;
  readonly filters?: DatasetFilters;
  readonly period?: CountedDays;
};

/** The filters that are chosen but do not reach this card: its dataset does not have them, or it keeps to its own. */
export function useIgnoredFilters(card: CountedCard | undefined): readonly string[] {
  const { active } = useContext(DashboardContext);
  return active
    .filter(
      ({ key, datasets }) => !(card !== undefined && datasets.has(card.dataset)) || card.filters?.[key] !== undefined,
    )
    .map((filter) => filter.title);
}

/** Where a number leads; undefined where its rows cannot be listed exactly. */
export type DrillTo = (figure: Figure) => DrillTarget | undefined;

/** Makes the links of a card's numbers. */
export function useDrill(link: FigureCard['link'], dataset: DatasetDocument, scope: CardScope): DrillTo {
  const { context } = usePageRuntime();
  const { trees, scope: ofPage } = useContext(DashboardContext);
  const { period, filters } = scope;
  return useMemo(() => {
    const links = linksOf(link);
    if (links.length === 0) return () => undefined;
    const counted: Counted = {
      dataset,
      days: period,
      filters: ownFilters(dataset, filters ?? {}),
      entities: context.entities,
      trees,
      scope: ofPage,
      now: new Date().toISOString(),
    };
    return (figure: Figure) => drillTarget(links, figure, counted);
  }, [link, dataset, period, filters, context, trees, ofPage]);
}
