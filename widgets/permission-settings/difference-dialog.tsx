import { Alert, Modal } from 'antd';
import { useState } from 'react';
import { ApiRefusal } from '../../engine/client/index.ts';
import { DifferenceList } from './difference-list.tsx';
import type { Difference } from './role-draft.ts';

type DialogProps = {
  readonly title: string;
  readonly changes: readonly Difference[];
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
};

/** What will be otherwise, before it is. */
export function DifferenceDialog({ title, changes, onConfirm, onClose }: DialogProps) {
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
      okText="确认保存"
      cancelText="再改改"
      confirmLoading={isSending}
      onOk={() => void confirm()}
      onCancel={onClose}
    >
      {refusal === undefined ? null : <Alert type="error" showIcon message={refusal} className="grant-refusal" />}
      <DifferenceList changes={changes} label="改动" words={{ more: '增加', less: '去掉', other: '改为' }} />
    </Modal>
  );
}
