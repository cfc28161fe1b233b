import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type PresentPerson, presencePaths } from '../../model/wire/index.ts';
import { newIdempotencyKey } from '../calls/action-call.ts';
import { useEngine } from '../host/engine-context.tsx';
import { presenceKey } from './presence-key.ts';

/** So often a window says that it is still there. */
const sayEvery = 15_000;
/** Whoever steps from record to record is at none of them. */
const stayFirst = 800;

/** A record somebody is at, on the page that shows it; undefined where it is not to be told. */
export type At = { readonly page: string; readonly entity: string; readonly id: string; readonly isEditing: boolean };

const nobody: readonly PresentPerson[] = [];

/** Says that the user is at a record for as long as this is drawn, and who else is; nobody where the host does not tell. */
export function usePresence(at: At | undefined): readonly PresentPerson[] {
  const { client, tellsPresence = false } = useEngine();
  const [place] = useState(newIdempotencyKey);
  const id = useStayed(tellsPresence ? at?.id : undefined);
  const isThere = at !== undefined && at.id === id;
  const { data } = useQuery({
    queryKey: [...presenceKey, place, at],
    queryFn: ({ signal }) => {
      const { page = '', id: record = '', isEditing = false } = at ?? {};
      return client.call(presencePaths.note, { place, page, id: record, isEditing }, { signal, quiet: true });
    },
    enabled: isThere,
    refetchInterval: sayEvery,
    // Who changes something does so while he looks something up elsewhere, too.
    refetchIntervalInBackground: at?.isEditing === true,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  useEffect(() => {
    if (id === undefined) return undefined;
    // Unheard, it is forgotten by itself a little later.
    return () => void client.call(presencePaths.leave, { place }, { quiet: true }).catch(() => undefined);
  }, [client, id, place]);
  return isThere ? (data?.list ?? nobody) : nobody;
}

/** The record once it has been there for a moment. */
function useStayed(id: string | undefined): string | undefined {
  const [stayed, setStayed] = useState<string>();
  useEffect(() => {
    if (id === undefined) return undefined;
    const timer = setTimeout(() => setStayed(id), stayFirst);
    return () => {
      clearTimeout(timer);
      setStayed(undefined);
    };
  }, [id]);
  return stayed;
}
