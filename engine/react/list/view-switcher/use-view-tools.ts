import { useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { useMemo } from 'react';
import { ApiRefusal, queryKeys } from '../../../client/index.ts';
import type { ListView } from '../../../model/view/index.ts';
import type { ListPreferences } from '../../../model/wire/index.ts';
import { useText } from '../../host/engine-context.tsx';
import { useAnnounce } from '../../page/announcements.tsx';
import { offerUndo } from '../../undo/offer-undo.tsx';
import type { ListState } from '../state/list-state.ts';
import { learned } from '../views/learned.ts';
import { useListViews } from '../views/list-views-context.ts';

/** The list a view is made of, and the way to another address. */
export type ViewPlace = {
  readonly view: ListView;
  readonly state: ListState;
  readonly go: (params: Readonly<Record<string, string>>) => void;
  /** Has the address name what is shown. */
  readonly stay: () => void;
};

/** What the work on views is done with: the list, its views, and the ways to tell how it went. */
export function useViewTools({ view, state, go, stay }: ViewPlace) {
  const t = useText();
  const say = useAnnounce();
  const queries = useQueryClient();
  const { message, notification } = App.useApp();
  const views = useListViews();
  const page = view.page.name;
  return useMemo(() => {
    const queryKey = queryKeys.views(page);
    const renew = () => queries.invalidateQueries({ queryKey });
    return {
      ...{ view, state, go, stay, t, say, renew },
      ...views,
      tell: (words: string) => {
        message.success(words);
        say(words);
      },
      learn: (answer: ListPreferences) => learned(queries, page, answer),
      /** Runs work whose refusal is shown as a toast; what it was about is asked for again. */
      guarded: (work: () => Promise<void>) => () =>
        work().catch((error: unknown) => {
          if (!(error instanceof ApiRefusal)) throw error;
          if (!error.endsSession) message.error(error.message);
          void renew();
        }),
      offerUndo: (key: string, words: string, onUndo: () => Promise<void>) =>
        offerUndo(notification, key, words, t('engine.tasks.undo'), onUndo),
    };
  }, [view, state, go, stay, t, say, queries, message, notification, views, page]);
}

export type ViewTools = ReturnType<typeof useViewTools>;
