import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { ApiClient } from '../../../client/index.ts';
import { useEngine } from '../../host/engine-context.tsx';

/** An address is good for a minute; what is asked for after that needs another. */
const addressMilliseconds = 50_000;

/** The question what a stored file is called, how large it is, and where it can be shown from. */
export function fileFacts(client: ApiClient, id: string) {
  return queryOptions({
    queryKey: ['file', id],
    queryFn: ({ signal }) => client.call('/v1/file/preview', { id }, { signal, quiet: true }),
    // A picture that is drawn needs no new address; only opening it does.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: addressMilliseconds,
  });
}

/** What a stored file is called, how large it is, and an address it can be shown from. */
export function useFileFacts(id: string) {
  const { client } = useEngine();
  return useQuery({ ...fileFacts(client, id), enabled: id !== '' });
}

/** Opens a picture large, from an address that still holds. */
export function useLargePicture(id: string) {
  const facts = useFileFacts(id);
  const [isOpen, setOpen] = useState(false);
  const { refetch, dataUpdatedAt } = facts;
  const show = useCallback(
    async (open: boolean) => {
      if (open && Date.now() - dataUpdatedAt > addressMilliseconds) await refetch();
      setOpen(open);
    },
    [refetch, dataUpdatedAt],
  );
  return { ...facts, isOpen, show };
}
