import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type PresentPeople, type PresentPerson, presencePaths } from '../../model/wire/index.ts';
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
  const { client } = useEngine();
  const { page = '', id = '', isEditing = false } = at ?? {};
  return usePresent({
    id: at?.id,
    at,
    isEditing,
    say: (place, signal) => client.call(presencePaths.note, { place, page, id, isEditing }, { signal, quiet: true }),
  });
}

/** Something that several people may be at. */
export type Presence = {
  /** Tells it from others; undefined where nothing is told. */
  readonly id: string | undefined;
  /** All that is said of it; something else is said at once. */
  readonly at: unknown;
  readonly isEditing: boolean;
  /** Says that a window is there, and answers who else is. */
  readonly say: (place: string, signal: AbortSignal) => Promise<PresentPeople>;
};

/** Says that the user is at something for as long as this is drawn, and who else is; nobody where the host does not tell. */
export function usePresent({ id, at, isEditing, say }: Presence): readonly PresentPerson[] {
  const { client, tellsPresence = false } = useEngine();
  const [place] = useState(newIdempotencyKey);
  const stayed = useStayed(tellsPresence ? id : undefined);
  const isThere = id !== undefined && id === stayed;
  const { data } = useQuery({
    queryKey: [...presenceKey, place, at],
    queryFn: ({ signal }) => say(place, signal),
    enabled: isThere,
    refetchInterval: sayEvery,
    // Who changes something does so while he looks something up elsewhere, too.
    refetchIntervalInBackground: isEditing,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  useEffect(() => {
    if (stayed === undefined) return undefined;
    // Unheard, it is forgotten by itself a little later.
    return () => void client.call(presencePaths.leave, { place }, { quiet: true }).catch(() => undefined);
  }, [client, stayed, place]);
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
