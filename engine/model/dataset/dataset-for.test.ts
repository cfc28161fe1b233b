import { expect, it } from 'vitest';
import type { DatasetDocument } from '../generated/documents.ts';
import { datasetFor } from './dataset-for.ts';

const shipped: DatasetDocument = {
  ...{ schemaVersion: 2, name: 'sales', title: '售票', path: '/v1/report/sales/query', permission: 'ticket:report' },
  ...{ entity: 'ticket', time: 'soldAt' },
  dimensions: [{ key: 'day', title: '日期', field: 'soldAt', bucket: 'day' }],
  filters: [{ key: 'kinds', title: '票种', field: 'kind' }],
  measures: [{ key: 'tickets', title: '票数', aggregate: 'count' }],
};
const whole: DatasetDocument = {
  ...shipped,
  dimensions: [...(shipped.dimensions ?? []), { key: 'xWish', title: '意愿', field: 'xWish' }],
  filters: [...(shipped.filters ?? []), { key: 'xWishIn', title: '意愿', field: 'xWish' }],
  measures: [...shipped.measures, { key: 'xBudgetSum', title: '预算总和', aggregate: 'sum', field: 'xBudget' }],
};

it('is whole for who may list the rows, and as it was shipped for who may only ask for figures', () => {
  expect(datasetFor(whole, new Set(['ticket:query']))).toBe(whole);
  expect(datasetFor(whole, new Set(['ticket:report']))).toEqual(shipped);
  expect(datasetFor(shipped, new Set())).toBe(shipped);
});
