import type { ReactNode } from 'react';
import type { ListFigureView } from '../../model/index.ts';
import { FigureCardView } from '../dashboard/figure-card.tsx';
import { useText } from '../engine-context.tsx';
import { ErrorBoundary } from '../faults/error-boundary.tsx';
import { FaultBlock } from '../faults/fault-block.tsx';
import { usePageRuntime } from '../page/page-runtime.ts';
import { FaultNotice } from './list-notices.tsx';

/** A list has no period to choose: its numbers are of the month, which a dataset takes when it is told none. */
const period = 'thisMonth';

/** The numbers above a list; each is asked for and fails alone. */
export function ListFigures({ figures }: { readonly figures: readonly ListFigureView[] }) {
  const t = useText();
  if (figures.length === 0) return null;
  return (
    <section className="engine-list-figures" aria-label={t('engine.list.figures')}>
      {figures.map((figure) => (
        <ErrorBoundary
          key={figure.key}
          fallback={(error, retry) => (
            <Card>
              <FaultBlock error={error} onRetry={retry} />
            </Card>
          )}
        >
          <Figure figure={figure} />
        </ErrorBoundary>
      ))}
    </section>
  );
}

function Figure({ figure }: { readonly figure: ListFigureView }) {
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
  return <FigureCardView card={card} dataset={dataset} period={period} />;
}

/** The frame a figure would have. */
function Card({ children }: { readonly children: ReactNode }) {
  return <div className="engine-card">{children}</div>;
}
