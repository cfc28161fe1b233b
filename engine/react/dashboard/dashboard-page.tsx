import { FrownOutlined } from '@ant-design/icons';
import { Segmented } from 'antd';
import { useState } from 'react';
import type { Card, DashboardPage } from '../../model/index.ts';
import { useText } from '../engine-context.tsx';
import { ErrorBoundary } from '../faults/error-boundary.tsx';
import { FaultBlock, Notice } from '../faults/fault-block.tsx';
import { PageHeader } from '../page/page-header.tsx';
import { usePageRuntime } from '../page/page-runtime.ts';
import { ChartCardView } from './chart-card.tsx';
import { FigureCardView } from './figure-card.tsx';
import { ListCardView } from './list-card.tsx';
import { allPeriods, type Period } from './period.ts';
import './dashboard.css';

/** Figures, charts and short lists for one period; every card loads and fails alone. */
export function DashboardPageView({ page }: { readonly page: DashboardPage }) {
  const t = useText();
  const periods: readonly Period[] = page.periods ?? allPeriods;
  const [period, setPeriod] = useState<Period>(periods[0] ?? 'today');
  const switcher = (
    <Segmented<Period>
      aria-label={t('engine.dashboard.period')}
      value={period}
      onChange={setPeriod}
      options={periods.map((value) => ({ value, label: t(`engine.period.${value}`) }))}
    />
  );
  return (
    <div className="engine-page">
      <PageHeader title={page.title} actions={switcher} />
      <div className="engine-dashboard">
        {page.cards.map((card) => (
          <div key={card.key} className={`engine-span-${spanOf(card)}`}>
            <ErrorBoundary fallback={(error, retry) => <CardFault title={card.title} error={error} retry={retry} />}>
              <CardByKind card={card} period={period} />
            </ErrorBoundary>
          </div>
        ))}
      </div>
    </div>
  );
}

function spanOf(card: Card): number {
  return card.kind === 'figure' ? 1 : (card.span ?? 2);
}

function CardByKind({ card, period }: { readonly card: Card; readonly period: Period }) {
  const t = useText();
  const { context } = usePageRuntime();
  if (card.kind === 'list') return <ListCardView card={card} />;
  const dataset = context.datasets.get(card.dataset);
  if (dataset === undefined) {
    return (
      <section className="engine-card engine-chart-card" aria-label={card.title}>
        <Notice
          role="alert"
          icon={<FrownOutlined aria-hidden="true" />}
          title={card.title}
          detail={t('engine.fault.datasetMissing', { dataset: card.dataset })}
        />
      </section>
    );
  }
  return card.kind === 'figure' ? (
    <FigureCardView card={card} dataset={dataset} period={period} />
  ) : (
    <ChartCardView card={card} dataset={dataset} period={period} />
  );
}

function CardFault({
  title,
  error,
  retry,
}: {
  readonly title: string;
  readonly error: unknown;
  readonly retry: () => void;
}) {
  return (
    <section className="engine-card engine-chart-card" aria-label={title}>
      <h2>{title}</h2>
      <FaultBlock error={error} onRetry={retry} />
    </section>
  );
}
