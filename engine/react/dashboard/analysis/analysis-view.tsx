import { useMemo } from 'react';
import { type AnalysisAsk, analysisCard } from '../../../model/dataset/index.ts';
import { ErrorBoundary } from '../../faults/error-boundary.tsx';
import { FaultBlock } from '../../faults/fault-block.tsx';
import { useText } from '../../host/engine-context.tsx';
import { usePageRuntime } from '../../host/page-runtime.ts';
import { CardByKind, FaultyCard } from '../cards/card-by-kind.tsx';
import '../cards/dashboard.css';
import { listed } from '../../formats/listed.ts';

type AnalysisViewProps = {
  readonly name: string;
  /** Null: its dataset is not for the reader. */
  readonly ask: AnalysisAsk | null;
};

/** An analysis, drawn as the card it would be on a dashboard; of what its dataset has no more it says so. */
export function AnalysisView({ name, ask }: AnalysisViewProps) {
  const t = useText();
  const { context } = usePageRuntime();
  const dataset = ask === null ? undefined : context.datasets.get(ask.dataset);
  const drawn = useMemo(
    () =>
      ask === null || dataset === undefined ? undefined : analysisCard(ask, { key: 'analysis', title: name }, dataset),
    [ask, dataset, name],
  );
  if (drawn === undefined) return <FaultyCard title={name} detail={t('engine.analysis.denied')} />;
  const { card, lacks } = drawn;
  const gone = t('engine.analysis.lacks', { names: listed(lacks) });
  if (card === undefined) return <FaultyCard title={name} detail={gone} />;
  return (
    <ErrorBoundary resetKey={card} fallback={(error, retry) => <FaultBlock error={error} onRetry={retry} />}>
      <CardByKind card={card} scope={{ period: dataset?.period ?? 'thisMonth' }} />
      {lacks.length === 0 ? null : (
        <p className="engine-card-note engine-analysis-lacks" role="status">
          {gone}
        </p>
      )}
    </ErrorBoundary>
  );
}
