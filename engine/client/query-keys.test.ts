import { describe, expect, it } from 'vitest';
import { createQueryClient } from './query-client.ts';
import { invalidateEntities, queryKeys } from './query-keys.ts';

describe('cache of answers', () => {
  it('marks only answers about the named entities stale', async () => {
    const queries = createQueryClient();
    const books = queryKeys.rows('book', 'books', '/v1/book/query', {});
    const loans = queryKeys.dataset('loan', 'desk', '/v1/report/loan/query', {});
    const page = queryKeys.page('books');
    for (const key of [books, loans, page]) queries.setQueryData(key, {});
    await invalidateEntities(queries, ['book']);
    const stale = [books, loans, page].map((key) => queries.getQueryState(key)?.isInvalidated);
    expect(stale).toEqual([true, false, false]);
  });
});
