import { expect, it } from 'vitest';
import { type AnalysisChart, analysisCharts, analysisFaults } from '../../../engine/model/dataset/index.ts';
import type { DatasetDocument } from '../../../engine/model/documents/index.ts';
import { fillText } from '../../../engine/model/texts/index.ts';
import chinese from '../texts.zh-CN.json';
import { chartsFor, copyName, firstAsk, stillMissing, withChart, withNames, withOptional } from './analysis-draft.ts';
import type { AnalysisText } from './use-analysis-text.ts';

const t: AnalysisText = (key, params = {}) => fillText(chinese[key], params, 'zh-CN');
const dataset: DatasetDocument = {
  ...{ schemaVersion: 2, name: 'sales', title: '销售', path: '/v1/report/sales/query', permission: 'sale:query' },
  ...{ entity: 'sale', time: 'soldAt' },
  dimensions: [
    { key: 'day', title: '日期', bucket: 'day' },
    { key: 'seller', title: '售票员', field: 'sellerId' },
  ],
  measures: [
    { key: 'inner', title: '内部', aggregate: 'count', hidden: true },
    { key: 'sold', title: '售出', aggregate: 'count' },
    { key: 'paid', title: '付款', aggregate: 'count' },
  ],
};
const stock: DatasetDocument = { ...dataset, stock: true };

it('begins with what can be drawn and saved, of every dataset', () => {
  expect(firstAsk(dataset)).toMatchObject({ chart: 'bar', measures: ['sold'], dimensions: ['day'] });
  for (const one of [dataset, stock, { ...dataset, dimensions: [] }]) {
    expect(analysisFaults(firstAsk(one), one)).toEqual([]);
    expect(stillMissing(firstAsk(one), t)).toBeUndefined();
  }
  expect(chartsFor(stock)).toEqual(['figure']);
});

it('goes from any chart to any other without a fault', () => {
  const whole = { ...firstAsk(dataset), measures: ['sold', 'paid'], dimensions: ['day', 'seller'] };
  const rich = { ...whole, chart: 'table', compare: 'previousPeriod', sort: ['-paid'], top: 2 } as const;
  for (const first of analysisCharts)
    for (const next of analysisCharts)
      expect(
        analysisFaults(withChart(withChart(rich, first, dataset), next, dataset), dataset),
        `${first} ${next}`,
      ).toEqual([]);
});

it('drops an order by what is asked no more, and what is chosen empty', () => {
  const sorted = { ...firstAsk(dataset), chart: 'table' satisfies AnalysisChart, sort: ['-sold'] } as const;
  expect(withNames(sorted, { measures: ['paid'] })).not.toHaveProperty('sort');
  expect(withNames(sorted, { dimensions: ['seller'] })).toHaveProperty('sort', ['-sold']);
  expect(withOptional(sorted, 'sort', undefined)).not.toHaveProperty('sort');
  expect(stillMissing({ ...sorted, measures: [] }, t)).toBe('请选择度量');
});

it('names a copy as no other is named, and no longer than names may be', () => {
  expect(copyName('周报', new Set(['周报（副本）']), t)).toBe('周报（副本 2）');
  expect(copyName('长'.repeat(40), new Set(), t)).toHaveLength(40);
});
