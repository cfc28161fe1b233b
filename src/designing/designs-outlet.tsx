import { type ComponentProps, useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import { EngineProvider } from '../../engine/react/index.ts';
import type { Access } from '../access/access.ts';
import { client, queries } from '../api/client.ts';
import { useSpeech } from '../locales/i18n.ts';
import { lazyPart } from '../parts/lazy-part.tsx';
import { addressOf } from '../routes/address.ts';
import { designPage, mayDesign, mayPublish } from './designing.ts';
import { mayMakeFields } from './designs.ts';

const DesignsPage = lazyPart(async () => (await import('../../engine/designer/index.ts')).DesignsPage);

type DesignsProps = ComponentProps<typeof DesignsPage>;

/** All designed pages of the product, at an address that every product has. */
export function DesignsOutlet({ access }: { readonly access: Access }) {
  const speech = useSpeech();
  const navigate = useNavigate();
  const { routes, user } = access;
  const open = useCallback(
    (name: string) => {
      const address = addressOf(routes, name, {});
      if (address !== undefined) void navigate(address);
    },
    [routes, navigate],
  );
  const design = useCallback(
    ({ page, ...start }: Parameters<NonNullable<DesignsProps['onDesign']>>[0]) => {
      designPage(page, start);
      open(page);
    },
    [open],
  );
  return (
    <EngineProvider client={client} queryClient={queries} user={user} {...speech} open={open}>
      <DesignsPage
        mayDesign={mayDesign(access)}
        mayPublish={mayPublish(access)}
        mayMakeFields={mayMakeFields(access)}
        onDesign={design}
      />
    </EngineProvider>
  );
}
