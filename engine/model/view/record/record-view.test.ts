import { expect, it } from 'vitest';
import { declaredOperations } from '../../access/operations.ts';
import type { DetailPage } from '../../generated/documents.ts';
import { loadShipped } from '../../shipped.testing.ts';
import { detailView } from './detail-view.ts';
import { panoramaView } from './panorama-view.ts';

const { documents } = loadShipped();
const operations = new Map(declaredOperations(documents).map((operation) => [operation.path, operation]));
const page = documents.pages.get('forbiddenHitDetail');
const view =
  page?.kind === 'detail' ? detailView(page, { ...documents, operations, creates: [], faults: [] }) : undefined;

it('asks for what the colours of tags and facts hang on, and answers the colours', () => {
  const panorama = documents.pages.get('allpromotepanoramic');
  if (panorama?.kind !== 'panorama') throw new TypeError('no panorama');
  const page = {
    ...panorama,
    facts: [{ key: 'base', title: '基本', fields: ['mobile'], tones: { mobile: "record.locked ? 'red' : 'default'" } }],
  };
  const toned = panoramaView(page, { ...documents, operations, creates: [], faults: [] });
  expect(toned?.fields).toContain('locked');
  const tone = toned?.groups[0]?.facts[0]?.toneOf;
  expect([tone?.({ record: { locked: true } }), tone?.({ record: { locked: false } })]).toEqual(['red', undefined]);
});

it('draws the tabs of a detail page, and asks for what their rows are found by', () => {
  const job = documents.pages.get('detailsJob');
  if (job?.kind !== 'detail') throw new TypeError('no detail page');
  const page: DetailPage = {
    ...job,
    facts: [{ key: 'base', title: '岗位', fields: ['level'] }],
    tabs: (job.tabs ?? []).map((tab) => ('match' in tab ? { ...tab, match: { jobId: '@record.code' } } : tab)),
  };
  const seen = detailView(page, {
    ...documents,
    operations,
    creates: [],
    faults: [{ at: 'tabs/wrong', index: 1, faults: [] }],
  });
  expect(seen?.tabs.map(({ key, kind }) => [key, kind])).toEqual([
    ['staff', 'rows'],
    ['wrong', 'fault'],
    ['history', 'history'],
  ]);
  expect(seen?.fields).toContain('code');
});

it('asks which kind of record a fact names', () => {
  expect(view?.fields).toEqual(expect.arrayContaining(['sourceId', 'sourceType']));
});

it('asks for whom a queue keeps the record, and what tells whether it still waits', () => {
  expect(view?.fields).toEqual(expect.arrayContaining(['checkerId', 'checker.name', 'checkUntil', 'status']));
});
