import { Alert, Modal } from 'antd';
import { useState } from 'react';
import { ApiRefusal } from '../../engine/client/index.ts';
import { heldOpen } from '../../engine/react/index.ts';
import { DifferenceList } from './difference-list.tsx';
import type { Difference } from './role-draft.ts';
import { useGrantText } from './use-grant-text.ts';

type DialogProps = {
  readonly title: string;
  readonly changes: readonly Difference[];
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
};

/** What will be otherwise, before it is. */
export function DifferenceDialog({ title, changes, onConfirm, onClose }: DialogProps) {
  const t = useGrantText();
  const [isSending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const confirm = async () => {
    setSending(true);
    setRefusal(undefined);
    try {
      await onConfirm();
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error;
      setRefusal(error.message);
      setSending(false);
    }
  };
  return (
    <Modal
      open
      title={title}
      width={560}
      okText={t('difference.ok')}
      cancelText={t('difference.back')}
      {...heldOpen(isSending)}
      onOk={() => void confirm()}
      onCancel={onClose}
    >
      {refusal === undefined ? null : <Alert type="error" showIcon message={refusal} className="grant-refusal" />}
      <DifferenceList
        changes={changes}
        label={t('difference.changes')}
        words={{ more: t('difference.more'), less: t('difference.less'), other: t('difference.other') }}
      />
    </Modal>
  );
}
