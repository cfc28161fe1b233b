import { App, Button, Space, Tabs } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { ApiRefusal } from '../../engine/client/index.ts';
import { useEngine, WidgetSlot } from '../../engine/react/index.ts';
import { DifferenceDialog } from './difference-dialog.tsx';
import { GrantTree } from './grant-tree-view.tsx';
import { HoldersList } from './holders-list.tsx';
import { MaskEditor } from './mask-editor.tsx';
import { apiOf, type Names, type PageCalls, type Policy, type Role, useRefresh } from './permission-calls.ts';
import type { RoleForm } from './role-dialog.tsx';
import { differences, draftOf, type RoleDraft } from './role-draft.ts';
import { ScopeEditor } from './scope-editor.tsx';
import { useGrantText } from './use-grant-text.ts';

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
  const t = useGrantText();
  const stored = useMemo(() => draftOf(role, policies), [role, policies]);
  const [edited, setEdited] = useState<RoleDraft>();
  const [isReviewing, setReviewing] = useState(false);
  const draft = edited ?? stored;
  const changes = useMemo(() => differences(stored, draft, names, t), [stored, draft, names, t]);
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
          {isDirty ? t('changes', { count: changes.length }) : null}
        </span>
        {isReadOnly ? (
          <span className="engine-quiet">{t('fixed')}</span>
        ) : (
          <Space>
            <Button disabled={!isDirty} onClick={() => setEdited(undefined)}>
              {t('reset')}
            </Button>
            <Button type="primary" disabled={!isDirty} onClick={() => setReviewing(true)}>
              {t('save')}
            </Button>
          </Space>
        )}
      </header>
      <Tabs
        size="small"
        items={[
          {
            key: 'grants',
            label: t('part.grants'),
            children: <GrantTree catalogue={names.catalogue} held={draft} isReadOnly={isReadOnly} onChange={change} />,
          },
          {
            key: 'scope',
            label: t('part.scope'),
            children: <ScopeEditor draft={draft} names={names} isReadOnly={isReadOnly} onChange={change} />,
          },
          {
            key: 'masks',
            label: t('part.masks'),
            children: (
              <MaskEditor
                masks={draft.masks}
                catalogue={names.catalogue}
                isReadOnly={isReadOnly}
                onChange={(masks) => change({ masks })}
              />
            ),
          },
          ...(apiOf(calls, 'holders') === undefined
            ? []
            : [{ key: 'holders', label: t('part.holders'), children: <HoldersList roleId={role.id} calls={calls} /> }]),
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
  const t = useGrantText();
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
    void message.success(t('saved.role'));
  };
  const title = t('save.role', { name: role.name });
  return <DifferenceDialog title={title} changes={changes} onConfirm={save} onClose={onClose} />;
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
  const t = useGrantText();
  const { modal, message } = App.useApp();
  const { client } = useEngine();
  const refresh = useRefresh();
  const { id, name, enabled, builtIn } = role;
  const call = async (key: string, body: object) => {
    try {
      const options = { page: calls.page, idempotencyKey: crypto.randomUUID(), quiet: true };
      await client.callAt(apiOf(calls, key) ?? '', body, options);
      await refresh();
      void message.success(t('saved'));
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error;
      void message.error(error.message);
    }
  };
  const ask = (title: string, run: () => Promise<void>) =>
    modal.confirm({ title, okText: t('ok'), cancelText: t('cancel'), onOk: run });
  return (
    <Space size={4}>
      {apiOf(calls, 'viewAs') === undefined || !enabled ? null : (
        <WidgetSlot
          name="ViewAs"
          slot="row"
          title={t('role.viewAs')}
          record={{ id, name }}
          props={{ subject: 'role' }}
        />
      )}
      {apiOf(calls, 'editRole') === undefined ? null : (
        <Button size="small" type="text" onClick={() => onForm({ kind: 'edit', role })}>
          {t('role.rename')}
        </Button>
      )}
      {apiOf(calls, 'addRole') === undefined ? null : (
        <Button size="small" type="text" onClick={() => onForm({ kind: 'copy', role })}>
          {t('role.copyIt')}
        </Button>
      )}
      {apiOf(calls, 'status') === undefined ? null : (
        <Button
          size="small"
          type="text"
          onClick={() =>
            ask(t(enabled ? 'role.disable.ask' : 'role.enable.ask', { name }), () =>
              call('status', { id, enabled: !enabled }),
            )
          }
        >
          {t(enabled ? 'role.disable' : 'role.enable')}
        </Button>
      )}
      {builtIn || apiOf(calls, 'deleteRole') === undefined ? null : (
        <Button
          size="small"
          type="text"
          danger
          onClick={() => ask(t('role.delete.ask', { name }), () => call('deleteRole', { id }))}
        >
          {t('role.delete')}
        </Button>
      )}
    </Space>
  );
}
