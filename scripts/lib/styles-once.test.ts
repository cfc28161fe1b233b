import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, it } from 'vitest';
import { stylesOnce } from './styles-once.ts';

const cache = path.join(
  path.dirname(createRequire(import.meta.url).resolve('@ant-design/cssinjs/package.json')),
  'es/hooks/useGlobalCache.js',
);

/** What the plugin makes of a module. */
function transformed(code: string, id: string): { readonly code?: string; readonly error?: string } {
  const { transform } = stylesOnce();
  if (typeof transform !== 'function') throw new TypeError('the plugin transforms nothing');
  let error: string | undefined;
  const self = { error: (text: string) => (error = text) };
  const result: unknown = Reflect.apply(transform, self, [code, id]);
  return {
    ...(error === undefined ? {} : { error }),
    ...(typeof result === 'object' && result !== null && 'code' in result ? { code: String(result.code) } : {}),
  };
}

it('keeps what antd makes of a style, and writes each once', () => {
  const { code, error } = transformed(readFileSync(cache, 'utf8'), cache);
  expect(error).toBeUndefined();
  expect(code).toContain("if (nextCount === 0 && prefix !== 'style' && prefix !== 'token')");
  // Once where a component is drawn; the other place is for browsers without insertion effects.
  expect(code?.split('!writtenStyles.has(cacheContent)')).toHaveLength(2);
});

it('leaves other modules alone, and stops the build when antd does it otherwise', () => {
  expect(transformed('x', '/other/useGlobalCache.js')).toEqual({});
  expect(transformed('x', cache).error).toMatch('antd keeps its styles in another way');
});
