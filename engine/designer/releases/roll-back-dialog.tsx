import { Alert, Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { ApiRefusal } from '../../client/index.ts';
import { heldOpen, useEngine } from '../../react/index.ts';
import type { DesignTarget } from '../store/design-store.ts';
import { useDesignText } from '../texts/use-design-text.ts';

type RollBackDialogProps = {
  readonly target: DesignTarget;
  /** The release to go back to; 0 for the page as shipped. */
  readonly release: number;
  readonly onDone: (release: number) => void;
  readonly onClose: () => void;
};

/** Goes back to a release, which makes a new one; says why. */
export function RollBackDialog({ target, release, onDone, onClose }: RollBackDialogProps) {
  const t = useDesignText();
  const { client } = useEngine();
  const [note, setNote] = useState('');
  const [isSending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const goBack = async () => {
    setSending(true);
    setRefusal(undefined);
    try {
      const input = { ...target, release, note: note.trim() };
      const options = { idempotencyKey: crypto.randomUUID(), quiet: true };
      const made = await client.callAt<{ readonly release: number }>('/v1/design/page/rollback', input, options);
      onDone(made.release);
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error;
      setRefusal(error.message);
    } finally {
      setSending(false);
    }
  };
  return (
    <Modal
      open
      title={release === 0 ? t('designer.releases.toShipped') : t('designer.rollback.to', { release })}
      okText={t('designer.releases.goBack')}
      cancelText={t('designer.cancel')}
      {...heldOpen(isSending)}
      okButtonProps={{ disabled: note.trim() === '' }}
      onOk={() => void goBack()}
      onCancel={onClose}
    >
      {refusal === undefined ? null : <Alert type="error" showIcon message={refusal} />}
      <p>{t('designer.rollback.hint')}</p>
      <Form layout="vertical">
        <Form.Item label={t('designer.rollback.why')} required>
          <Input.TextArea
            aria-label={t('designer.rollback.why')}
            value={note}
            maxLength={200}
            rows={3}
            onChange={(event) => setNote(event.target.value)}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
