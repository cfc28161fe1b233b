import { Alert, Button, Form, Input, Modal } from 'antd';
import { type KeyboardEvent, useId, useState } from 'react';
import { ApiRefusal } from '../../engine/client/index.ts';
import { newPasswordFault, oldPasswordFault, repeatedPasswordFault } from '../../engine/model/record/index.ts';
import { heldOpen } from '../../engine/react/index.ts';
import { useText } from '../locales/i18n.ts';

type Passwords = { readonly password: string; readonly newPassword: string };
type Typed = { readonly password?: string; readonly newPassword?: string; readonly repeated?: string };

type Props = {
  /** The first password must be changed: the dialog cannot be closed. */
  readonly isForced: boolean;
  /** Throws the server's refusal, which the dialog shows. */
  readonly onSubmit: (passwords: Passwords) => Promise<void>;
  readonly onClose: () => void;
};

type Stage =
  | { readonly kind: 'typing' }
  | { readonly kind: 'sending' }
  | { readonly kind: 'refused'; readonly sentence: string };

/** Changes the password; each rule speaks when its field is left. */
export function PasswordDialog({ isForced, onSubmit, onClose }: Props) {
  const t = useText();
  const formId = useId();
  const [form] = Form.useForm<Typed>();
  const [stage, setStage] = useState<Stage>({ kind: 'typing' });
  const typed = (key: keyof Typed): string => form.getFieldValue(key) ?? '';
  const rule = (fault: () => string | undefined) => ({
    validator: async () => {
      const found = fault();
      if (found !== undefined) throw new Error(found);
    },
  });
  const handleFinish = async () => {
    setStage({ kind: 'sending' });
    try {
      await onSubmit({ password: typed('password'), newPassword: typed('newPassword') });
      setStage({ kind: 'typing' });
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error;
      // What ends a session is told to the whole app already.
      setStage(error.endsSession ? { kind: 'typing' } : { kind: 'refused', sentence: error.message });
    }
  };
  const faultOfOld = () => textOf(oldPasswordFault(typed('password')));
  const faultOfNew = () => textOf(newPasswordFault(typed('newPassword'), typed('password')));
  const faultOfRepeated = () => textOf(repeatedPasswordFault(typed('repeated'), typed('newPassword')));
  const textOf = (fault: Parameters<typeof keyOf>[0] | undefined) =>
    fault === undefined ? undefined : t(keyOf(fault));
  const isSending = stage.kind === 'sending';
  const { closable, keyboard } = heldOpen(isSending);
  return (
    <Modal
      open
      title={t('pwd.title')}
      width={440}
      onCancel={onClose}
      // The dialog takes the keyboard to itself when it opens; from there it goes to the first field.
      afterOpenChange={(isOpen) => isOpen && form.getFieldInstance('password')?.focus()}
      closable={!isForced && closable}
      maskClosable={false}
      keyboard={!isForced && keyboard}
      footer={
        <>
          {isForced ? null : (
            <Button disabled={isSending} onClick={onClose}>
              {t('common.cancel')}
            </Button>
          )}
          <Button type="primary" htmlType="submit" form={formId} loading={isSending}>
            {t('pwd.submit')}
          </Button>
        </>
      }
    >
      <Form id={formId} form={form} layout="vertical" requiredMark={false} onFinish={() => void handleFinish()}>
        {isForced ? <Alert type="info" showIcon message={t('pwd.first')} style={{ marginBottom: 16 }} /> : null}
        {stage.kind === 'refused' ? (
          <Alert type="error" showIcon message={stage.sentence} style={{ marginBottom: 16 }} />
        ) : null}
        <Form.Item name="password" label={t('pwd.old')} rules={[rule(faultOfOld)]} validateTrigger="onBlur">
          <Input.Password autoComplete="current-password" onKeyDown={blockSpace} />
        </Form.Item>
        <Form.Item
          name="newPassword"
          label={t('pwd.new')}
          extra={t('pwd.hint')}
          rules={[rule(faultOfNew)]}
          validateTrigger="onBlur"
        >
          <Input.Password autoComplete="new-password" onKeyDown={blockSpace} />
        </Form.Item>
        <Form.Item name="repeated" label={t('pwd.confirm')} rules={[rule(faultOfRepeated)]} validateTrigger="onBlur">
          <Input.Password autoComplete="new-password" onKeyDown={blockSpace} />
        </Form.Item>
      </Form>
    </Modal>
  );
}

function keyOf(
  fault: NonNullable<
    ReturnType<typeof oldPasswordFault> | ReturnType<typeof newPasswordFault> | ReturnType<typeof repeatedPasswordFault>
  >,
) {
  return `pwd.${fault}` as const;
}

function blockSpace(event: KeyboardEvent): void {
  if (event.key === ' ') event.preventDefault();
}
