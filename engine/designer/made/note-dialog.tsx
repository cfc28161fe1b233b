import { Alert, Input, Modal } from 'antd';
import { useState } from 'react';
import { ApiRefusal } from '../../client/index.ts';
import { useEngine } from '../../react/index.ts';
import { Field } from './field.tsx';
import type { MadePage } from './made-types.ts';

type Props = {
  readonly page: MadePage;
  readonly what: 'publish' | 'retire' | 'restore';
  readonly onClose: (isDone: boolean) => void;
};

const words = {
  publish: { title: '发布', hint: '所有人自下一次请求起有这个页面，菜单里也有；所选角色随即打得开。' },
  retire: { title: '停用', hint: '页面不再出现，数据不受影响，随时可以恢复。' },
  restore: { title: '恢复', hint: '回到停用之前的样子。' },
} as const;

/** Publishes, retires or restores a page, with why. */
export function NoteDialog({ page, what, onClose }: Props) {
  const { client } = useEngine();
  const [note, setNote] = useState('');
  const [refusal, setRefusal] = useState<ApiRefusal>();
  const [isSending, setSending] = useState(false);
  const { title, hint } = words[what];
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
    }
  };
  return (
    <Modal
      open
      title={`${title}“${page.title}”`}
      okText={title}
      cancelText="取消"
      confirmLoading={isSending}
      okButtonProps={{ disabled: note.trim() === '' }}
      onOk={() => void send()}
      onCancel={() => onClose(false)}
    >
      {refusal === undefined ? null : <Alert type="error" showIcon message={refusal.message} />}
      <p>{hint}</p>
      <Field label="说明" help="写在发布记录里，至多 200 字。">
        <Input.TextArea
          aria-label="说明"
          value={note}
          maxLength={200}
          rows={3}
          onChange={(event) => setNote(event.target.value)}
        />
      </Field>
    </Modal>
  );
}
