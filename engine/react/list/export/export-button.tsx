import { DownloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { useText } from '../../host/engine-context.tsx';
import { lazyPart } from '../../parts/lazy-part.tsx';
import type { ExportedList } from './exported-list.ts';

const ExportDialog = lazyPart(async () => (await import('./export-dialog.tsx')).ExportDialog);

/** Opens the export of a list; nothing where the reader may not. */
export function ExportButton(list: ExportedList) {
  const t = useText();
  const [opened, setOpened] = useState(0);
  const [isOpen, setIsOpen] = useState(false);
  const api = list.view.exportApi;
  if (api === undefined) return null;
  const open = () => {
    setOpened(opened + 1);
    setIsOpen(true);
  };
  return (
    <>
      <Button type="text" size="small" icon={<DownloadOutlined aria-hidden="true" />} onClick={open}>
        {t('engine.export.button')}
      </Button>
      {opened === 0 ? null : (
        <Suspense fallback={null}>
          <ExportDialog key={opened} {...list} api={api} isOpen={isOpen} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
