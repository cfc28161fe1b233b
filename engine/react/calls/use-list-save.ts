import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';

/**
 * Saves a list of somebody's own that is sent as a whole: shown at once, one save after the other, and as it was again
 * where the server refuses the last one. `key` is that of the query that reads it.
 */
export function useListSave(key: QueryKey, send: (list: readonly string[]) => Promise<unknown>) {
  const queries = useQueryClient();
  // A change that waits behind this one holds it too: what it shows stays.
  const isLast = () => queries.isMutating({ mutationKey: key }) === 1;
  return useMutation({
    mutationKey: key,
    scope: { id: key.join() },
    mutationFn: send,
    onMutate: async (list) => {
      await queries.cancelQueries({ queryKey: key });
      const before = queries.getQueryData(key);
      queries.setQueryData(key, list);
      return { before };
    },
    onError: (_, __, shown) => isLast() && queries.setQueryData(key, shown?.before),
    onSettled: () => (isLast() ? queries.invalidateQueries({ queryKey: key }) : undefined),
  });
}
