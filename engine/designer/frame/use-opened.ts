import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { type ApiClient, ApiRefusal } from '../../client/index.ts';
import type { PageBundle } from '../../model/documents/index.ts';
import { useEngine } from '../../react/index.ts';
import type { Grammar } from '../grammar/grammar.ts';
import { DesignSession } from '../session/design-session.ts';
import { apiDesignStore } from '../store/api-design-store.ts';
import type { DesignParts, DesignStore, DesignTarget } from '../store/design-store.ts';
import { useDesignText } from '../texts/use-design-text.ts';

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
  const { client, user } = useEngine();
  const store = useMemo(() => apiDesignStore(client), [client]);
  const queries = useQueryClient();
  const t = useDesignText();
  const { message } = App.useApp();
  const read = useQuery({
    queryKey: keyOf(target, round),
    queryFn: () => readAll(client, store, target),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const session = useSession(store, target, user.id, read.data);
  const renew = useCallback(() => {
    readAround(client, store, target).then(
      (read) =>
        queries.setQueryData(keyOf(target, round), (known: Read | undefined) =>
          known === undefined ? known : { ...known, ...read },
        ),
      (refusal: unknown) => {
        if (!(refusal instanceof ApiRefusal)) throw refusal;
        void message.error(t('designer.notRenewed', { reason: refusal.message }));
      },
    );
  }, [client, store, target, queries, round, message, t]);
  const opened = session === undefined || read.data === undefined ? undefined : { ...read.data, session, renew };
  return { opened, read };
}

type Read = Awaited<ReturnType<typeof readAll>>;

function keyOf({ page, level, role }: DesignTarget, round: number) {
  return ['designing', page, level, role ?? '', round] as const;
}

async function readAround(client: ApiClient, store: DesignStore, target: DesignTarget) {
  const [parts, base] = await Promise.all([store.parts(target), readBase(client, target)]);
  return { parts, base };
}

function readBase(client: ApiClient, { page }: DesignTarget): Promise<PageBundle> {
  return client.call('/v1/sys/page/view', { name: page }, { quiet: true });
}

async function readAll(client: ApiClient, store: DesignStore, target: DesignTarget) {
  const bases = readBase(client, target);
  // The grammar is asked for as soon as it is known of which kind the page is: its own document may come last.
  const grammars = bases.then(({ page }) => store.grammar(page.kind));
  const [page, parts, base, grammar] = await Promise.all([store.view(target), store.parts(target), bases, grammars]);
  return { page, parts, base, grammar };
}

function useSession(store: DesignStore, target: DesignTarget, user: string, read: Read | undefined) {
  const [session, setSession] = useState<DesignSession>();
  const page = read?.page;
  const { page: name, level, role } = target;
  useEffect(() => {
    if (page === undefined) return undefined;
    const place = { page: name, level, ...(role === undefined ? {} : { role }) };
    const opened = new DesignSession(store, place, page, user);
    setSession(opened);
    return () => {
      opened.close();
      setSession(undefined);
    };
  }, [store, page, name, level, role, user]);
  return session;
}
