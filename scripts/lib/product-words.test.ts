import path from 'node:path';
import { expect, it } from 'vitest';
import {
  databaseLiterals,
  databaseWords,
  engineLiterals,
  generalWords,
  grammarWords,
  literalFaults,
  productWords,
} from './product-words.ts';

const root = path.resolve(import.meta.dirname, '../..');
const words = productWords([path.join(root, 'schemas'), path.join(root, 'e2e/fixtures/library')]);

it('finds no word of a product in the engine', () => {
  expect(engineLiterals(root, ['schemas', 'e2e/fixtures/library', 'server/platform/schemas'])).toEqual([]);
});

it('finds no word of a product where the server reads tables', () => {
  expect(databaseLiterals(root, ['schemas', 'e2e/fixtures/library'])).toEqual([]);
});

it.each([
  ['the name of an entity', "const entity = 'customer';", 'customer'],
  ['a field', "record['ownerDeptId']", 'ownerDeptId'],
  ['a title', "const heading = '图书';", '图书'],
  ['text on a page', 'const a = <b>客户</b>;', '客户'],
  ['a call', "post('/v1/customer/query')", 'customer'],
  ['a permission', 'const key = `loan:add`;', 'loan'],
  ['an expression', '"record.readerId == user.id"', 'readerId'],
])('finds %s that is planted', (_, planted, word) => {
  expect(literalFaults('engine/planted.tsx', `\n${planted}`, words)).toEqual([
    { file: 'engine/planted.tsx', line: 2, word },
  ]);
});

it('leaves alone what only looks alike: paths of imports, names of variables, keys of texts', () => {
  const text = "import { customer } from './customer.ts';\nexport const loan = customer.loan;\nt('engine.fact.copy');";
  expect(literalFaults('engine/planted.ts', text, words)).toEqual([]);
});

it('excuses no word that no product uses', () => {
  const grammar = grammarWords(path.join(root, 'engine/meta'));
  const all = productWords(
    ['schemas', 'e2e/fixtures/library', 'server/platform/schemas'].map((folder) => path.join(root, folder)),
  );
  const common = new Set(['id', 'createdAt', 'createdBy', 'updatedAt', 'updatedBy', 'deletedAt']);
  expect([...generalWords].filter((word) => !common.has(word) && !all.has(word))).toEqual([]);
  expect([...generalWords].filter((word) => grammar.has(word))).toEqual([]);
  expect([...databaseWords].filter((word) => generalWords.has(word) || !all.has(word))).toEqual([]);
});
