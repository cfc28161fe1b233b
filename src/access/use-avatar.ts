import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';

import { client, queries } from '../api/client.ts';
import { session } from '../session/session.ts';

const queryKey = ['avatar'];

/** Address of the picture of the user who is signed in; undefined where there is none, it cannot be had, or is not to be asked for yet. */
export function useAvatar(userId: string, enabled: boolean): string | undefined {
  const { data } = useQuery(
    {
      queryKey: [...queryKey, userId],
      queryFn: ({ signal }) => client.call('/v1/sys/user/my/avatar/view', {}, { signal, quiet: true }),
      // What is drawn needs no new address.
      staleTime: Number.POSITIVE_INFINITY,
      enabled,
    },
    queries,
  );
  useEffect(() => {
    if (data !== undefined) session.rememberAvatar(data?.id ?? null);
  }, [data]);
  return data?.address;
}

/** Shows the picture as it is now: the user has another. */
export function showAvatar(): void {
  void queries.invalidateQueries({ queryKey });
}
