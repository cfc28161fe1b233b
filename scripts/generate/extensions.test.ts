import path from 'node:path';
import { Ajv } from 'ajv';
import { expect, it } from 'vitest';
import { extensionSchemas } from './extensions.ts';
import { readGrammar } from './grammar.ts';

const schemas = extensionSchemas(readGrammar(path.resolve(import.meta.dirname, '../../engine/meta')));
const ajv = new Ajv({ strict: false });
for (const [file, text] of schemas) ajv.addSchema(JSON.parse(text), file);
const validate = ajv.getSchema('page-extension.schema.json');

it('accepts a page that says only what differs, for completion in an editor', () => {
  const page = { schemaVersion: 2, name: 'mine', extends: 'all', kind: 'list', columns: [{ key: 'name', width: 90 }] };
  expect(validate?.(page)).toBe(true);
});

it('still refuses what no page has, and items without a key', () => {
  expect(validate?.({ extends: 'all', colums: [] })).toBe(false);
  expect(validate?.({ extends: 'all', columns: [{ width: 90 }] })).toBe(false);
});
