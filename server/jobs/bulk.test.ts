import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BulkStarted, Where } from '../../engine/model/wire/index.ts';
import { type JobWorker, startJobWorker } from '../testing/job-worker.ts';
import { startProduct, type TestApp } from '../testing/test-app.ts';

let library: TestApp;
let worker: JobWorker;

beforeAll(async () => {
  library = await startProduct('e2e/fixtures/library');
  worker = startJobWorker(library.documents, library.database);
}, 60_000);

afterAll(async () => {
  await worker.close();
  await library.close();
  expect(worker.faults).toEqual([]);
});

type Job = { readonly status: string; readonly message: string; readonly done: number; readonly total: number };
type Row = {
  readonly entityId: string;
  readonly status: string;
  readonly code: string | null;
  readonly message: string;
};

const books = async (author: string, count: number) => {
  for (let n = 0; n < count; n++)
    await library.records.insert('book', {
      isbn: `${author}-${n}`,
      title: `书 ${n}`,
      author,
      category: 'literature',
      price: n,
      enabled: true,
    });
};
const by = (author: string): Where => ({ field: 'author', op: 'eq', value: author });
const start = async (verb: string, author: string, count: number, input = {}, account = 'head') =>
  library.call<BulkStarted>(account, `/v1/book/${verb}`, { matching: { where: by(author), count }, ...input });
