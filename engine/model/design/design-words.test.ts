import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { isJsonObject, type JsonObject } from '../json/json.ts';
import { titleOfProperty } from './property-titles.ts';
import { titleOfValue } from './value-titles.ts';

const meta = path.resolve(import.meta.dirname, '../../meta');

/** Every object of the grammar of pages that has properties. */
function objectsOf(value: unknown): readonly JsonObject[] {
  if (Array.isArray(value)) return value.flatMap(objectsOf);
  if (!isJsonObject(value)) return [];
  const inner = Object.values(value).flatMap(objectsOf);
  return isJsonObject(value.properties) ? [value.properties, ...inner] : inner;
}

const properties = ['page', 'common'].flatMap((name) => {
  const grammar: unknown = JSON.parse(readFileSync(path.join(meta, `${name}.schema.json`), 'utf8'));
  return objectsOf(grammar).flatMap((object) => Object.entries(object));
});

function choicesOf(schema: unknown): readonly string[] {
  if (!isJsonObject(schema)) return [];
  const own = Array.isArray(schema.enum) ? schema.enum : [];
  return [...own.filter((value) => typeof value === 'string'), ...choicesOf(schema.items)];
}

describe('the words of the grammar', () => {
  it('has a Chinese title for every property of a page', () => {
    const missing = properties.filter(([name]) => !/\p{Script=Han}/u.test(titleOfProperty(name, ['rules']) ?? ''));
    expect(missing.map(([name]) => name)).toEqual([]);
    expect(properties.length).toBeGreaterThan(300);
  });

  it('has a word for every choice of a property', () => {
    const missing = properties.flatMap(([name, schema]) =>
      choicesOf(schema)
        .filter((value) => titleOfValue(name, [], value) === undefined)
        .map((value) => `${name}: ${value}`),
    );
    expect(missing).toEqual([]);
  });
});
