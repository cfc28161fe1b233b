import path from 'node:path';
import { build } from 'vite';
import { beforeAll, expect, it } from 'vitest';
import { parseExpression } from '../../engine/model/expression/index.ts';
import { readDocumentFiles } from './document-files.ts';
import { expressionParserAlone } from './expression-parser-alone.ts';

const root = path.resolve(import.meta.dirname, '../..');
let code: string;
let parseAlone: typeof parseExpression;
beforeAll(async () => {
  const built = await build({
    ...{ configFile: false, root, logLevel: 'silent', plugins: [expressionParserAlone()] },
    build: {
      write: false,
      lib: { entry: path.join(root, 'engine/model/expression/parse.ts'), formats: ['es'], fileName: 'parse' },
    },
  });
  const [made] = [built].flat();
  const [chunk] = made !== undefined && 'output' in made ? made.output : [];
  if (chunk?.type !== 'chunk') throw new TypeError('nothing was built');
  ({ code } = chunk);
  ({ parseExpression: parseAlone } = await import(`data:text/javascript,${encodeURIComponent(code)}`));
});

/** Every text of the documents of a folder, expressions among them. */
function textsOf(folder: string): readonly string[] {
  const found = new Set<string>();
  for (const { text } of readDocumentFiles(path.join(root, folder)))
    JSON.parse(text, (_, value: unknown) => {
      if (typeof value === 'string') found.add(value);
      return value;
    });
  return [...found];
}

const odd = [
  ...["'a", '"\\q"', "'\\u00e9\\x41'", 'r"\\d"', '"""a\nb"""', 'b"x"', '1u', '0x1f', '1e3', '1.', '.5', '-0', '07'],
  ...['{}', "{'a': 1}", '[1, 2,]', '(1', 'a ? b', '1 + + 2', 'record["a"]', 'record.?a', 'record[?0]', 'a.b.c(1, 2)'],
  ...['has(record.a)', 'form.list.map(x, x + 1)', 'form.list.all(x, x > 0)', 'in', 'true && !false', '// a', '1 // b'],
  ...['record.constructor', 'record.__proto__.a', 'record["constructor"]', 'toString()', 'a.b', 'record.a .b', ''],
  ...['lookup("a", {"b": 1}).c', `${'('.repeat(70)}1${')'.repeat(70)}`, Array(600).fill('1').join('+'), '1 == 1 != 2'],
];

it('reads what the whole package reads, with the same places and refusals', () => {
  const sources = [...textsOf('schemas'), ...textsOf('e2e/fixtures/library'), ...odd];
  const outcomes = sources.map((source) => parseExpression(source));
  expect(outcomes.filter(({ ok }) => ok).length).toBeGreaterThan(500);
  // English is told where every language is there; a browser has fetched the one it speaks.
  const inChinese = (outcome: object) => ({ ...outcome, expectedEn: undefined });
  expect(sources.map((source) => inChinese(parseAlone(source)))).toEqual(outcomes.map(inChinese));
});

it('refuses loops all the same, in other words where their variable is no name', () => {
  expect(parseExpression('form.list.map(1, 2)')).toMatchObject({ ok: false, expected: '没有循环的表达式' });
  expect(parseAlone('form.list.map(1, 2)')).toMatchObject({ ok: false, got: 'map' });
});

it('is without what evaluates', () => {
  expect(code).toContain('invalid_exponent');
  expect(code).not.toMatch(/no_such_key|google\.protobuf/);
});
