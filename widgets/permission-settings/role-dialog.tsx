import { Alert, App, Form, Input, Modal } from 'antd';
import { useId, useState } from 'react';
import { ApiRefusal } from '../../engine/client/index.ts';
import { heldOpen, useEngine } from '../../engine/react/index.ts';
import { apiOf, type PageCalls, type Role, usePolicies, useRefresh } from './permission-calls.ts';
import { maskOf } from './role-draft.ts';
import { type GrantText, useGrantText } from './use-grant-text.ts';

/** What is made: a new role, one like another, or the name of one changed. */
export type RoleForm =
  | { readonly kind: 'add' }
  | { readonly kind: 'copy'; readonly role: Role }
  | { readonly kind: 'edit'; readonly role: Role };

type DialogProps = {
  readonly form: RoleForm;
  readonly calls: PageCalls;
  readonly onClose: () => void;
  readonly onMade: (id: string) => void;
};

type Changed = { readonly id: string; readonly version: number };
type Values = { readonly code: string; readonly name: string; readonly remark?: string };

/** Asks what a role is called; a copy gives what the other one gives. */
export function RoleDialog({ form: wanted, calls, onClose, onMade }: DialogProps) {
  const t = useGrantText();
  const { message } = App.useApp();
  const { client } = useEngine();
  const refresh = useRefresh();
  const formId = useId();
  const policies = usePolicies(wanted.kind === 'copy' ? wanted.role.id : undefined, calls);
  const masks = (policies.data ?? []).map((policy) => ({ field: policy.field, ...maskOf(policy) }));
  const isCopy = wanted.kind === 'copy';
  const [isSending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const submit = async (values: Values) => {
    setSending(true);
    setRefusal(undefined);
    try {
      const options = { page: calls.page, idempotencyKey: crypto.randomUUID(), quiet: true };
      const { api, body } = callOf(wanted, values, calls);
      const { id, version } = await client.callAt<Changed>(api, body, options);
      if (wanted.kind === 'copy' && masks.length > 0) {
        const { menus, permissions, dataScope } = wanted.role;
        const again = { ...options, idempotencyKey: crypto.randomUUID() };
        // How the other sees masked fields is part of it too.
        await client.callAt(apiOf(calls, 'grant') ?? '', { id, version, menus, permissions, dataScope, masks }, again);
      }
      await refresh();
      void message.success(t('saved'));
      onMade(id);
      onClose();
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
      title={t(`role.${wanted.kind}`)}
      width={440}
      okText={t('save')}
      cancelText={t('cancel')}
      okButtonProps={{ htmlType: 'submit', form: formId, disabled: isCopy && policies.data === undefined }}
      {...heldOpen(isSending)}
      confirmLoading={isSending}
      onCancel={onClose}
    >
      {refusal === undefined ? null : <Alert type="error" showIcon message={refusal} className="grant-refusal" />}
      <Form
        id={formId}
        name={formId}
        layout="vertical"
        requiredMark={false}
        initialValues={firstValues(wanted, t)}
        onFinish={(values: Values) => void submit(values)}
      >
        <Form.Item
          name="name"
          label={t('role.name')}
          rules={[{ required: true, whitespace: true, message: t('role.name.needed') }]}
        >
          <Input maxLength={50} autoComplete="off" />
        </Form.Item>
        <Form.Item
          name="code"
          label={t('role.code')}
          rules={[{ required: true, whitespace: true, message: t('role.code.needed') }]}
        >
          <Input maxLength={32} autoComplete="off" disabled={wanted.kind === 'edit' && wanted.role.builtIn} />
        </Form.Item>
        <Form.Item name="remark" label={t('role.remark')}>
          <Input.TextArea maxLength={200} rows={2} />
        </Form.Item>
      </Form>
    </Modal>
  );
}

function firstValues(form: RoleForm, t: GrantText): Partial<Values> {
  if (form.kind === 'add') return {};
  const { code, name, remark } = form.role;
  const values = { code, name, remark: remark ?? '' };
  return form.kind === 'edit' ? values : { ...values, code: `${code}_copy`, name: t('role.copyName', { name }) };
}

function callOf(form: RoleForm, { code, name, remark = '' }: Values, calls: PageCalls) {
  const named = { code, name, remark: remark === '' ? null : remark };
  if (form.kind === 'edit') {
    const { id, version } = form.role;
    return { api: apiOf(calls, 'editRole') ?? '', body: { id, version, ...named } };
  }
  const like = form.kind === 'copy' ? form.role : undefined;
  const content = {
    dataScope: like?.dataScope ?? 'self',
    menus: like?.menus ?? [],
    permissions: like?.permissions ?? [],
    entityScopes: like?.entityScopes ?? [],
    customDepartmentIds: like?.customDepartmentIds ?? [],
    ...(like?.projectIds === undefined ? {} : { projectIds: like.projectIds ?? [] }),
  };
  return { api: apiOf(calls, 'addRole') ?? '', body: { ...named, ...content } };
}
