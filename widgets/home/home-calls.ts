import { useQuery } from '@tanstack/react-query';
import { useEngine, useListSave } from '../../engine/react/index.ts';

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
  return useListSave(shortcutsKey, (pages) => client.call('/v1/home/shortcut/save', { pages }));
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
