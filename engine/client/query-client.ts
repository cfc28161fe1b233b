import { QueryClient } from '@tanstack/react-query';
import { ApiRefusal } from './api-refusal.ts';

/** Makes the cache of answers: a refusal is not asked again, a lost connection once, and nothing jumps while asking. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < 1 && error instanceof ApiRefusal && error.code === 'network',
        retryDelay: 500,
        staleTime: 5_000,
        gcTime: 10 * 60_000,
        refetchOnWindowFocus: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
