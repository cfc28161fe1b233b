import { Modal } from 'antd';
import { useText } from '../../host/engine-context.tsx';
import { HostKeys } from './keys-dialog.tsx';

/** The keys of the host, on a page that has none of its own. */
export function HostKeysDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const t = useText();
  return (
    <Modal open={open} onCancel={onClose} title={t('engine.keys.title')} footer={null} width={480}>
      <div className="engine-keys">
        <HostKeys />
      </div>
    </Modal>
  );
}
