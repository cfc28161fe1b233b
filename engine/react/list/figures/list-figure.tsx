import type { ReactNode } from 'react';
import { saysTime } from '../../../model/dataset/index.ts';
import type { ListFigureView } from '../../../model/view/index.ts';
import { FigureCardView } from '../../dashboard/cards/figure-card.tsx';
import { useText } from '../../host/engine-context.tsx';
import { usePageRuntime } from '../../host/page-runtime.ts';
import { FaultNotice } from '../frame/list-notices.tsx';
import type { ListConditions } from './list-conditions.ts';

/** What a dataset counts over when it is told nothing. */
const usualPeriod = 'thisMonth';

type Props = ListConditions & { readonly figure: ListFigureView };

/**
 * One number above a list, of the rows that its conditions find; of the dataset's usual period unless they say the time
 * themselves. Its link keeps the conditions and adds those of the number.
 */
export function ListFigure({ figure, where, withConditions }: Props) {
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
  const usual = dataset.period ?? usualPeriod;
  const isNow = dataset.stock === true;
  const period = isNow || saysTime(where, card.measure, dataset) ? undefined : usual;
  return (
    <FigureCardView
      card={card}
      dataset={dataset}
      period={period}
      where={where}
      // What is counted just now says no time: that goes without saying, once for each of them.
      {...(isNow ? {} : { time: period === undefined ? t('engine.list.figureTime') : t(`engine.period.${period}`) })}
      lead={({ page, params }) => ({ page, params: withConditions(params) })}
    />
  );
}

/** The frame a figure would have. */
function Card({ children }: { readonly children: ReactNode }) {
  return <div className="engine-card">{children}</div>;
}
