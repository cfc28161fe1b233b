import { Modal } from 'antd';
import { useText } from '../../host/engine-context.tsx';
import { HostKeys, KeyGroup } from '../../list/keys/keys-dialog.tsx';

type RecordKeysDialogProps = {
  readonly open: boolean;
  readonly hasSteps: boolean;
  readonly onClose: () => void;
};

/** Every key of a record page. */
export function RecordKeysDialog({ open, hasSteps, onClose }: RecordKeysDialogProps) {
  const t = useText();
  const steps = [
    { shown: ['J'], text: t('engine.steps.next') },
    { shown: ['K'], text: t('engine.steps.previous') },
  ];
  const lines = [
    ...(hasSteps ? steps : []),
    { shown: ['Ctrl', 'Enter'], text: t('engine.keys.save'), isTogether: true },
    { shown: ['Ctrl', 'Shift', 'Enter'], text: t('engine.keys.main'), isTogether: true },
    { shown: ['?'], text: t('engine.keys.help') },
    { shown: ['Ctrl', 'P'], text: t('engine.print.button'), isTogether: true },
  ];
  return (
    <Modal open={open} onCancel={onClose} title={t('engine.keys.title')} footer={null} width={480}>
      <div className="engine-keys">
        <KeyGroup title={t('engine.keys.page')} lines={lines} />
        <HostKeys />
      </div>
    </Modal>
  );
}
