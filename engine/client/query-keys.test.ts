import { QueryObserver } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { createQueryClient } from './query-client.ts';
import { invalidateEntities, queryKeys } from './query-keys.ts';

describe('cache of answers', () => {
  const books = queryKeys.rows('book', 'books', '/v1/book/query', {});
  const loans = queryKeys.dataset('loan', 'desk', '/v1/report/loan/query', {});

  it('asks at once about the named entities only, while they are on the screen', async () => {
    const queries = createQueryClient();
    const asked: string[] = [];
    const shown = [books, loans].map((queryKey) =>
      new QueryObserver(queries, {
        queryKey,
        queryFn: () => {
          asked.push(String(queryKey[1]));
          return {};
        },
        initialData: {},
      }).subscribe(() => undefined),
    );
    await invalidateEntities(queries, ['book']);
    expect(asked).toEqual(['book']);
    for (const leave of shown) leave();
  });

  it('asks once what was written is seen, and knows from the first that it is stale', async () => {
    const frames: (() => void)[] = [];
    vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run));
    const queries = createQueryClient();
    let asked = 0;
    const queryFn = () => {
      asked += 1;
      return {};
    };
    const leave = new QueryObserver(queries, { queryKey: books, queryFn, initialData: {} }).subscribe(() => undefined);
    const done = invalidateEntities(queries, ['book']);
    await new Promise((resolve) => setTimeout(resolve));
    expect([asked, queries.getQueryState(books)?.isInvalidated]).toEqual([0, true]);
    for (let n = 0; n < 2; n += 1) frames.shift()?.();
    await done;
    expect(asked).toBe(1);
    leave();
    vi.unstubAllGlobals();
  });

  it('asks about the others when they are next looked at, however fresh they are', async () => {
    const queries = createQueryClient();
    const page = queryKeys.page('books');
    for (const key of [books, loans, page]) queries.setQueryData(key, {});
    await invalidateEntities(queries, ['book']);
    const stale = [books, loans, page].map((key) => queries.getQueryState(key)?.isInvalidated);
    expect(stale).toEqual([true, true, false]);
  });
});
