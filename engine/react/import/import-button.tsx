import { UploadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Suspense, useState } from 'react';
import type { ListView } from '../../model/index.ts';
import { useText } from '../host/engine-context.tsx';
import { lazyPart } from '../parts/lazy-part.tsx';

const ImportDrawer = lazyPart(async () => (await import('./import-drawer.tsx')).ImportDrawer);

/** Opens the import of a table into a list; nothing where the reader may not. */
export function ImportButton({ view }: { readonly view: ListView }) {
  const t = useText();
  const [opened, setOpened] = useState(0);
  const [isOpen, setIsOpen] = useState(false);
  const api = view.importApi;
  if (api === undefined) return null;
  const open = () => {
    setOpened(opened + 1);
    setIsOpen(true);
  };
  return (
    <>
      <Button icon={<UploadOutlined aria-hidden="true" />} onClick={open}>
        {t('engine.import.button')}
      </Button>
      {opened === 0 ? null : (
        <Suspense fallback={null}>
          <ImportDrawer
            key={opened}
            api={api}
            title={view.entity.document.title}
            isOpen={isOpen}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
