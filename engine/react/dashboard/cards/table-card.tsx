import { useMemo } from 'react';
import type { DatasetDocument, PivotCard, TableCard } from '../../../model/documents/index.ts';
import type { DatasetAnswer } from '../../../model/wire/index.ts';
import { useText } from '../../host/engine-context.tsx';
import { useDrill } from '../data/dashboard-context.ts';
import { type CardScope, cardScope, useDataset, type Wanted } from '../data/use-dataset.ts';
import type { Grid, GridWords } from '../grids/figure-grid.ts';
import { pivotGrid } from '../grids/pivot-grid.ts';
import { tableGrid } from '../grids/table-grid.ts';
import { CardBody, CardFrame } from './card-frame.tsx';
import { CopyCsv } from './copy-csv.tsx';
import { FigureTable } from './figure-table.tsx';

type Props<Card> = CardScope & { readonly card: Card; readonly dataset: DatasetDocument };

/** Figures in rows, by up to three dimensions, with their total and what they are compared with. */
export function TableCardView({ card, ...props }: Props<TableCard>) {
  const { dimensions, measures, compare, sort, top } = card;
  const wanted = { dimensions, measures, compare, top, ...(sort === undefined ? {} : { sort }) };
  return <GridCard {...props} {...cardScope(card, props)} card={card} wanted={wanted} gridOf={tableGrid} />;
}

/** Figures of two dimensions crossed, with their margins. */
export function PivotCardView({ card, ...props }: Props<PivotCard>) {
  const wanted = { dimensions: [card.rows, card.columns], measures: card.measures };
  return <GridCard {...props} card={card} wanted={wanted} gridOf={pivotGrid} />;
}

type GridCardProps<Card> = Props<Card> & {
  readonly wanted: Wanted;
  readonly gridOf: (card: Card, answer: DatasetAnswer, dataset: DatasetDocument, words: GridWords) => Grid;
};

function GridCard<Card extends TableCard | PivotCard>({
  card,
  dataset,
  wanted,
  gridOf,
  ...scope
}: GridCardProps<Card>) {
  const words = useGridWords(wanted.compare);
  const query = useDataset(dataset, scope, wanted);
  const drill = useDrill(card.link, dataset, scope);
  const { data } = query;
  const grid = useMemo(
    () => (data === undefined ? undefined : gridOf(card, data, dataset, words)),
    [card, data, dataset, gridOf, words],
  );
  return (
    <CardFrame title={card.title} help={card.help} of={card} tools={<CopyCsv grid={grid} title={card.title} />}>
      <CardBody query={query} isEmpty={(answer) => answer.rows.length === 0}>
        {() => (grid === undefined ? null : <FigureTable label={card.title} grid={grid} drill={drill} />)}
      </CardBody>
    </CardFrame>
  );
}

function useGridWords(compare: Wanted['compare']): GridWords {
  const t = useText();
  return useMemo(
    () => ({
      total: t('engine.dashboard.total'),
      now: t('engine.dashboard.now'),
      before: compare === undefined ? '' : t(`engine.dashboard.before.${compare}`),
      change: t('engine.dashboard.change'),
    }),
    [t, compare],
  );
}
