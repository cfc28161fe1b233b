import { BarChartOutlined } from '@ant-design/icons';
import { Skeleton } from 'antd';
import { lazy, Suspense } from 'react';
import type { ChartCard, DatasetAnswer, DatasetDocument } from '../../model/index.ts';
import { useText } from '../engine-context.tsx';
import { FaultBlock, Notice } from '../faults/fault-block.tsx';
import { formatMeasure } from '../format.ts';
import type { Period } from './period.ts';
import { useDataset } from './use-dataset.ts';

// The chart library is large; it comes when the first chart has something to show.
const Chart = lazy(async () => ({ default: (await import('./chart.tsx')).Chart }));

/** A chart over one dimension of a dataset. */
export function ChartCardView({
  card,
  dataset,
  period,
}: {
  readonly card: ChartCard;
  readonly dataset: DatasetDocument;
  readonly period: Period;
}) {
  const t = useText();
  const query = useDataset(dataset, period, card.dimension);
  const series = (query.data?.series ?? []).filter((one) => card.measures.includes(one.key));
  const hasData = series.some((one) => one.data.some((value) => value !== null && value !== 0));
  return (
    <section className="engine-card engine-chart-card" aria-label={card.title}>
      <h2>{card.title}</h2>
      {query.error !== null ? <FaultBlock error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.isPending ? <Skeleton active title={false} paragraph={{ rows: 6 }} /> : null}
      {query.data !== undefined && query.error === null && !hasData ? (
        <Notice icon={<BarChartOutlined aria-hidden="true" />} title={t('engine.dashboard.empty')} />
      ) : null}
      {query.data !== undefined && query.error === null && hasData ? (
        <div className={query.isPlaceholderData ? 'engine-stale' : ''}>
          <Suspense fallback={<Skeleton active title={false} paragraph={{ rows: 6 }} />}>
            <Chart
              kind={card.chart}
              names={query.data.dimensions.map((item) => item.name)}
              series={series}
              label={chartLabel(card.title, series, query.data)}
            />
          </Suspense>
        </div>
      ) : null}
    </section>
  );
}

/** The chart in words, for those who do not see it. */
function chartLabel(title: string, series: DatasetAnswer['series'], answer: DatasetAnswer): string {
  const parts = series.map((one) => `${one.name} ${formatMeasure(answer.total[one.key], one.unit)}`);
  return `${title}：${parts.join('，')}`;
}
