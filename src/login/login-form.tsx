import { LockOutlined, UserOutlined } from '@ant-design/icons';
import { Alert, Button, Form, Input } from 'antd';
import { type KeyboardEvent, useState } from 'react';
import { ApiRefusal } from '../../engine/client/index.ts';
import type { Credentials } from '../access/sign-in-out.ts';
import { useText } from '../locales/i18n.ts';

type Stage =
  | { readonly kind: 'typing' }
  | { readonly kind: 'sending' }
  | { readonly kind: 'refused'; readonly sentence: string };

type LoginFormProps = {
  readonly onSubmit: (credentials: Credentials) => Promise<void>;
  /** Whose session it was: only the password is asked for again. */
  readonly account?: string | undefined;
};

/** Account and password; what the server has to say stands above the fields. */
export function LoginForm({ onSubmit, account }: LoginFormProps) {
  const t = useText();
  const [form] = Form.useForm<Credentials>();
  const [stage, setStage] = useState<Stage>({ kind: 'typing' });
  const capsLock = useCapsLock();
  const initial = account === undefined ? {} : { initialValues: { account } };
  const handleFinish = async ({ account, password }: Credentials) => {
    setStage({ kind: 'sending' });
    try {
      await onSubmit({ account: account.trim(), password });
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error;
      // What ends a session is told to the whole app already.
      setStage(error.endsSession ? { kind: 'typing' } : { kind: 'refused', sentence: error.message });
      form.getFieldInstance('password')?.focus();
    }
  };
  return (
    <Form form={form} layout="vertical" requiredMark={false} size="large" onFinish={handleFinish} {...initial}>
      {stage.kind === 'refused' ? (
        <Alert className="login-alert" type="error" showIcon message={stage.sentence} />
      ) : null}
      <Form.Item
        name="account"
        label={t('user.login.accountLabel')}
        rules={[{ required: true, whitespace: true, message: t('user.login.account') }]}
      >
        <Input
          prefix={<UserOutlined />}
          placeholder={t('user.login.account')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={64}
          autoFocus={account === undefined}
        />
      </Form.Item>
      <Form.Item
        name="password"
        label={t('user.login.passwordLabel')}
        rules={[{ required: true, message: t('user.login.password') }]}
        {...(capsLock.isOn ? { extra: <span role="status">{t('user.login.capsLock')}</span> } : {})}
      >
        <Input.Password
          prefix={<LockOutlined />}
          placeholder={t('user.login.password')}
          autoComplete="current-password"
          maxLength={128}
          autoFocus={account !== undefined}
          onKeyDown={capsLock.handleKey}
          onKeyUp={capsLock.handleKey}
        />
      </Form.Item>
      <Button type="primary" htmlType="submit" block loading={stage.kind === 'sending'} className="login-submit">
        {t(stage.kind === 'sending' ? 'user.login.submitting' : 'user.login.submit')}
      </Button>
    </Form>
  );
}

/** Whether capitals are locked, as far as the last key told. */
function useCapsLock() {
  const [isOn, setIsOn] = useState(false);
  const handleKey = (event: KeyboardEvent) => setIsOn(event.getModifierState('CapsLock'));
  return { isOn, handleKey };
}