const count = async (author: string, also: readonly Where[] = [], deleted = false) => {
  const where = { and: [by(author), ...also] };
  const answer = await library.call<{ total: number }>('head', '/v1/book/query', { where, size: 1, deleted });
  return answer.data.total;
};
const rowsOf = async (jobId: string, also: readonly Where[] = [], account = 'head') => {
  const where = { and: [{ field: 'jobId', op: 'eq', value: jobId }, ...also] };
  const answer = await library.call<{ list: readonly Row[] }>(account, '/v1/bulk/row/query', { where, size: 1000 });
  return answer.data.list;
};
const over = async (jobId: string): Promise<Job> => {
  for (const end = Date.now() + 30_000; ; ) {
    const { data } = await library.call<Job>('head', '/v1/background/job/view', { id: jobId });
    if (!['pending', 'running'].includes(data.status) || Date.now() > end) return data;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};
const undo = (id: string, account = 'head') => library.call<BulkStarted>(account, '/v1/bulk/undo', { id });

it('does all rows that match, answers each, and sets back what nobody has changed since', async () => {
  await books('甲', 130);
  const { data } = await start('modify', '甲', 130, { price: 900, category: 'history' });
  expect(data.total).toBe(130);
  expect(await over(data.jobId)).toMatchObject({
    status: 'done',
    done: 130,
    total: 130,
    message: '成功 130 条，未成功 0 条',
  });
  expect(await over(data.jobId)).toMatchObject({
    result: { undo: { path: '/v1/bulk/undo', body: { id: data.jobId } } },
  });
  expect(await count('甲', [{ field: 'price', op: 'eq', value: 900 }])).toBe(130);
  const rows = await rowsOf(data.jobId);
  expect(rows.filter(({ status }) => status === 'done')).toHaveLength(130);
  const [first, second] = rows;
  await library.call('head', '/v1/book/modify', { id: first?.entityId, version: 2, price: 5, category: 'science' });
  await library.call('head', '/v1/book/modify', { id: second?.entityId, version: 2, price: 5 });
  const undone = await undo(data.jobId);
  expect(undone.data.total).toBe(130);
  expect(await over(undone.data.jobId)).toMatchObject({
    message: '撤销 129 条，未能撤销 1 条',
    done: 130,
    total: 130,
    result: { undid: data.jobId },
  });
  expect(await count('甲', [{ field: 'category', op: 'eq', value: 'literature' }])).toBe(129);
  expect(await count('甲', [{ field: 'price', op: 'eq', value: 5 }])).toBe(3);
  expect(await rowsOf(data.jobId, [{ field: 'status', op: 'eq', value: 'stuck' }])).toMatchObject([
    {
      entityId: first?.entityId,
      label: expect.stringMatching(/^书 \d+$/),
      code: 'E_UNDO',
      message: '不能撤销：这条数据已被改过',
    },
  ]);
  expect(await undo(data.jobId)).toMatchObject({ data: { error: { code: 'E_UNDO' } } });
});

it('starts nothing when another number matches than was confirmed, and says how many', async () => {
  await books('乙', 3);
  const before = await library.records.count('background_job', {});
  expect(await start('delete', '乙', 4)).toMatchObject({
    code: '1',
    message: '符合条件的数据已从 4 条变为 3 条，请核对后再操作',
    data: { error: { code: 'E_SELECTION', count: 3 } },
  });
  expect(await library.records.count('background_job', {})).toBe(before);
  expect(await count('乙')).toBe(3);
});

it('counts and does only what lies within the caller’s reach and the page’s filter', async () => {
  const where = { field: 'state', op: 'eq', value: 'on_shelf' };
  const seen = await library.call<{ total: number }>('librarian', '/v1/copy/query', { where, count: 'exact' });
  const all = await library.call<{ total: number }>('head', '/v1/copy/query', { where, count: 'exact' });
  expect(seen.data.total).toBeLessThan(all.data.total);
  const answer = await library.call('librarian', '/v1/loan/mark/overdue', { matching: { count: 10_000 } });
  expect(answer.data).toMatchObject({ error: { code: 'E_SELECTION' } });
});

it('deletes and disables in the background, and brings both back', async () => {
  await books('丙', 60);
  const disabled = await start('status/modify', '丙', 60, { enabled: false });
  await over(disabled.data.jobId);
  expect(await count('丙', [{ field: 'enabled', op: 'eq', value: false }])).toBe(60);
  await over((await undo(disabled.data.jobId)).data.jobId);
  expect(await count('丙', [{ field: 'enabled', op: 'eq', value: true }])).toBe(60);
  const deleted = await start('delete', '丙', 60);
  await over(deleted.data.jobId);
  expect(await count('丙')).toBe(0);
  expect(await count('丙', [], true)).toBe(60);
  await books('丁', 1);
  await over((await undo(deleted.data.jobId)).data.jobId);
  expect(await count('丙')).toBe(60);
  await over((await start('delete', '丙', 60)).data.jobId);
  const restored = await library.call<BulkStarted>('head', '/v1/book/restore', {
    matching: { where: by('丙'), count: 60 },
  });
  expect(await over(restored.data.jobId)).toMatchObject({ status: 'done' });
  expect(await count('丙')).toBe(60);
});

it('stops where it is cancelled: what is done is answered and can be set back, the rest is as it was', async () => {
  await books('庚', 400);
  const { data } = await start('modify', '庚', 400, { price: 900 });
  for (let done = 0; done === 0; ) {
    const job = await library.call<Job>('head', '/v1/background/job/view', { id: data.jobId });
    done = job.data.done;
  }
  expect(await library.call('head', '/v1/background/job/cancel', { id: data.jobId })).toMatchObject({ code: '0' });
  const ended = await over(data.jobId);
  expect(ended).toMatchObject({ status: 'cancelled', message: '已取消', total: 400 });
  // The step under way when it was cancelled may still have ended.
  const changed = await count('庚', [{ field: 'price', op: 'eq', value: 900 }]);
  expect(changed).toBeGreaterThan(0);
  expect(changed).toBeLessThan(400);
  const rows = await rowsOf(data.jobId);
  expect(rows.filter(({ status }) => status === 'done')).toHaveLength(changed);
  expect(rows.filter(({ status }) => status === 'pending')).toHaveLength(400 - changed);
  expect(await over((await undo(data.jobId)).data.jobId)).toMatchObject({
    message: `撤销 ${changed} 条，未能撤销 0 条`,
  });
  expect(await count('庚', [{ field: 'price', op: 'eq', value: 900 }])).toBe(0);
});

it('is started once by a repeated call, keeps nothing in clear, and shows its rows to its starter alone', async () => {
  await books('戊', 5);
  const body = { matching: { where: by('戊'), count: 5 }, title: '旧标题十二个字的书名' };
  const key = { 'idempotency-key': 'bulk-start-1' };
  const [first, again] = [
    await library.call<BulkStarted>('head', '/v1/book/modify', body, key),
    await library.call<BulkStarted>('head', '/v1/book/modify', body, key),
  ];
  expect(again.data).toEqual(first.data);
  await over(first.data.jobId);
  expect(await rowsOf(first.data.jobId)).toHaveLength(5);
  expect(await rowsOf(first.data.jobId, [], 'librarian')).toEqual([]);
  expect(await undo(first.data.jobId, 'librarian')).toMatchObject({ data: { error: { code: 'E_NOT_FOUND' } } });
  const stored = await library.database.rows('select kept from bulk_row where job_id = $1', [first.data.jobId]);
  expect(JSON.stringify(stored)).not.toMatch(/旧标题|title/);
  expect(await library.call('head', '/v1/bulk/row/query', { fields: ['kept'] })).toMatchObject({ code: '1' });
});

it('needs the permission of each step, for the work and for undoing it', async () => {
  await books('己', 2);
  expect(await start('delete', '己', 2, {}, 'librarian')).toMatchObject({
    data: { error: { code: 'E_NO_PERMISSION' } },
  });
  const { data } = await start('modify', '己', 2, { price: 77 });
  await over(data.jobId);
  const role = await library.records.findOne('role', { code: 'head_librarian' });
  const permissions = role?.permissions;
  await library.records.update('role', role?.id ?? '', { permissions: ['book:query', 'book:get'] });
  const undone = await undo(data.jobId);
  expect(await over(undone.data.jobId)).toMatchObject({ message: '撤销 0 条，未能撤销 2 条' });
  await library.records.update('role', role?.id ?? '', { permissions });
});
