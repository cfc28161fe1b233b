import { expect, it } from 'vitest';
import { visitsDataset } from '../../fixtures/index.ts';
import { datasetFor } from './dataset-for.ts';

const { entity } = visitsDataset;
const whole = {
  ...visitsDataset,
  dimensions: [...(visitsDataset.dimensions ?? []), { key: 'xWish', title: '意愿', field: 'xWish' }],
  filters: [...(visitsDataset.filters ?? []), { key: 'xWishIn', title: '意愿', field: 'xWish' }],
  measures: [
    ...visitsDataset.measures,
    { key: 'xBudgetSum', title: '预算总和', aggregate: 'sum' as const, field: 'xBudget' },
  ],
};

it('is whole for who may list the rows, and as it was shipped for who may only ask for figures', () => {
  expect(datasetFor(whole, new Set([`${entity}:query`]))).toBe(whole);
  const shipped = datasetFor(whole, new Set([`${entity}:report`]));
  expect(JSON.stringify(shipped)).not.toMatch(/xWish|xBudget/);
  expect(shipped.measures).toEqual(visitsDataset.measures);
  expect(shipped.dimensions).toEqual(visitsDataset.dimensions);
  expect(datasetFor(visitsDataset, new Set())).toBe(visitsDataset);
});
