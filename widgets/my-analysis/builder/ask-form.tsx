import { InputNumber, Select } from 'antd';
import { useId } from 'react';
import {
  type AnalysisAsk,
  type AnalysisChart,
  analysisLimits,
  analysisPeriods,
  chartShapes,
  leastPlaces,
  shownMeasures,
} from '../../../engine/model/dataset/index.ts';
import type { DatasetDocument } from '../../../engine/model/documents/index.ts';
import type { DatasetComparison } from '../../../engine/model/wire/index.ts';
import { AnalysisFilters, AnalysisPeriod } from '../../../engine/react/index.ts';
import { chartsFor, maxTop, withChart, withNames, withOptional } from '../asking/analysis-draft.ts';
import { type AnalysisText, useAnalysisText } from '../asking/use-analysis-text.ts';
import { Labelled } from './labelled.tsx';

type AskFormProps = {
  readonly ask: AnalysisAsk;
  readonly dataset: DatasetDocument;
  readonly onChange: (ask: AnalysisAsk) => void;
};

/** What is asked of a dataset, choice by choice; only what the chart has room for is offered. */
export function AskForm({ ask, dataset, onChange }: AskFormProps) {
  const t = useAnalysisText();
  const id = useId();
  const charts = chartsFor(dataset);
  const isStock = dataset.stock === true;
  const hasFilters = (dataset.filters ?? []).length > 0;
  return (
    <>
      <Labelled id={`${id}-chart`} title={t('chart')}>
        <Select<AnalysisChart>
          id={`${id}-chart`}
          value={ask.chart}
          options={charts.map((chart) => ({ value: chart, label: t(`chart.${chart}`) }))}
          onChange={(chart) => onChange(withChart(ask, chart, dataset))}
        />
      </Labelled>
      <Names {...{ ask, dataset, onChange }} />
      {isStock ? null : (
        <fieldset className="analysis-choice">
          <legend>{t('period')}</legend>
          <AnalysisPeriod
            periods={[...analysisPeriods, 'custom']}
            span={ask.period ?? dataset.period ?? 'thisMonth'}
            onChange={(period) => onChange(withOptional(ask, 'period', period))}
          />
        </fieldset>
      )}
      <Further {...{ ask, dataset, onChange }} />
      {hasFilters ? (
        <fieldset className="analysis-choice analysis-filters">
          <legend>{t('filters')}</legend>
          <AnalysisFilters
            dataset={dataset}
            filters={ask.filters ?? {}}
            onChange={(filters) =>
              onChange(withOptional(ask, 'filters', Object.keys(filters).length === 0 ? undefined : filters))
            }
          />
        </fieldset>
      ) : null}
    </>
  );
}

/** The measures and dimensions: one where the chart takes one, several otherwise. */
function Names({ ask, dataset, onChange }: AskFormProps) {
  const t = useAnalysisText();
  const id = useId();
  const { measures, dimensions } = chartShapes[ask.chart];
  const [, most] = dimensions;
  const offered = shownMeasures(dataset).map(({ key, title }) => ({ value: key, label: title }));
  const along = (dataset.dimensions ?? []).map(({ key, title }) => ({ value: key, label: title }));
  return (
    <>
      <Labelled id={`${id}-measures`} title={t('measures')}>
        {measures === 1 ? (
          <Select<string>
            id={`${id}-measures`}
            showSearch
            optionFilterProp="label"
            value={ask.measures[0] ?? null}
            options={offered}
            onChange={(measure) => onChange(withNames(ask, { measures: [measure] }))}
          />
        ) : (
          <Select<string[]>
            id={`${id}-measures`}
            mode="multiple"
            maxCount={measures}
            optionFilterProp="label"
            value={[...ask.measures]}
            options={offered}
            onChange={(chosen) => onChange(withNames(ask, { measures: chosen }))}
          />
        )}
      </Labelled>
      {most === 0 ? null : (
        <Labelled id={`${id}-dimensions`} title={t(most === 1 ? 'dimension' : 'dimensions')}>
          <Select<string[]>
            id={`${id}-dimensions`}
            mode="multiple"
            maxCount={most}
            optionFilterProp="label"
            value={[...ask.dimensions]}
            options={along}
            onChange={(chosen) => onChange(withNames(ask, { dimensions: chosen }))}
          />
        </Labelled>
      )}
    </>
  );
}

const comparisons: readonly DatasetComparison[] = ['previousPeriod', 'lastWeek', 'lastYear'];

/** Comparison, order and how many, as far as the chart has room for them. */
function Further({ ask, dataset, onChange }: AskFormProps) {
  const t = useAnalysisText();
  const id = useId();
  const { hasCompare, hasTop } = chartShapes[ask.chart];
  return (
    <>
      {hasCompare && dataset.stock !== true ? (
        <Labelled id={`${id}-compare`} title={t('compare')}>
          <Select<DatasetComparison>
            id={`${id}-compare`}
            allowClear
            placeholder={t('compare.none')}
            value={ask.compare ?? null}
            options={comparisons.map((value) => ({ value, label: t(`compare.${value}`) }))}
            onChange={(compare: DatasetComparison | undefined) => onChange(withOptional(ask, 'compare', compare))}
          />
        </Labelled>
      ) : null}
      {ask.chart === 'table' ? (
        <Labelled id={`${id}-sort`} title={t('sort')}>
          <Select<string[]>
            id={`${id}-sort`}
            mode="multiple"
            maxCount={analysisLimits.sort}
            placeholder={t('sort.none')}
            value={[...(ask.sort ?? [])]}
            options={ordersOf(ask, dataset, t)}
            onChange={(sort) => onChange(withOptional(ask, 'sort', sort.length === 0 ? undefined : sort))}
          />
        </Labelled>
      ) : null}
      {hasTop ? (
        <Labelled id={`${id}-top`} title={t('top')}>
          <InputNumber
            id={`${id}-top`}
            min={ask.chart === 'ranking' ? leastPlaces : 1}
            max={maxTop}
            precision={0}
            placeholder={t('top.all')}
            value={ask.top ?? null}
            onChange={(top) => onChange(withOptional(ask, 'top', top ?? undefined))}
          />
        </Labelled>
      ) : null}
    </>
  );
}

function ordersOf(ask: AnalysisAsk, { measures, dimensions = [] }: DatasetDocument, t: AnalysisText) {
  const titles = new Map([...measures, ...dimensions].map(({ key, title }) => [key, title]));
  return [...ask.measures, ...ask.dimensions].flatMap((key) => [
    { value: `-${key}`, label: t('sort.falling', { title: titles.get(key) ?? key }) },
    { value: key, label: t('sort.rising', { title: titles.get(key) ?? key }) },
  ]);
}
