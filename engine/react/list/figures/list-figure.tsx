import type { ReactNode } from 'react';
import type { ListFigureView } from '../../../model/index.ts';
import { FigureCardView } from '../../dashboard/cards/figure-card.tsx';
import { useText } from '../../host/engine-context.tsx';
import { usePageRuntime } from '../../host/page-runtime.ts';
import { FaultNotice } from '../frame/list-notices.tsx';

/** A list has no period to choose: its numbers are of that which the dataset takes when it is told none. */
const usualPeriod = 'thisMonth';

/** One number above a list. */
export function ListFigure({ figure }: { readonly figure: ListFigureView }) {
  const t = useText();
  const { context } = usePageRuntime();
  const { card, key } = figure;
  if (card === undefined)
    return (
      <Card>
        <FaultNotice name={key} fault={figure.fault} />
      </Card>
    );
  const dataset = context.datasets.get(card.dataset);
  if (dataset === undefined)
    return (
      <Card>
        <FaultNotice name={card.title} fault={t('engine.fault.datasetMissing', { dataset: card.dataset })} />
      </Card>
    );
  return <FigureCardView card={card} dataset={dataset} period={dataset.period ?? usualPeriod} />;
}

/** The frame a figure would have. */
function Card({ children }: { readonly children: ReactNode }) {
  return <div className="engine-card">{children}</div>;
}
