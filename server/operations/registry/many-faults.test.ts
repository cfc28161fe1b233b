import path from 'node:path';
import { expect, it } from 'vitest';
import { AppError } from '../../kernel/errors/app-error.ts';
import { list, noData, object, textSchema } from '../../kernel/operation/json-schema.ts';
import type { CallerOperation } from '../../kernel/operation/operation.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { readDocuments } from '../../product/documents.ts';
import { checkInput } from './check-input.ts';

const { documents } = readDocuments(path.resolve(import.meta.dirname, '../../../schemas'));

const operation: CallerOperation = {
  path: '/v1/extra/view',
  title: '又一个',
  access: { kind: 'signedIn' },
  input: object({ topics: { ...list(textSchema, { maxItems: 20 }), title: '主题' } }, []),
  output: noData,
  scope: null,
  idempotency: 'none',
  audit: 'read',
  run: async () => null,
};

function faultsOf(body: Values) {
  try {
    checkInput(operation, body, documents);
  } catch (error) {
    if (error instanceof AppError) return error.detail.faults ?? [];
    throw error;
  }
  return [];
}

it.each<[string, Values]>([
  ['items', { topics: Array.from({ length: 20_000 }, () => 1) }],
  ['names', Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`name${at}`, 1]))],
])('a body with 20000 wrong %s is refused by its first 20 faults in no time', (_, body) => {
  const start = performance.now();
  expect(faultsOf(body)).toHaveLength(20);
  expect(performance.now() - start).toBeLessThan(5_000);
});

it('an item without a title is called as its list', () => {
  expect(faultsOf({ topics: ['a', 1] })).toEqual([
    { code: 'E_INPUT_TYPE', pointer: '/topics/1', title: '主题', expected: '文本', got: '1' },
  ]);
});
