import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Values } from '../kernel/operation/record-store.ts';
import { type JobWorker, startJobWorker } from '../testing/job-worker.ts';
import { startProduct, type TestApp } from '../testing/test-app.ts';
import { codeOf } from './attack.testing.ts';

// What is changed is what was shown when it was said. All of bulk work: server/jobs/bulk.
let library: TestApp;
let worker: JobWorker;
beforeAll(async () => {
  library = await startProduct('e2e/fixtures/library');
  worker = startJobWorker(library.documents, library.database, { pollEvery: 20 });
  for (let n = 0; n < 12; n++)
    await library.records.insert('book', {
      isbn: `bulk-${n}`,
      title: `书 ${n}`,
      author: n < 7 ? 'meant' : 'spared',
      category: 'literature',
      price: n,
      enabled: true,
    });
}, 60_000);
afterAll(async () => {
  await worker.close();
  await library.close();
});

const by = (author: string) => ({ field: 'author', op: 'eq', value: author });
const change = (matching: Values) =>
  library.call<{ jobId: string }>('head', '/v1/book/modify', { matching, price: 9900 });
const changed = async () => {
  const rows = await library.database.rows(
    'select author, count(*)::int as n from book where price = 9900 group by 1 order by 1',
  );
  return Object.fromEntries(rows.map(({ author, n }) => [String(author), n]));
};
const over = async (jobId: string) =>
  expect
    .poll(async () => (await library.call('head', '/v1/background/job/view', { id: jobId })).data.status, {
      timeout: 30_000,
    })
    .toBe('done');

it.each([
  ['more than there are', { where: by('meant'), count: 8 }],
  ['fewer than there are', { where: by('meant'), count: 6 }],
  ['no count', { where: by('meant') }],
  ['a field that is none', { where: { field: 'autor', op: 'eq', value: 'meant' }, count: 7 }],
])('nothing is changed where the request says %s', async (_, matching) => {
  const answer = await change(matching);
  expect(codeOf(answer)).not.toBe('0');
  expect(await changed()).toEqual({});
});

it('all that match are changed, and no other', async () => {
  const answer = await change({ where: by('meant'), count: 7 });
  expect(codeOf(answer)).toBe('0');
  await over(answer.data.jobId);
  expect(await changed()).toEqual({ meant: 7 });
});
