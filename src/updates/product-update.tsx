import { App } from 'antd';
import { Suspense } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Emitter } from '../api/emitter.ts';
import type { ServerNews } from '../api/server-events.ts';
import { useText } from '../locales/i18n.ts';
import { lazyPart } from '../parts/lazy-part.tsx';
import { useLatestUpdate, useReadUpdate } from './use-update.ts';

// Most visits show none.
const UpdateDialog = lazyPart(async () => (await import('./update-dialog.tsx')).UpdateDialog);

type Props = {
  readonly news: Emitter<ServerNews>;
  /** Path of the page with all updates; none where the user may not open it. */
  readonly morePath: string | undefined;
};

/** Opens the latest update of the product by itself, until the user has looked at it. */
export function ProductUpdate({ news, morePath }: Props) {
  const { data } = useLatestUpdate(news);
  const read = useReadUpdate();
  const navigate = useNavigate();
  const { message } = App.useApp();
  const t = useText();
  if (data === undefined || data === null || data.stage !== '1') return null;
  const handleMore = () => {
    if (morePath === undefined) {
      void message.warning({ key: 'versionUpdate', content: t('perm.versionUpdateDenied') });
      return;
    }
    read(data);
    void navigate(morePath);
  };
  return (
    <Suspense fallback={null}>
      <UpdateDialog update={data} onClose={() => read(data)} onMore={handleMore} />
    </Suspense>
  );
}
