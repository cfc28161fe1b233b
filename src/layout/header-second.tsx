import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { invalidateEntities } from '../../engine/client/index.ts';
import { EngineProvider, WaitingButton, waitingKey } from '../../engine/react/index.ts';
import type { Access } from '../access/access.ts';
import { client, queries } from '../api/client.ts';
import { serverNews } from '../api/server-events.ts';
import { useSpeech } from '../locales/i18n.ts';

const stay = () => undefined;

/** What waits for a second person, above every page: there while something does. */
export function HeaderSecond({ access }: { readonly access: Access }) {
  const speech = useSpeech();
  const navigate = useNavigate();
  useEffect(
    () =>
      serverNews.listen((told) => {
        if (told.kind === 'event' && told.event.topic !== 'second_request') return;
        void queries.invalidateQueries({ queryKey: waitingKey });
        const entity = told.kind === 'event' ? told.event.data.entity : undefined;
        if (typeof entity === 'string') void invalidateEntities(queries, [entity]);
      }),
    [],
  );
  return (
    <EngineProvider client={client} queryClient={queries} user={access.user} {...speech} open={stay} hasSecond>
      <WaitingButton onOpen={({ path, recordId }) => void navigate(`${path}?id=${recordId}`)} />
    </EngineProvider>
  );
}
