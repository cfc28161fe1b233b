import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { evaluate, parseExpression } from '../../engine/model/expression/index.ts';
import { weekdaysOnly } from '../../engine/model/time/index.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { addCustomer } from './attack.testing.ts';

// Expressions of documents are evaluated by our own evaluator, texts of people never. All attempts: engine/model/expression/escape.
const root = path.resolve(import.meta.dirname, '../..');
const attempts = [
  'record.constructor',
  'record.__proto__',
  "record['constructor']['constructor']('return process')()",
  "''.constructor.constructor('return globalThis')()",
  '[].map(x => process.exit())',
  'globalThis',
  'process.env',
  "import('node:fs')",
  'import/**/("node:fs")',
  'eval("1")',
  'Function("return 1")()',
  'record.toString()',
  'this',
  '(() => 1)()',
  'new Date()',
  '`$' + '{1}`',
];

describe('an expression that reaches beyond its values', () => {
  it.each(attempts)('%s is no expression, or has no value', (source) => {
    const parsed = parseExpression(source);
    if (!parsed.ok) return;
    const scope = {
      record: { name: 'x' },
      form: {},
      row: {},
      user: {},
      page: {},
      now: '2026-03-01T00:00:00.000Z',
      calendar: weekdaysOnly,
    };
    const outcome = (() => {
      try {
        return evaluate(parsed.expression, scope);
      } catch {
        return null;
      }
    })();
    expect([null, undefined]).toContain(outcome);
  });
});

/** Every source file of the product below a folder. */
function sources(folder: string): readonly string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.(test|testing|stories)\.tsx?$/.test(name))
    .map((name) => path.join(folder, name));
}

it('nothing of ours makes a program of a text', () => {
  const files = ['server', 'engine', 'widgets', 'src'].flatMap(sources);
  expect(files.length).toBeGreaterThan(500);
  const maker = /\beval\s*\(|new Function\s*\(|[^.\w]Function\s*\(\s*['"`]|node:vm|runInContext|runInNewContext/;
  const makers = files.filter((file) => maker.test(readFileSync(path.join(root, file), 'utf8')));
  // Validators are compiled when the product is built. The one program made at run time is a constant: it frees memory.
  expect(makers).toEqual(['server/jobs/lean-heap.ts']);
});

describe('what people type', () => {
  let company: TestApp;
  beforeAll(async () => {
    company = await startTestApp();
  });
  afterAll(() => company.close());

  it.each([
    '{{7*7}}',
    `$${'{7*7}'}`,
    '#{7*7}',
    '<%= 7*7 %>',
    '{{constructor.constructor("return process")()}}',
    '=7*7',
  ])('stays as typed: %s', async (text) => {
    const id = await addCustomer(company, 'sales', { name: text });
    const { data } = await company.call('sales', '/v1/customer/view', { id });
    expect(data.name).toBe(text);
  });
});
