import { useQuery } from '@tanstack/react-query';
import { useEngine } from '../../react/index.ts';
import type { MadePage } from './made-types.ts';

/** Every page made in the app, as it stands. */
export function useMadePages() {
  const { client } = useEngine();
  return useQuery({
    queryKey: ['design', 'made'],
    queryFn: ({ signal }) =>
      client.callAt<{ readonly list: readonly MadePage[] }>('/v1/design/made/query', {}, { signal, quiet: true }),
    staleTime: 0,
  });
}
