import { Alert, App, Form, Input, Modal } from 'antd';
import { useId, useState } from 'react';
import { ApiRefusal } from '../../engine/client/index.ts';
import { useEngine } from '../../engine/react/index.ts';
import { apiOf, type PageCalls, type Role, usePolicies, useRefresh } from './permission-calls.ts';
import { maskOf } from './role-draft.ts';

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

const titles = { add: '新增角色', copy: '复制角色', edit: '编辑角色' };

/** Asks what a role is called; a copy gives what the other one gives. */
export function RoleDialog({ form: wanted, calls, onClose, onMade }: DialogProps) {
  const { message } = App.useApp();
  const { client } = useEngine();
  const refresh = useRefresh();
  const formId = useId();
  const policies = usePolicies(wanted.kind === 'copy' ? wanted.role.id : undefined, calls);
  const masks = (policies ?? []).map((policy) => ({ field: policy.field, ...maskOf(policy) }));
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
      void message.success('已保存');
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
      title={titles[wanted.kind]}
      width={440}
      okText="保存"
      cancelText="取消"
      okButtonProps={{ htmlType: 'submit', form: formId }}
      confirmLoading={isSending || policies === undefined}
      onCancel={onClose}
    >
      {refusal === undefined ? null : <Alert type="error" showIcon message={refusal} className="grant-refusal" />}
      <Form
        id={formId}
        name={formId}
        layout="vertical"
        requiredMark={false}
        initialValues={firstValues(wanted)}
        onFinish={(values: Values) => void submit(values)}
      >
        <Form.Item
          name="name"
          label="角色名称"
          rules={[{ required: true, whitespace: true, message: '请填写角色名称' }]}
        >
          <Input maxLength={50} autoComplete="off" />
        </Form.Item>
        <Form.Item
          name="code"
          label="角色编码"
          rules={[{ required: true, whitespace: true, message: '请填写角色编码' }]}
        >
          <Input maxLength={32} autoComplete="off" disabled={wanted.kind === 'edit' && wanted.role.builtIn} />
        </Form.Item>
        <Form.Item name="remark" label="备注">
          <Input.TextArea maxLength={200} rows={2} />
        </Form.Item>
      </Form>
    </Modal>
  );
}

function firstValues(form: RoleForm): Partial<Values> {
  if (form.kind === 'add') return {};
  const { code, name, remark } = form.role;
  const values = { code, name, remark: remark ?? '' };
  return form.kind === 'edit' ? values : { ...values, code: `${code}_copy`, name: `${name}（副本）` };
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
