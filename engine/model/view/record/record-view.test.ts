import { expect, it } from 'vitest';
import { declaredOperations } from '../../access/operations.ts';
import { loadShipped } from '../../shipped.testing.ts';
import { detailView } from './detail-view.ts';

const { documents } = loadShipped();
const operations = new Map(declaredOperations(documents).map((operation) => [operation.path, operation]));
const page = documents.pages.get('forbiddenHitDetail');
const view =
  page?.kind === 'detail' ? detailView(page, { ...documents, operations, creates: [], faults: [] }) : undefined;

it('asks which kind of record a fact names', () => {
  expect(view?.fields).toEqual(expect.arrayContaining(['sourceId', 'sourceType']));
});

it('asks for whom a queue keeps the record, and what tells whether it still waits', () => {
  expect(view?.fields).toEqual(expect.arrayContaining(['checkerId', 'checker.name', 'checkUntil', 'status']));
});
