import { Suspense } from 'react';
import type { ListFigureView } from '../../../model/view/index.ts';
import { ErrorBoundary } from '../../faults/error-boundary.tsx';
import { FaultBlock } from '../../faults/fault-block.tsx';
import { useText } from '../../host/engine-context.tsx';
import { lazyPart } from '../../parts/lazy-part.tsx';
import type { ListConditions } from './list-conditions.ts';

// Few lists have numbers above them.
const ListFigure = lazyPart(async () => (await import('./list-figure.tsx')).ListFigure);

type Props = ListConditions & { readonly figures: readonly ListFigureView[] };

/** The numbers above a list, of its rows; each is asked for and fails alone. */
export function ListFigures({ figures, ...conditions }: Props) {
  const t = useText();
  if (figures.length === 0) return null;
  return (
    <section className="engine-list-figures" aria-label={t('engine.list.figures')}>
      {figures.map((figure) => (
        <ErrorBoundary
          key={figure.key}
          fallback={(error, retry) => (
            <div className="engine-card">
              <FaultBlock error={error} onRetry={retry} />
            </div>
          )}
        >
          <Suspense fallback={<div className="engine-card engine-list-figure-waiting" />}>
            <ListFigure figure={figure} {...conditions} />
          </Suspense>
        </ErrorBoundary>
      ))}
    </section>
  );
}
