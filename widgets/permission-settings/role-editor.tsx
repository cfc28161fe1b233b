import { App, Button, Space, Tabs } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { ApiRefusal } from '../../engine/client/index.ts';
import { useEngine, WidgetSlot } from '../../engine/react/index.ts';
import { DifferenceDialog } from './difference-dialog.tsx';
import { GrantTree } from './grant-tree-view.tsx';
import { HoldersList } from './holders-list.tsx';
import { MaskEditor } from './mask-editor.tsx';
import { apiOf, type PageCalls, type Policy, type Role, useRefresh } from './permission-calls.ts';
import type { RoleForm } from './role-dialog.tsx';
import { differences, draftOf, type Names, type RoleDraft } from './role-draft.ts';
import { ScopeEditor } from './scope-editor.tsx';

type EditorProps = {
  readonly role: Role;
  readonly policies: readonly Policy[];
  readonly names: Names;
  readonly calls: PageCalls;
  /** Told whether something is changed and not saved. */
  readonly onDirty: (isDirty: boolean) => void;
  readonly onForm: (form: RoleForm) => void;
};

/** What one role gives: pages and buttons, rows, fields; changed here, shown as a difference, then saved in one call. */
export function RoleEditor({ role, policies, names, calls, onDirty, onForm }: EditorProps) {
  const stored = useMemo(() => draftOf(role, policies), [role, policies]);
  const [edited, setEdited] = useState<RoleDraft>();
  const [isReviewing, setReviewing] = useState(false);
  const draft = edited ?? stored;
  const changes = useMemo(() => differences(stored, draft, names), [stored, draft, names]);
  const isDirty = changes.length > 0;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  const api = apiOf(calls, 'grant');
  const isReadOnly = api === undefined || (role.builtIn && role.permissions.includes('*'));
  const change = (part: Partial<RoleDraft>) => setEdited({ ...draft, ...part });
  return (
    <section className="grant-editor" aria-label={role.name}>
      <header className="grant-editor-head">
        <h2>{role.name}</h2>
        <RoleButtons role={role} calls={calls} onForm={onForm} />
        <span className="grant-spring" />
        <span className="engine-quiet" aria-live="polite">
          {isDirty ? `${changes.length} 处改动` : null}
        </span>
        {isReadOnly ? (
          <span className="engine-quiet">该角色不能调整</span>
        ) : (
          <Space>
            <Button disabled={!isDirty} onClick={() => setEdited(undefined)}>
              还原
            </Button>
            <Button type="primary" disabled={!isDirty} onClick={() => setReviewing(true)}>
              保存
            </Button>
          </Space>
        )}
      </header>
      <Tabs
        size="small"
        items={[
          {
            key: 'grants',
            label: '页面与按钮',
            children: <GrantTree catalogue={names.catalogue} held={draft} isReadOnly={isReadOnly} onChange={change} />,
          },
          {
            key: 'scope',
            label: '数据范围',
            children: <ScopeEditor draft={draft} names={names} isReadOnly={isReadOnly} onChange={change} />,
          },
          {
            key: 'masks',
            label: '字段可见性',
            children: (
              <MaskEditor
                masks={draft.masks}
                catalogue={names.catalogue}
                isReadOnly={isReadOnly}
                onChange={(masks) => change({ masks })}
              />
            ),
          },
          { key: 'holders', label: '谁有此角色', children: <HoldersList roleId={role.id} calls={calls} /> },
        ]}
      />
      {isReviewing && api !== undefined ? (
        <SaveDialog
          role={role}
          draft={draft}
          stored={stored}
          changes={changes}
          api={api}
          page={calls.page}
          onClose={() => setReviewing(false)}
          onSaved={() => setEdited(undefined)}
        />
      ) : null}
    </section>
  );
}

type SaveProps = {
  readonly role: Role;
  readonly draft: RoleDraft;
  readonly stored: RoleDraft;
  readonly changes: ReturnType<typeof differences>;
  readonly api: string;
  readonly page: string;
  readonly onClose: () => void;
  readonly onSaved: () => void;
};

/** Shows what will be otherwise, and saves it. */
function SaveDialog({ role, draft, stored, changes, api, page, onClose, onSaved }: SaveProps) {
  const { message } = App.useApp();
  const { client } = useEngine();
  const refresh = useRefresh();
  const [key] = useState(() => crypto.randomUUID());
  const save = async () => {
    const { id, version } = role;
    const { dataScope, customDepartmentIds, entityScopes, projectIds } = draft;
    const body = {
      ...{ id, version, dataScope, customDepartmentIds, entityScopes },
      ...(role.projectIds === undefined ? {} : { projectIds }),
      menus: [...draft.menus],
      permissions: [...draft.permissions],
      masks: [...draft.masks]
        .filter(([field, mask]) => JSON.stringify(mask) !== JSON.stringify(stored.masks.get(field)))
        .map(([field, mask]) => ({ field, ...mask })),
    };
    await client.callAt(api, body, { page, idempotencyKey: key, quiet: true });
    await refresh();
    onSaved();
    onClose();
    void message.success('已保存，下一次请求起生效');
  };
  return <DifferenceDialog title={`保存“${role.name}”的改动`} changes={changes} onConfirm={save} onClose={onClose} />;
}

/** What is done with a role as a whole. */
function RoleButtons({
  role,
  calls,
  onForm,
}: {
  readonly role: Role;
  readonly calls: PageCalls;
  readonly onForm: (form: RoleForm) => void;
}) {
  const { modal, message } = App.useApp();
  const { client } = useEngine();
  const refresh = useRefresh();
  const { id, name, enabled, builtIn } = role;
  const call = async (key: string, body: object) => {
    try {
      const options = { page: calls.page, idempotencyKey: crypto.randomUUID(), quiet: true };
      await client.callAt(apiOf(calls, key) ?? '', body, options);
      await refresh();
      void message.success('已保存');
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error;
      void message.error(error.message);
    }
  };
  const ask = (title: string, run: () => Promise<void>) =>
    modal.confirm({ title, okText: '确定', cancelText: '取消', onOk: run });
  return (
    <Space size={4}>
      {apiOf(calls, 'viewAs') === undefined || !enabled ? null : (
        <WidgetSlot name="ViewAs" slot="row" title="以此身份查看" record={{ id, name }} props={{ subject: 'role' }} />
      )}
      {apiOf(calls, 'editRole') === undefined ? null : (
        <Button size="small" type="text" onClick={() => onForm({ kind: 'edit', role })}>
          改名
        </Button>
      )}
      {apiOf(calls, 'addRole') === undefined ? null : (
        <Button size="small" type="text" onClick={() => onForm({ kind: 'copy', role })}>
          复制
        </Button>
      )}
      {apiOf(calls, 'status') === undefined ? null : (
        <Button
          size="small"
          type="text"
          onClick={() =>
            ask(enabled ? `停用后“${name}”不再给出任何权限，确定停用吗？` : `确定启用“${name}”吗？`, () =>
              call('status', { id, enabled: !enabled }),
            )
          }
        >
          {enabled ? '停用' : '启用'}
        </Button>
      )}
      {builtIn || apiOf(calls, 'deleteRole') === undefined ? null : (
        <Button
          size="small"
          type="text"
          danger
          onClick={() => ask(`确定删除“${name}”吗？`, () => call('deleteRole', { id }))}
        >
          删除
        </Button>
      )}
    </Space>
  );
}
