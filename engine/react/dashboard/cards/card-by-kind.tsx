import { WarningOutlined } from '@ant-design/icons';
import type { Card } from '../../../model/documents/index.ts';
import { Notice } from '../../faults/fault-block.tsx';
import { useText } from '../../host/engine-context.tsx';
import { usePageRuntime } from '../../host/page-runtime.ts';
import type { CardScope } from '../data/use-dataset.ts';
import { ChartCardView } from './chart-card.tsx';
import { FigureCardView } from './figure-card.tsx';
import { ListCardView } from './list-card.tsx';
import { RankingCardView } from './ranking-card.tsx';
import { PivotCardView, TableCardView } from './table-card.tsx';
import { WidgetCardView } from './widget-card.tsx';

/** Draws a card as its kind is drawn. */
export function CardByKind({ card, scope }: { readonly card: Card; readonly scope: CardScope }) {
  const t = useText();
  const { context } = usePageRuntime();
  if (card.kind === 'list') return <ListCardView card={card} />;
  if (card.kind === 'widget') return <WidgetCardView card={card} />;
  const dataset = context.datasets.get(card.dataset);
  if (dataset === undefined)
    return <FaultyCard title={card.title} detail={t('engine.fault.datasetMissing', { dataset: card.dataset })} />;
  const shared = { dataset, ...scope };
  switch (card.kind) {
    case 'figure':
      return <FigureCardView card={card} {...shared} />;
    case 'chart':
      return <ChartCardView card={card} {...shared} />;
    case 'table':
      return <TableCardView card={card} {...shared} />;
    case 'ranking':
      return <RankingCardView card={card} {...shared} />;
    case 'pivot':
      return <PivotCardView card={card} {...shared} />;
    default:
      // A server newer than this browser may know kinds that are not known here.
      return <FaultyCard title={t('engine.fault.draw')} detail={t('engine.fault.drawHint')} />;
  }
}

/** A card that is not there, and why. */
export function FaultyCard({ title, detail }: { readonly title: string; readonly detail: string }) {
  return (
    <section className="engine-card engine-chart-card">
      <Notice role="alert" icon={<WarningOutlined aria-hidden="true" />} title={title} detail={detail} />
    </section>
  );
}
