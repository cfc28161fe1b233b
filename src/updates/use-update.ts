import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { UpdateAnswer } from '../../contract/notices.ts';

import { useEngine } from '../../engine/react/index.ts';
import type { Emitter } from '../api/emitter.ts';
import type { ServerNews } from '../api/server-events.ts';
import { useInterval } from '../parts/use-interval.ts';

const queryKey = ['latestUpdate'];
const lookAgain = 5 * 60_000;

/** The latest update of the product, asked for from time to time and when the server tells of another. */
export function useLatestUpdate(news: Emitter<ServerNews>) {
  const { client } = useEngine();
  const queries = useQueryClient();
  useEffect(
    () =>
      news.listen((told) => {
        if (told.kind === 'gap' || told.event.topic === 'update_message') void queries.invalidateQueries({ queryKey });
      }),
    [news, queries],
  );
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => client.call('/v1/system/update/message/latest/query', {}, { quiet: true, signal }),
    staleTime: 60_000,
  });
  // By the clock: an interval of the query itself begins anew with every answer, so it is late by as long as that took.
  useInterval(lookAgain, () => query.refetch({ cancelRefetch: false }));
  return query;
}

/** Notes that the user has looked at an update, on the screen at once: it opens by itself no more. */
export function useReadUpdate(): (update: UpdateAnswer) => void {
  const { client } = useEngine();
  const queries = useQueryClient();
  return (update) => {
    queries.setQueryData<UpdateAnswer>(queryKey, { ...update, stage: '0' });
    void client.call('/v1/system/update/message/read', { id: update.id }).catch(() => undefined);
  };
}
