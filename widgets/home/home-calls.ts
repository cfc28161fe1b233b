import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEngine } from '../../engine/react/index.ts';

const shortcutsKey = ['home', 'shortcuts'];

/** The pages the user put on his home page, by name; null where he never chose any. */
export function useShortcuts() {
  const { client } = useEngine();
  return useQuery({
    queryKey: shortcutsKey,
    queryFn: ({ signal }) => client.call('/v1/home/shortcut/query', {}, { signal, quiet: true }),
  });
}

/** Puts pages on the home page: shown at once, and as they were again where the server refuses. */
export function useSaveShortcuts() {
  const { client } = useEngine();
  const queries = useQueryClient();
  // A change that waits behind this one holds it too: what it shows stays.
  const isLast = () => queries.isMutating({ mutationKey: shortcutsKey }) === 1;
  return useMutation({
    mutationKey: shortcutsKey,
    // One after the other: each sends all of them.
    scope: { id: shortcutsKey.join() },
    mutationFn: (pages: readonly string[]) => client.call('/v1/home/shortcut/save', { pages }),
    onMutate: async (pages) => {
      await queries.cancelQueries({ queryKey: shortcutsKey });
      const before = queries.getQueryData<readonly string[] | null>(shortcutsKey);
      queries.setQueryData(shortcutsKey, pages);
      return { before };
    },
    onError: (_, __, kept) => isLast() && queries.setQueryData(shortcutsKey, kept?.before),
    onSettled: () => (isLast() ? queries.invalidateQueries({ queryKey: shortcutsKey }) : undefined),
  });
}

/** The user's unread notices, the newest first: the same as the bell above shows. */
export function useUnread() {
  const { client } = useEngine();
  return useQuery({
    queryKey: ['notices', '1'],
    queryFn: ({ signal }) => client.call('/v1/sys/user/notify/all/query', { stage: '1' }, { signal, quiet: true }),
    staleTime: 60_000,
  });
}
