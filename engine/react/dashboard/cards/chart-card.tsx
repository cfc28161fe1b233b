import { BarChartOutlined, TableOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Suspense, useCallback, useMemo, useState } from 'react';
import type { ChartCard, DatasetDocument } from '../../../model/documents/index.ts';
import type { Figure } from '../../../model/drill/index.ts';
import type { DatasetAnswer } from '../../../model/wire/index.ts';
import { Waiting } from '../../faults/query-state.tsx';
import { formatMeasure } from '../../formats/format.ts';
import { titled, together } from '../../formats/listed.ts';
import { useEngine, useText } from '../../host/engine-context.tsx';
import { lazyPart } from '../../parts/lazy-part.tsx';
import { type DrillTo, useDrill } from '../data/dashboard-context.ts';
import { type CardScope, cardScope, useDataset } from '../data/use-dataset.ts';
import { chartGrid, chartInput, chartRequest, isEmptyChart } from '../grids/chart-data.ts';
import { CardBody, CardFrame } from './card-frame.tsx';
import { CopyCsv } from './copy-csv.tsx';
import { FigureTable } from './figure-table.tsx';

// The chart library is large; it comes when the first chart has something to show.
const Chart = lazyPart(async () => (await import('../chart/chart.tsx')).Chart);

type ChartCardProps = CardScope & { readonly card: ChartCard; readonly dataset: DatasetDocument };

/** A chart over a dimension of a dataset, or over two; its figures are there as a table, too. */
export function ChartCardView({ card, dataset, ...around }: ChartCardProps) {
  const t = useText();
  const scope = cardScope(card, around);
  const [isTable, setIsTable] = useState(false);
  const query = useDataset(dataset, scope, chartRequest(card, dataset));
  const drill = useDrill(card.link, dataset, scope);
  const tools = (
    <Button
      type="text"
      size="small"
      icon={isTable ? <BarChartOutlined aria-hidden="true" /> : <TableOutlined aria-hidden="true" />}
      aria-pressed={isTable}
      disabled={query.data === undefined}
      onClick={() => setIsTable(!isTable)}
    >
      {t(isTable ? 'engine.dashboard.asChart' : 'engine.dashboard.asTable')}
    </Button>
  );
  return (
    <CardFrame title={card.title} help={card.help} of={card} tools={tools}>
      <CardBody query={query} isEmpty={(answer) => isEmptyChart(card, answer)}>
        {(answer) => <ChartBody card={card} dataset={dataset} answer={answer} drill={drill} isTable={isTable} />}
      </CardBody>
    </CardFrame>
  );
}

type ChartBodyProps = {
  readonly card: ChartCard;
  readonly dataset: DatasetDocument;
  readonly answer: DatasetAnswer;
  readonly drill: DrillTo;
  readonly isTable: boolean;
};

function ChartBody({ card, dataset, answer, drill, isTable }: ChartBodyProps) {
  const t = useText();
  const { open } = useEngine();
  const input = useMemo(
    () => ({
      ...chartInput(card, answer, dataset, new Date().toISOString()),
      open: new Set(card.measures.filter((measure) => opensSomewhere(measure, answer, drill))),
    }),
    [card, answer, dataset, drill],
  );
  const follow = useCallback(
    (figure: Figure) => {
      const target = drill(figure);
      if (target !== undefined) open(target.page, target.params);
    },
    [drill, open],
  );
  if (isTable) {
    const grid = chartGrid(input, dataset);
    return (
      <>
        <FigureTable label={card.title} grid={grid} drill={drill} />
        <CopyCsv grid={grid} title={card.title} />
      </>
    );
  }
  return (
    <>
      <Suspense fallback={<Waiting />}>
        <Chart input={input} label={chartLabel(card, answer, dataset)} onPick={follow} />
      </Suspense>
      {card.chart === 'map' ? <p className="engine-card-note">{t('engine.dashboard.tiles')}</p> : null}
    </>
  );
}

/** Whether any part that shows a measure leads to its rows. */
function opensSomewhere(measure: string, answer: DatasetAnswer, drill: DrillTo): boolean {
  const figures = answer.rows.length === 0 ? [{}] : answer.rows.map(({ keys }) => keys);
  return figures.some((keys) => drill({ measure, keys }) !== undefined);
}

/** The chart in words, for those who do not see it. */
function chartLabel(card: ChartCard, answer: DatasetAnswer, dataset: DatasetDocument): string {
  const parts = card.measures.map((key) => {
    const series = answer.series.find((one) => one.measure === key);
    const title = dataset.measures.find((measure) => measure.key === key)?.title ?? key;
    return `${title} ${formatMeasure(answer.total[key], series?.unit ?? 'count')}`;
  });
  return titled(card.title, together(parts));
}
