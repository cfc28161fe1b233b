import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import { EngineProvider } from '../../engine/react/index.ts';
import { widgets } from '../../widgets/index.ts';
import type { Access } from '../access/access.ts';
import { client, queries } from '../api/client.ts';
import { useSpeech, useText } from '../locales/i18n.ts';
import { lazyPart } from '../parts/lazy-part.tsx';
import { addressOf } from '../routes/address.ts';

const MyAnalysis = lazyPart(async () => {
  const widget = widgets.find(({ name }) => name === 'MyAnalysis');
  if (widget === undefined) throw new TypeError('no widget MyAnalysis');
  return widget.load();
});

/** What the user asks of the figures by himself, at an address that every product has. */
export function AnalysisOutlet({ access }: { readonly access: Access }) {
  const speech = useSpeech();
  const t = useText();
  const navigate = useNavigate();
  const { routes, user } = access;
  const open = useCallback(
    (name: string) => {
      const address = addressOf(routes, name, {});
      if (address !== undefined) void navigate(address);
    },
    [routes, navigate],
  );
  return (
    <EngineProvider client={client} queryClient={queries} user={user} {...speech} open={open} widgets={widgets}>
      <MyAnalysis slot="page" page="analysis" title={t('analysis.title')} props={{}} />
    </EngineProvider>
  );
}
