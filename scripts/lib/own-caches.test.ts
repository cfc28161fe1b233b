import { expect, it } from 'vitest';
import { ownCaches } from './own-caches.ts';

it.each([
  ['a map that fills up', 'const known = new Map<string, string>();', 'new Map'],
  ['one that says its type', 'const known: Map<string, string> = new Map();', 'new Map'],
  ['a map by identity', 'const known = new WeakMap<object, string>();', 'new WeakMap'],
  ['a map by identity in a class', 'class Plans { readonly #kept = new WeakMap(); }', 'new WeakMap'],
  ['one that watches what is read', 'const watch = (call: object) => new Proxy(call, {});', 'new Proxy'],
])('finds %s', (_, planted, what) => {
  expect(ownCaches('server/planted.ts', `\n${planted}`)).toEqual([{ file: 'server/planted.ts', line: 2, what }]);
});

it('takes tables, and maps that end with the call or the object they are made in', () => {
  const text = `
    const words = new Map([['yes', true]]);
    const noRules: RuleBook = new Map();
    const found = (rows: string[]) => { const known = new Map(); return known; };
    class Round { readonly #held = new Map(); }
    const lengths = memoizeByIdentity((text: object) => 1);`;
  expect(ownCaches('server/planted.ts', text)).toEqual([]);
});

it('takes the one helper, which is made of them', () => {
  expect(ownCaches('engine/model/cache/cache.ts', 'const made = new WeakMap();')).toEqual([]);
});
