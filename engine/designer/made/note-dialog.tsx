import { Alert, Input, Modal } from 'antd';
import { useState } from 'react';
import { ApiRefusal } from '../../client/index.ts';
import { heldOpen, useEngine } from '../../react/index.ts';
import { useMadeText } from '../texts/use-made-text.ts';
import { Field } from './field.tsx';
import type { MadePage } from './made-types.ts';

type Props = {
  readonly page: MadePage;
  readonly what: 'publish' | 'retire' | 'restore';
  /** Told that it was not done: somebody else may have changed it. */
  readonly onRefused: () => void;
  readonly onClose: (isDone: boolean) => void;
};

/** Longest note, as the server takes it. */
const maxNote = 200;

/** Publishes, retires or restores a page, with why. */
export function NoteDialog({ page, what, onRefused, onClose }: Props) {
  const t = useMadeText();
  const { client } = useEngine();
  const [note, setNote] = useState('');
  const [refusal, setRefusal] = useState<ApiRefusal>();
  const [isSending, setSending] = useState(false);
  const send = async () => {
    setSending(true);
    try {
      const { name, version } = page;
      const input = { name, note: note.trim(), ...(what === 'publish' ? { version } : {}) };
      const options = { idempotencyKey: crypto.randomUUID(), quiet: true };
      await client.callAt(`/v1/design/made/${what}`, input, options);
      onClose(true);
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error;
      setRefusal(error);
      setSending(false);
      onRefused();
    }
  };
  return (
    <Modal
      open
      title={t(`designer.made.${what}.of`, { title: page.title })}
      okText={t(`designer.${what}`)}
      cancelText={t('designer.cancel')}
      {...heldOpen(isSending)}
      okButtonProps={{ disabled: note.trim() === '' }}
      onOk={() => void send()}
      onCancel={() => onClose(false)}
    >
      {refusal === undefined ? null : <Alert type="error" showIcon message={refusal.message} />}
      <p>{t(`designer.made.${what}.hint`)}</p>
      <Field label={t('designer.publish.note')} help={t('designer.made.noteHint', { max: maxNote })}>
        <Input.TextArea
          aria-label={t('designer.publish.note')}
          value={note}
          maxLength={maxNote}
          rows={3}
          onChange={(event) => setNote(event.target.value)}
        />
      </Field>
    </Modal>
  );
}
