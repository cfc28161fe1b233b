import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AnalysisAsk, SavedAnalysis } from '../../../engine/model/dataset/index.ts';
import type { ViewShare } from '../../../engine/model/wire/index.ts';
import { useEngine, useListSave } from '../../../engine/react/index.ts';

const analysesKey = ['analyses'];
const pinnedKey = ['home', 'analyses'];

/** The analyses the user sees, and whether he may share his. */
export function useAnalyses(isWanted = true) {
  const { client } = useEngine();
  return useQuery({
    queryKey: analysesKey,
    queryFn: ({ signal }) => client.call('/v1/analysis/query', {}, { signal, quiet: true }),
    enabled: isWanted,
  });
}

/** The datasets the user may ask, with what they are drawn by. */
export function useOffers(isWanted = true) {
  const { client } = useEngine();
  return useQuery({
    queryKey: ['analysis', 'offers'],
    queryFn: ({ signal }) => client.call('/v1/analysis/offer/query', {}, { signal, quiet: true }),
    staleTime: 5 * 60_000,
    enabled: isWanted,
  });
}

/** The analyses on the user's home page, by id, in order. */
export function usePinned() {
  const { client } = useEngine();
  return useQuery({
    queryKey: pinnedKey,
    queryFn: ({ signal }) => client.call('/v1/home/analysis/query', {}, { signal, quiet: true }),
  });
}

/** Puts analyses on the home page: shown at once, and as they were again where the server refuses. */
export function usePin() {
  const { client } = useEngine();
  return useListSave(pinnedKey, (analyses) => client.call('/v1/home/analysis/save', { analyses }));
}

/** What is to be kept: a new analysis, or the change of one. */
export type Kept = {
  readonly known?: Pick<SavedAnalysis, 'id' | 'version'> | undefined;
  readonly name: string;
  readonly share: ViewShare;
  readonly ask: AnalysisAsk;
};

/** Saves an analysis. */
export function useSave() {
  const { client } = useEngine();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ known, name, share, ask }: Kept) =>
      known === undefined
        ? client.call('/v1/analysis/create', { name, share, ask }, { quiet: true })
        : client.call(
            '/v1/analysis/modify',
            { id: known.id, version: known.version, name, share, ask },
            { quiet: true },
          ),
    onSuccess: () => queries.invalidateQueries({ queryKey: analysesKey }),
  });
}

/** Deletes an analysis, or brings it back. */
export function useDelete(verb: 'delete' | 'restore') {
  const { client } = useEngine();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => client.call(verb === 'delete' ? '/v1/analysis/delete' : '/v1/analysis/restore', { id }),
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: analysesKey });
      await queries.invalidateQueries({ queryKey: pinnedKey });
    },
  });
}
