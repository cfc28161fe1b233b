import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { queryKeys } from '../../../client/index.ts';
import { type KnownViews, noViews } from '../state/known-views.ts';
import { learned } from './learned.ts';

const withLayout = (layout: string): KnownViews => ({ ...noViews, layouts: [{ viewId: null, layout }] });

it('does not let an answer that was read before undo what was saved', async () => {
  const queries = new QueryClient();
  const answers: ((known: KnownViews) => void)[] = [];
  const observer = new QueryObserver<KnownViews>(queries, {
    queryKey: queryKeys.views('books'),
    queryFn: () => new Promise((resolve) => answers.push(resolve)),
    initialData: withLayout('old'),
    initialDataUpdatedAt: 0,
  });
  const release = observer.subscribe(() => undefined);
  const layouts = () => observer.getCurrentResult().data?.layouts[0]?.layout;
  expect(answers).toHaveLength(1);
  learned(queries, 'books', withLayout('mine'));
  answers[0]?.(withLayout('old'));
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  expect(layouts()).toBe('mine');
  answers[1]?.(withLayout('mine'));
  await vi.waitFor(() => expect(queries.isFetching()).toBe(0));
  expect(layouts()).toBe('mine');
  release();
});
