import { PlusOutlined } from '@ant-design/icons';
import { App, Button } from 'antd';
import { useState } from 'react';
import { QueryState } from '../../engine/react/index.ts';
import { apiOf, type Names, type PageCalls, type Role, usePolicies } from './permission-calls.ts';
import { RoleDialog, type RoleForm } from './role-dialog.tsx';
import { RoleEditor } from './role-editor.tsx';
import { useGrantText } from './use-grant-text.ts';

type PanelProps = { readonly roles: readonly Role[]; readonly names: Names; readonly calls: PageCalls };

/** The roles, and what the chosen one gives. */
export function RolesPanel({ roles, names, calls }: PanelProps) {
  const t = useGrantText();
  const { modal } = App.useApp();
  const [chosen, setChosen] = useState<string>();
  const [isDirty, setDirty] = useState(false);
  const [form, setForm] = useState<RoleForm>();
  const role = roles.find(({ id }) => id === chosen) ?? roles[0];
  const policies = usePolicies(role?.id, calls);
  const choose = (id: string) => {
    const go = () => {
      setDirty(false);
      setChosen(id);
    };
    if (!isDirty || id === role?.id) go();
    else modal.confirm({ title: t('giveUp'), okText: t('giveUp.ok'), cancelText: t('giveUp.stay'), onOk: go });
  };
  return (
    <div className="grant-roles">
      <nav className="grant-role-list" aria-label={t('roles')}>
        {apiOf(calls, 'addRole') === undefined ? null : (
          <Button block icon={<PlusOutlined aria-hidden="true" />} onClick={() => setForm({ kind: 'add' })}>
            {t('role.add')}
          </Button>
        )}
        <ul>
          {roles.map(({ id, name, code, enabled, builtIn }) => (
            <li key={id}>
              <button
                type="button"
                className="grant-role"
                aria-current={id === role?.id ? 'true' : undefined}
                onClick={() => choose(id)}
              >
                <span>{name}</span>
                <small className="engine-quiet">{code}</small>
                {enabled ? null : <span className="engine-tag engine-tone-red">{t('role.disabled')}</span>}
                {builtIn ? <span className="engine-tag engine-tone-gray">{t('role.builtIn')}</span> : null}
              </button>
            </li>
          ))}
        </ul>
      </nav>
      {role === undefined ? null : (
        <QueryState query={policies}>
          {(known) => (
            <RoleEditor
              key={role.id}
              role={role}
              policies={known}
              names={names}
              calls={calls}
              onDirty={setDirty}
              onForm={setForm}
            />
          )}
        </QueryState>
      )}
      {form === undefined ? null : (
        <RoleDialog form={form} calls={calls} onClose={() => setForm(undefined)} onMade={(id) => setChosen(id)} />
      )}
    </div>
  );
}
