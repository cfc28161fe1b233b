import { describe, expect, it } from 'vitest';
import { checkExpression } from '../../expression/types/check-expression.ts';
import { isJsonObject, type JsonObject } from '../../json/json.ts';
import { loadShipped } from '../../shipped.testing.ts';
import { expressionScopeAt } from './expression-scope.ts';

const { documents } = loadShipped();
const pages = [...documents.pages.values()].map((page): JsonObject => ({ ...page }));
const names = /^(visibleWhen|enabledWhen|requiredWhen|defaultValue|compute|tone|dim|filterWhen|when)$/;

type Found = { readonly at: readonly string[]; readonly source: string; readonly name: string };

/** Every text of a page, with where it stands. */
function textsOf(value: unknown, at: readonly string[] = []): readonly Found[] {
  if (Array.isArray(value))
    return value.flatMap((item) =>
      isJsonObject(item) && typeof item.key === 'string' ? textsOf(item, [...at, item.key]) : [],
    );
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    typeof inner === 'string' ? [{ at: [...at, name], source: inner, name }] : textsOf(inner, [...at, name]),
  );
}

type Looked = { readonly where: string; readonly is: 'right' | 'wrong' | 'unknown' | 'none' };

function lookedAt(page: JsonObject, { at, source, name }: Found): Looked {
  const scope = expressionScopeAt(page, at, documents);
  const where = `${String(page.name)}/${at.join('/')}: ${source}`;
  // The tone of a source of an activity is a colour, no expression.
  if (scope === undefined)
    return { where, is: names.test(name) && !(name === 'tone' && at.includes('sources')) ? 'unknown' : 'none' };
  return { where, is: checkExpression(source, scope.use, scope.environment).length === 0 ? 'right' : 'wrong' };
}

describe('the scope of an expression', () => {
  it('is that of the checker: every expression of every page is right in it', () => {
    const found = pages.flatMap((page) => textsOf(page).map((text) => lookedAt(page, text)));
    expect(found.filter(({ is }) => is === 'wrong').map(({ where }) => where)).toEqual([]);
    expect(found.filter(({ is }) => is === 'unknown').map(({ where }) => where)).toEqual([]);
    expect(found.filter(({ is }) => is === 'right').length).toBeGreaterThan(1500);
  });

  it('is nowhere else', () => {
    const [page = {}] = pages;
    expect(expressionScopeAt(page, ['title'], documents)).toBeUndefined();
    expect(expressionScopeAt(page, [], documents)).toBeUndefined();
    expect(expressionScopeAt(page, ['no', 'such', 'place'], documents)).toBeUndefined();
  });
});
