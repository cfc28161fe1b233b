import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { loadDocuments } from '../load-documents.ts';
import { declaredOperations } from '../operations.ts';
import { listView } from './list-view.ts';

const folder = path.resolve(import.meta.dirname, '../../../schemas');
const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'));
const { documents } = loadDocuments(
  names.map((name) => ({ file: name, text: readFileSync(path.join(folder, name), 'utf8') })),
);
const operations = new Map(declaredOperations(documents).map((operation) => [operation.path, operation]));

it('opens the related record from a column that shows one, and asks for its id', () => {
  const page = documents.pages.get('chancelist');
  const view = page?.kind === 'list' ? listView(page, { ...documents, operations }) : undefined;
  expect(view?.columns.find((column) => column.key === 'customer')?.linkId).toBe('customer.id');
  expect(view?.fields).toContain('customer.id');
});

it('opens the record of the row itself from its own columns', () => {
  const page = documents.pages.get('alllist');
  const view = page?.kind === 'list' ? listView(page, { ...documents, operations }) : undefined;
  expect(view?.columns.find((column) => column.key === 'name')?.linkId).toBeUndefined();
});
