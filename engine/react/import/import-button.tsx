import { UploadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Suspense, useState } from 'react';
import type { ImportOffer } from '../../model/view/index.ts';
import { useText } from '../host/engine-context.tsx';
import { lazyPart } from '../parts/lazy-part.tsx';

const ImportDrawer = lazyPart(async () => (await import('./import-drawer.tsx')).ImportDrawer);

type ImportButtonProps = {
  readonly offer: ImportOffer;
  /** What the list shows. */
  readonly listed: string;
};

/** Opens the import of a table: of further rows of the list, or of rows that an action takes. */
export function ImportButton({ offer: { api, title }, listed }: ImportButtonProps) {
  const t = useText();
  const [opened, setOpened] = useState(0);
  const [isOpen, setIsOpen] = useState(false);
  const open = () => {
    setOpened(opened + 1);
    setIsOpen(true);
  };
  return (
    <>
      <Button icon={<UploadOutlined aria-hidden="true" />} onClick={open}>
        {title ?? t('engine.import.button')}
      </Button>
      {opened === 0 ? null : (
        <Suspense fallback={null}>
          <ImportDrawer
            key={opened}
            api={api}
            title={title ?? t('engine.import.title', { title: listed })}
            isOpen={isOpen}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
