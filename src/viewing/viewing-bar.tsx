import { useState } from 'react';
import { EngineProvider, type ViewingSession, WhyDrawer } from '../../engine/react/index.ts';
import { client, queries } from '../api/client.ts';
import { textOf } from '../locales/i18n.ts';
import type { PageRoute } from '../router/menu-routes.ts';
import type { Access } from '../session/access.ts';
import { leaveViewing } from './leave-viewing.ts';
import { ViewingBanner } from './viewing-banner.tsx';

type Props = {
  readonly viewing: ViewingSession;
  readonly access: Access;
  readonly page: PageRoute | undefined;
};

const stay = () => undefined;

/** The banner of a window in which somebody looks as another, with the reasons of the page that is open. */
export function ViewingBar({ viewing, access, page }: Props) {
  const [isAsking, setAsking] = useState(false);
  const asked = page?.name ?? [...access.routes.byName.keys()][0] ?? '';
  return (
    <EngineProvider
      client={client}
      queryClient={queries}
      user={access.user}
      text={textOf}
      open={stay}
      keepsDrafts={false}
    >
      <ViewingBanner viewing={viewing} onWhy={() => setAsking(true)} onLeave={() => void leaveViewing()} />
      <WhyDrawer isOpen={isAsking} subject={viewing} page={asked} onClose={() => setAsking(false)} />
    </EngineProvider>
  );
}
