import { expect, it } from 'vitest';
import type { DatasetDocument } from '../generated/documents.ts';
import { saysTime } from './figure-time.ts';

const dataset: DatasetDocument = {
  schemaVersion: 2,
  name: 'sales',
  title: '销售',
  path: '/v1/report/sales/query',
  permission: 'sale:query',
  entity: 'sale',
  time: 'soldAt',
  measures: [
    { key: 'sold', title: '售出', aggregate: 'count' },
    { key: 'paid', title: '付款', aggregate: 'count', time: 'paidAt' },
    { key: 'rate', title: '付款率', ratio: { of: 'paid', to: 'sold' } },
  ],
};
const by = (field: string) => ({ field, op: 'notNull' }) as const;

it.each([
  ['nothing', undefined, 'sold', false],
  ['another field and a keyword', { and: [by('price'), { search: 'soldAt' }] }, 'sold', false],
  ['its own time, however deep', { and: [{ or: [by('price'), by('soldAt')] }] }, 'sold', true],
  ['the time of another measure', by('paidAt'), 'sold', false],
  ['the time of a measure it is made of', by('paidAt'), 'rate', true],
])('conditions with %s', (_, where, measure, says) => expect(saysTime(where, measure, dataset)).toBe(says));
