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
import { chartsFor, chartTitles, maxTop, withChart, withNames, withOptional } from '../asking/analysis-draft.ts';
import { Labelled } from './labelled.tsx';

type AskFormProps = {
  readonly ask: AnalysisAsk;
  readonly dataset: DatasetDocument;
  readonly onChange: (ask: AnalysisAsk) => void;
};

/** What is asked of a dataset, choice by choice; only what the chart has room for is offered. */
export function AskForm({ ask, dataset, onChange }: AskFormProps) {
  const id = useId();
  const charts = chartsFor(dataset);
  const isStock = dataset.stock === true;
  const hasFilters = (dataset.filters ?? []).length > 0;
  return (
    <>
      <Labelled id={`${id}-chart`} title="图表">
        <Select<AnalysisChart>
          id={`${id}-chart`}
          value={ask.chart}
          options={charts.map((chart) => ({ value: chart, label: chartTitles[chart] }))}
          onChange={(chart) => onChange(withChart(ask, chart, dataset))}
        />
      </Labelled>
      <Names {...{ ask, dataset, onChange }} />
      {isStock ? null : (
        <fieldset className="analysis-choice">
          <legend>期间</legend>
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
          <legend>筛选</legend>
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
  const id = useId();
  const { measures, dimensions } = chartShapes[ask.chart];
  const [, most] = dimensions;
  const offered = shownMeasures(dataset).map(({ key, title }) => ({ value: key, label: title }));
  const along = (dataset.dimensions ?? []).map(({ key, title }) => ({ value: key, label: title }));
  return (
    <>
      <Labelled id={`${id}-measures`} title="度量（数什么）">
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
        <Labelled id={`${id}-dimensions`} title={most === 1 ? '维度（按什么分）' : '维度（按什么分，至多两个）'}>
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

const comparisons: readonly { readonly value: DatasetComparison; readonly label: string }[] = [
  { value: 'previousPeriod', label: '上一期间' },
  { value: 'lastWeek', label: '上周同日' },
  { value: 'lastYear', label: '去年同期' },
];

/** Comparison, order and how many, as far as the chart has room for them. */
function Further({ ask, dataset, onChange }: AskFormProps) {
  const id = useId();
  const { hasCompare, hasTop } = chartShapes[ask.chart];
  return (
    <>
      {hasCompare && dataset.stock !== true ? (
        <Labelled id={`${id}-compare`} title="对比">
          <Select<DatasetComparison>
            id={`${id}-compare`}
            allowClear
            placeholder="不对比"
            value={ask.compare ?? null}
            options={[...comparisons]}
            onChange={(compare: DatasetComparison | undefined) => onChange(withOptional(ask, 'compare', compare))}
          />
        </Labelled>
      ) : null}
      {ask.chart === 'table' ? (
        <Labelled id={`${id}-sort`} title="排序">
          <Select<string[]>
            id={`${id}-sort`}
            mode="multiple"
            maxCount={analysisLimits.sort}
            placeholder="按数据集的次序"
            value={[...(ask.sort ?? [])]}
            options={ordersOf(ask, dataset)}
            onChange={(sort) => onChange(withOptional(ask, 'sort', sort.length === 0 ? undefined : sort))}
          />
        </Labelled>
      ) : null}
      {hasTop ? (
        <Labelled id={`${id}-top`} title="只看前几名">
          <InputNumber
            id={`${id}-top`}
            min={ask.chart === 'ranking' ? leastPlaces : 1}
            max={maxTop}
            precision={0}
            placeholder="全部"
            value={ask.top ?? null}
            onChange={(top) => onChange(withOptional(ask, 'top', top ?? undefined))}
          />
        </Labelled>
      ) : null}
    </>
  );
}

function ordersOf(ask: AnalysisAsk, { measures, dimensions = [] }: DatasetDocument) {
  const titles = new Map([...measures, ...dimensions].map(({ key, title }) => [key, title]));
  return [...ask.measures, ...ask.dimensions].flatMap((key) => [
    { value: `-${key}`, label: `${titles.get(key) ?? key} 从大到小` },
    { value: key, label: `${titles.get(key) ?? key} 从小到大` },
  ]);
}
