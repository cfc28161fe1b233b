import { Suspense } from 'react';
import type { ListFigureView } from '../../../model/index.ts';
import { ErrorBoundary } from '../../faults/error-boundary.tsx';
import { FaultBlock } from '../../faults/fault-block.tsx';
import { useText } from '../../host/engine-context.tsx';
import { lazyPart } from '../../parts/lazy-part.tsx';

// Few lists have numbers above them.
const ListFigure = lazyPart(async () => (await import('./list-figure.tsx')).ListFigure);

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
            <div className="engine-card">
              <FaultBlock error={error} onRetry={retry} />
            </div>
          )}
        >
          <Suspense fallback={<div className="engine-card engine-list-figure-waiting" />}>
            <ListFigure figure={figure} />
          </Suspense>
        </ErrorBoundary>
      ))}
    </section>
  );
}
