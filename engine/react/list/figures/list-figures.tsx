import { DownOutlined, UpOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Suspense, useState } from 'react';
import type { ListFigureView } from '../../../model/view/index.ts';
import { ErrorBoundary } from '../../faults/error-boundary.tsx';
import { FaultBlock } from '../../faults/fault-block.tsx';
import { useText } from '../../host/engine-context.tsx';
import { DesignNode } from '../../host/page-design.tsx';
import { usePageRuntime } from '../../host/page-runtime.ts';
import { lazyPart } from '../../parts/lazy-part.tsx';
import { usePersistedState } from '../state/persisted-state.ts';
import type { ListConditions } from './list-conditions.ts';
import './list-figures.css';

// Few lists have numbers above them.
const ListFigure = lazyPart(async () => (await import('./list-figure.tsx')).ListFigure);

type Props = ListConditions & { readonly figures: readonly ListFigureView[] };

/** The numbers above a list, of its rows, in one line until they are unfolded to cards; each is asked for and fails alone. */
export function ListFigures({ figures, ...conditions }: Props) {
  const t = useText();
  const [isOpen, setOpen] = useOpen();
  if (figures.length === 0) return null;
  const label = t(isOpen ? 'engine.list.figuresLess' : 'engine.list.figuresMore');
  return (
    <section
      className={`engine-list-figures ${isOpen ? 'engine-list-figures-cards' : 'engine-list-figures-line'}`}
      aria-label={t('engine.list.figures')}
    >
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
            <DesignNode at={['figures', figure.key]}>
              <ListFigure figure={figure} {...conditions} />
            </DesignNode>
          </Suspense>
        </ErrorBoundary>
      ))}
      <Button
        type="text"
        size="small"
        className="engine-list-figures-fold"
        aria-expanded={isOpen}
        aria-label={label}
        title={label}
        icon={isOpen ? <UpOutlined aria-hidden="true" /> : <DownOutlined aria-hidden="true" />}
        onClick={() => setOpen(!isOpen)}
      />
    </section>
  );
}

/** Whether the numbers stand as cards, as the user left them on this page. */
function useOpen() {
  const kept = usePersistedState(usePageRuntime().name, 'figures');
  const [isOpen, setOpen] = useState(() => kept.read() === true);
  const set = (next: boolean) => {
    setOpen(next);
    kept.keep(next);
  };
  return [isOpen, set] as const;
}
