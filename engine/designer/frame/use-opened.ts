import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { PageBundle } from '../../model/documents/index.ts';
import { useEngine } from '../../react/index.ts';
import type { Grammar } from '../grammar/grammar.ts';
import { DesignSession } from '../session/design-session.ts';
import { apiDesignStore } from '../store/api-design-store.ts';
import type { DesignParts, DesignStore, DesignTarget } from '../store/design-store.ts';

/** A page opened for designing, with everything around it. */
export type OpenedDesign = {
  readonly session: DesignSession;
  readonly base: PageBundle;
  readonly parts: DesignParts;
  readonly grammar: Grammar;
  /** Reads what is around the page anew; what is being designed stays. */
  readonly renew: () => void;
};

/** Opens a page for designing: its document, what is around it, and the grammar of its kind. */
export function useOpened(target: DesignTarget, round: number) {
  const { client } = useEngine();
  const store = useMemo(() => apiDesignStore(client), [client]);
  const { page, level, role } = target;
  const queries = useQueryClient();
  const queryKey = ['designing', page, level, role ?? '', round];
  const readBase = (): Promise<PageBundle> => client.call('/v1/sys/page/view', { name: page }, { quiet: true });
  const read = useQuery({
    queryKey,
    queryFn: () => readAll(store, target, readBase),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const session = useSession(store, target, read.data);
  const renew = () => {
    void Promise.all([store.parts(target), readBase()]).then(([parts, base]) =>
      queries.setQueryData(queryKey, (known: typeof read.data) =>
        known === undefined ? known : { ...known, parts, base },
      ),
    );
  };
  const opened = session === undefined || read.data === undefined ? undefined : { ...read.data, session, renew };
  return { opened, read };
}

async function readAll(store: DesignStore, target: DesignTarget, readBase: () => Promise<PageBundle>) {
  const [page, parts, base] = await Promise.all([store.view(target), store.parts(target), readBase()]);
  return { page, parts, base, grammar: await store.grammar(String(page.document.kind)) };
}

function useSession(store: DesignStore, target: DesignTarget, read: Awaited<ReturnType<typeof readAll>> | undefined) {
  const [session, setSession] = useState<DesignSession>();
  const page = read?.page;
  const { page: name, level, role } = target;
  useEffect(() => {
    if (page === undefined) return undefined;
    const opened = new DesignSession(store, { page: name, level, ...(role === undefined ? {} : { role }) }, page);
    setSession(opened);
    return () => {
      opened.close();
      setSession(undefined);
    };
  }, [store, page, name, level, role]);
  return session;
}
