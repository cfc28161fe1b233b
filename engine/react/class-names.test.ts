import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const folder = import.meta.dirname;
const sheets = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'));

/** Classes a sheet gives their look: rules outside of media queries about nothing but the class. */
function classesOf(sheet: string): ReadonlySet<string> {
  const text = readFileSync(path.join(folder, sheet), 'utf8');
  return new Set([...text.matchAll(/(?<!,\n)^\.(engine-[\w-]+) \{/gm)].map(([, name]) => name ?? ''));
}

// A sheet is loaded when a page first needs it, and stays: two that mean different things by one name would meet.
it('gives each class its look in one place', () => {
  const places = new Map<string, string[]>();
  for (const sheet of sheets)
    for (const name of classesOf(sheet)) places.set(name, [...(places.get(name) ?? []), sheet]);
  expect(places.size).toBeGreaterThan(100);
  expect([...places].filter(([, found]) => found.length > 1)).toEqual([]);
});
