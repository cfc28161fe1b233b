import Ajv from 'ajv';
import { expect, it } from 'vitest';
import { checkShape } from '../check/source/check-shape.ts';
import { loadShipped } from '../shipped.testing.ts';
import { pageGrammar, pageKinds } from './page-grammar.ts';

it('judges every page as the loader does, standing alone', () => {
  const ajv = new Ajv({ strict: false, allErrors: true, discriminator: true, validateFormats: false });
  const judges = new Map(pageKinds.map((kind) => [kind, ajv.compile(pageGrammar(kind))]));
  const pages = [...loadShipped().documents.pages.values()];
  expect(new Set(pages.map(({ kind }) => kind)).size).toBeGreaterThan(3);
  for (const page of pages) {
    const judge = judges.get(page.kind);
    expect(judge?.(page), `${page.name} ${JSON.stringify(judge?.errors)}`).toBe(true);
    const odd = { ...page, title: 1, nowhere: true };
    expect(judge?.(odd)).toBe(checkShape('page', odd).document !== undefined);
  }
});

it('holds the definitions a kind leads to and no other', () => {
  const list = JSON.stringify(pageGrammar('list'));
  expect(list).toContain('"listPage"');
  expect(list).not.toContain('"formPage"');
  expect(list).not.toContain('common.schema.json');
});
