import { useEffect } from 'react';
import { presenceTopic } from '../../contract/record/record-words.ts';
import { presenceKey } from '../../engine/react/index.ts';
import { queries } from '../api/client.ts';
import { serverNews } from '../api/server-events.ts';

/** Asks again who is at the records shown when the server tells that somebody came or went. */
export function usePresenceNews(): void {
  useEffect(
    () =>
      serverNews.listen((told) => {
        if (told.kind === 'event' && told.event.topic !== presenceTopic) return;
        void queries.invalidateQueries({ queryKey: presenceKey });
      }),
    [],
  );
}
