import { App } from 'antd';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { EngineProvider } from '../../engine/react/index.ts';
import type { Access } from '../access/access.ts';
import { useAccessNews } from '../access/follow-access.ts';
import { client, queries } from '../api/client.ts';
import { followWhileVisible, serverNews } from '../api/server-events.ts';
import { useReleases } from '../designing/follow-releases.ts';
import { useSpeech, useText } from '../locales/i18n.ts';
import { useSession } from '../session/session.ts';
import { ProductUpdate } from '../updates/product-update.tsx';
import { alertLists } from './alert-lists.ts';
import { NoticeCentre } from './notice-centre.tsx';

const stay = () => undefined;

/** What the server has to tell the user, above every page: notices, alerts and updates of the product. */
export function HeaderNotices({ access }: { readonly access: Access }) {
  const speech = useSpeech();
  const navigate = useNavigate();
  const { token } = useSession();
  useAccessNews();
  const { message } = App.useApp();
  const t = useText();
  useReleases((what, title) => {
    void message.info({ key: `released ${title}`, content: t(`release.${what}`, { title }), duration: 6 });
  });
  useEffect(() => (token === null ? undefined : followWhileVisible()), [token]);
  return (
    <EngineProvider client={client} queryClient={queries} user={access.user} {...speech} open={stay}>
      <NoticeCentre news={serverNews} onOpen={(path) => void navigate(path)} listsOf={alertLists(access.routes)} />
      <ProductUpdate news={serverNews} morePath={access.routes.byName.get('versionUpdate')?.path} />
    </EngineProvider>
  );
}
