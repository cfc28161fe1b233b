import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DatasetDocument } from '../../../engine/model/documents/index.ts';
import { type Language, setLanguageSource } from '../../../engine/model/texts/index.ts';
import { AppError } from '../../kernel/errors/app-error.ts';
import { inLanguage, setCallLanguageSource } from '../../kernel/language/language.ts';
import { readRequest } from './read-request.ts';

beforeAll(setCallLanguageSource);
afterAll(() => setLanguageSource(() => 'zh-CN'));

const dataset: DatasetDocument = {
  ...{ schemaVersion: 2, name: 'sales', title: '销售', path: '/v1/report/sales/query', permission: 'sale:query' },
  ...{ entity: 'sale', time: 'soldAt', measures: [{ key: 'sold', title: '售出', aggregate: 'count' }] },
};

/** What is wrong with a request, told in a language. */
function faultsIn(language: Language, body: Readonly<Record<string, unknown>>) {
  try {
    inLanguage(language, () => readRequest(dataset, body, '2026-11-20T04:00:00Z'));
  } catch (error) {
    if (error instanceof AppError)
      return error.detail.faults?.map(({ title, expected, got }) => [title, expected, got]);
    throw error;
  }
  return [];
}

it('says what is wrong with a request in the language of the call', () => {
  const body = { top: 0, startDate: '2026-11-20', endDate: '2026-11-01' };
  expect(faultsIn('zh-CN', body)).toEqual([
    ['期间', '不早于开始日期，且不超过 366 天', '2026-11-20 到 2026-11-01'],
    ['前几名', '1 到 1000', '0'],
  ]);
  expect(faultsIn('en-US', body)).toEqual([
    ['Period', 'not before the start, and at most 366 days', '2026-11-20 to 2026-11-01'],
    ['Top places', '1 to 1000', '0'],
  ]);
});
