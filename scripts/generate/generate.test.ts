import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ValidateFunction } from 'ajv';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { documentKinds, readGrammar } from './grammar.ts';
import { typesSource } from './types.ts';
import { validatorsSource, validatorTypesSource } from './validators.ts';
import { writeIfChanged } from './write-if-changed.ts';

const common = { $id: 'common.schema.json', $defs: { name: { type: 'string', minLength: 1, pattern: '^[a-z]+$' } } };
const page = {
  $id: 'page.schema.json',
  title: 'PageDocument',
  oneOf: [{ $ref: '#/$defs/list' }, { $ref: '#/$defs/form' }],
  discriminator: { propertyName: 'kind' },
  type: 'object',
  required: ['kind'],
  $defs: {
    list: {
      title: 'ListPage',
      type: 'object',
      additionalProperties: false,
      required: ['kind', 'columns'],
      properties: {
        kind: { const: 'list' },
        columns: { type: 'array', uniqueItems: true, items: { $ref: 'common.schema.json#/$defs/name' } },
      },
    },
    form: {
      title: 'FormPage',
      type: 'object',
      additionalProperties: false,
      required: ['kind'],
      properties: { kind: { const: 'form' } },
    },
  },
};

let folder = '';
const root = process.cwd();

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'generate-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function readPlanted() {
  writeFileSync(path.join(folder, 'common.schema.json'), JSON.stringify(common));
  writeFileSync(path.join(folder, 'page.schema.json'), JSON.stringify(page));
  return readGrammar(folder);
}

async function loadValidators(source: string): Promise<{ validatePage: ValidateFunction }> {
  const file = path.join(folder, 'validators.mjs');
  writeFileSync(file, source);
  return import(/* @vite-ignore */ pathToFileURL(file).href);
}

describe('the grammar', () => {
  it('is empty where there is no folder', () => {
    expect(readGrammar(path.join(folder, 'absent')).size).toBe(0);
  });

  it('has no kind for shared definitions', () => {
    expect([...documentKinds(readPlanted())]).toEqual([['page', 'page.schema.json']]);
  });
});

describe('generated types', () => {
  it('are a union that `kind` tells apart, without index signatures', async () => {
    const source = await typesSource(readPlanted(), folder);

    expect(source).toContain('export type PageDocument = (ListPage | FormPage)');
    expect(source).toContain('columns: string[]');
    expect(source).toMatch(/interface DocumentsByKind \{\s*page: PageDocument\s*\}/);
    expect(source).not.toContain('[k: string]');
  });

  it('name the validators of all kinds', () => {
    expect(validatorTypesSource(readPlanted())).toContain(
      'export declare const validatePage: ValidateFunction<PageDocument>;',
    );
  });
});

describe('generated validators', () => {
  it('need no package and build no code at run time', async () => {
    const source = await validatorsSource(readPlanted(), root);

    expect(source).not.toMatch(/^import /m);
    expect(source).not.toContain('new Function');
  });

  // Loaded from an empty folder, as an ES module: a `require` left over would fail here.
  it('accept what the grammar allows and tell all that it does not', async () => {
    const { validatePage } = await loadValidators(await validatorsSource(readPlanted(), root));

    expect(validatePage({ kind: 'list', columns: ['name', 'mobile'] })).toBe(true);
    expect(validatePage({ kind: 'list', columns: ['', 'name', 'name'], wrong: 1 })).toBe(false);
    const found = validatePage.errors?.map((error) => `${error.instancePath} ${error.keyword}`);
    expect(found).toEqual(
      expect.arrayContaining([' additionalProperties', '/columns uniqueItems', '/columns/0 minLength']),
    );
  });
});

describe('writing a generated file', () => {
  it('leaves a file alone that holds the text already', () => {
    const file = path.join(folder, 'deep', 'documents.ts');
    expect(writeIfChanged(file, 'one')).toBe(true);
    const { mtimeNs } = statSync(file, { bigint: true });

    expect(writeIfChanged(file, 'one')).toBe(false);
    expect(statSync(file, { bigint: true }).mtimeNs).toBe(mtimeNs);
    expect(writeIfChanged(file, 'two')).toBe(true);
  });
});
