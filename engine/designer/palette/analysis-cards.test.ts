import { expect, it } from 'vitest';
import { visitBoard, visitsDataset } from '../../fixtures/index.ts';
import type { SavedAnalysis } from '../../model/dataset/index.ts';
import type { JsonObject } from '../../model/json/index.ts';
import { isJsonObject } from '../../model/json/index.ts';
import { paletteFor } from './palette-entries.ts';

const saved = (name: string, ask: SavedAnalysis['ask']): SavedAnalysis => ({
  ...{ id: name, version: 1, name, share: 'private', ask, isMine: true, author: null, departmentName: null },
});
const ask = { dataset: 'visits', chart: 'bar', measures: ['visits'], dimensions: ['day'], period: 'thisYear' } as const;

function board(): JsonObject {
  const document: unknown = visitBoard;
  return isJsonObject(document) ? document : {};
}

function offered(analyses: readonly SavedAnalysis[]) {
  const titles = {
    entities: new Map(),
    dictionaries: new Map(),
    datasets: new Map([[visitsDataset.name, visitsDataset]]),
  };
  const groups = paletteFor({ document: board(), titles, widgets: [], analyses, t: (key) => key }, 'cards');
  return groups.find(({ title }) => title === 'designer.add.analyses')?.entries ?? [];
}

it('offers each analysis as the card it becomes, which keeps to what was asked', () => {
  expect(offered([saved('今年到馆', ask)])).toMatchObject([
    {
      title: '今年到馆',
      isShown: false,
      item: {
        kind: 'chart',
        chart: 'bar',
        dataset: 'visits',
        measures: ['visits'],
        dimension: 'day',
        period: 'thisYear',
      },
    },
  ]);
});

it('offers none whose data is not for who designs, or is not there any more', () => {
  expect(offered([saved('无权', null), saved('别处', { ...ask, dataset: 'other' })])).toEqual([]);
  expect(offered([saved('缺', { ...ask, measures: ['gone', 'visits'] })])).toEqual([]);
});
