import { useState } from 'react';
import { EngineProvider, type ImpersonationSession, WhyDrawer } from '../../engine/react/index.ts';
import type { Access } from '../access/access.ts';
import { client, queries } from '../api/client.ts';
import { useSpeech } from '../locales/i18n.ts';
import type { PageRoute } from '../routes/menu-routes.ts';
import { ImpersonationBanner } from './impersonation-banner.tsx';
import { leaveImpersonation } from './leave-impersonation.ts';

type Props = {
  readonly impersonation: ImpersonationSession;
  readonly access: Access;
  readonly page: PageRoute | undefined;
};

const stay = () => undefined;

/** The banner of a window in which somebody looks as another, with the reasons of the page that is open. */
export function ImpersonationBar({ impersonation, access, page }: Props) {
  const speech = useSpeech();
  const [isAsking, setAsking] = useState(false);
  const asked = page?.name ?? [...access.routes.byName.keys()][0] ?? '';
  return (
    <EngineProvider
      client={client}
      queryClient={queries}
      user={access.user}
      {...speech}
      open={stay}
      keepsDrafts={false}
    >
      <ImpersonationBanner
        impersonation={impersonation}
        onWhy={() => setAsking(true)}
        onLeave={() => void leaveImpersonation()}
      />
      <WhyDrawer isOpen={isAsking} subject={impersonation} page={asked} onClose={() => setAsking(false)} />
    </EngineProvider>
  );
}
