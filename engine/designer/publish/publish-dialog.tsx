import { Alert, Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { ApiRefusal } from '../../client/index.ts';
import type { ChangeInWords, DesignTitles } from '../../model/design/index.ts';
import type { Fault } from '../../model/faults/index.ts';
import type { JsonObject } from '../../model/json/index.ts';
import { heldOpen, useEngine } from '../../react/index.ts';
import { ChangesList } from '../compare/changes-list.tsx';
import { ProblemList } from '../problems/problem-list.tsx';
import '../releases/releases.css';
import type { DesignTarget } from '../store/design-store.ts';
import { useDesignText } from '../texts/use-design-text.ts';

export type PublishDialogProps = {
  readonly target: DesignTarget;
  /** Version of the draft that is published: another one that came meanwhile is not. */
  readonly version: number;
  readonly changes: readonly ChangeInWords[];
  /** What keeps it from being published. */
  readonly faults: readonly Fault[];
  readonly onPublished: (release: number) => void;
  readonly onClose: () => void;
  /** Goes to a fault in the page. */
  readonly onGo?: (at: string) => void;
  readonly document?: JsonObject;
  readonly titles?: DesignTitles;
};

/** Longest note, as the server takes it. */
const maxNote = 200;

/** Puts a draft in force: what changes in words, a note, and where the server finds something wrong with it. */
export function PublishDialog(props: PublishDialogProps) {
  const { target, version, changes, faults, onPublished, onClose, onGo = onClose, document, titles } = props;
  const t = useDesignText();
  const { client } = useEngine();
  const [note, setNote] = useState('');
  const [isSending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<ApiRefusal>();
  const found = refusal?.faults ?? faults;
  const isReady = faults.length === 0 && changes.length > 0 && note.trim() !== '';
  const publish = async () => {
    setSending(true);
    setRefusal(undefined);
    try {
      const input = { ...target, version, note: note.trim() };
      const options = { idempotencyKey: crypto.randomUUID(), quiet: true };
      const { release } = await client.callAt<{ readonly release: number }>('/v1/design/page/publish', input, options);
      onPublished(release);
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error;
      setRefusal(error);
    } finally {
      setSending(false);
    }
  };
  return (
    <Modal
      open
      title={t(target.level === 'org' ? 'designer.publish.toOrg' : 'designer.publish.toRole')}
      okText={t('designer.publish')}
      cancelText={t('designer.cancel')}
      {...heldOpen(isSending)}
      okButtonProps={{ disabled: !isReady }}
      onOk={() => void publish()}
      onCancel={onClose}
    >
      {refusal === undefined ? null : <Alert type="error" showIcon message={refusal.message} />}
      {found.length === 0 ? null : (
        <section aria-label={t('designer.problemList')}>
          <p>{t('designer.publish.faulty')}</p>
          <ProblemList
            faults={found}
            onGo={(at) => onGo(at)}
            {...(document === undefined ? {} : { document })}
            {...(titles === undefined ? {} : { titles })}
          />
        </section>
      )}
      <section aria-label={t('designer.publish.changes')} className="design-publish-changes">
        <ChangesList changes={changes} />
      </section>
      <Form layout="vertical">
        <Form.Item label={t('designer.publish.note')} required help={t('designer.publish.noteHint', { max: maxNote })}>
          <Input.TextArea
            aria-label={t('designer.publish.note')}
            value={note}
            maxLength={maxNote}
            rows={3}
            onChange={(event) => setNote(event.target.value)}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
