import { expect, it } from 'vitest';
import { declaredOperations } from '../../access/operations.ts';
import { withSharedParts } from '../../json/index.ts';
import { loadShipped } from '../../shipped.testing.ts';
import { listView } from './list-view.ts';

const { documents } = loadShipped();
const operations = new Map(declaredOperations(documents).map((operation) => [operation.path, operation]));

it('opens the related record from a column that shows one, and asks for its id', () => {
  const page = documents.pages.get('chancelist');
  const view =
    page?.kind === 'list' ? listView(page, { ...documents, operations, creates: [], faults: [] }) : undefined;
  expect(view?.columns.find((column) => column.key === 'customer')?.linkId).toBe('customer.id');
  expect(view?.fields).toContain('customer.id');
});

it('opens the record of the row itself from its own columns', () => {
  const page = documents.pages.get('alllist');
  const view =
    page?.kind === 'list' ? listView(page, { ...documents, operations, creates: [], faults: [] }) : undefined;
  expect(view?.columns.find((column) => column.key === 'name')?.linkId).toBeUndefined();
});

it('opens what a field of several kinds names', () => {
  const page = documents.pages.get('forbiddenHit');
  const view =
    page?.kind === 'list' ? listView(page, { ...documents, operations, creates: [], faults: [] }) : undefined;
  expect(view?.columns.find((column) => column.key === 'source')?.linkId).toBe('sourceId');
  expect(view?.fields).toContain('sourceType');
});

it('leaves every part of a page that is edited the same object but what was edited', () => {
  const shipped = documents.pages.get('alllist');
  if (shipped?.kind !== 'list') throw new TypeError('a list');
  const context = { ...documents, operations, creates: [], faults: [] };
  // What is worked out of a colour is equal to nothing but itself.
  const page = { ...shipped, columns: shipped.columns.map((column) => ({ ...column, tone: "'red'" })) };
  const before = listView(page, context);
  const [first, ...others] = page.columns;
  const edited = {
    ...page,
    columns: [{ ...first, key: first?.key ?? '', field: first?.field ?? '', title: '改' }, ...others],
  };
  const after = withSharedParts(listView(edited, context), before);
  expect(after?.columns[0]).toMatchObject({ title: '改' });
  for (const part of ['toolbar', 'row', 'bulk', 'filters', 'tabs', 'displays', 'fields', 'imports'] as const)
    expect([part, after?.[part] === before?.[part]]).toEqual([part, true]);
  const changed = after?.columns.filter((column, place) => column !== before?.columns[place]);
  expect(changed?.map(({ key }) => key)).toEqual([first?.key]);
});
