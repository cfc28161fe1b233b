import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { invalidateEntities } from '../../client/index.ts';
import { secondPaths, type WaitingRequest } from '../../model/wire/index.ts';
import { newIdempotencyKey } from '../calls/action-call.ts';
import { useEngine } from '../host/engine-context.tsx';

/** Under what the list is kept: whoever hears that it changed asks for it again. */
export const waitingKey = ['second-requests'] as const;

/** Looked at again even where no news arrives. */
const lookAgain = 10 * 60_000;

/** What waits for a second person, of the user's own and of what he may confirm; asked for once for the whole window. */
export function useWaiting() {
  const { client, hasSecond = false } = useEngine();
  return useQuery({
    queryKey: waitingKey,
    queryFn: ({ signal }) => client.call(secondPaths.query, {}, { signal, quiet: true }),
    enabled: hasSecond,
    refetchInterval: lookAgain,
    staleTime: 60_000,
    select: ({ list }) => list,
  });
}

/** What can be done about a request. */
export type WaitingDecision =
  | { readonly kind: 'confirm' | 'withdraw' }
  | { readonly kind: 'refuse'; readonly reason: string };

/** Decides a request; the list and the record are asked for again, also after a refusal, which is told by the shell. */
export function useDecide(): (request: WaitingRequest, decision: WaitingDecision) => Promise<boolean> {
  const { client } = useEngine();
  const queries = useQueryClient();
  return useCallback(
    async (request, decision) => {
      const { kind, ...more } = decision;
      try {
        await client.call(secondPaths[kind], { id: request.id, ...more }, { idempotencyKey: newIdempotencyKey() });
        return true;
      } catch {
        return false;
      } finally {
        void queries.invalidateQueries({ queryKey: waitingKey });
        void invalidateEntities(queries, [request.entity]);
      }
    },
    [client, queries],
  );
}
