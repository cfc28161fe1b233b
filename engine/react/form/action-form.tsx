import { Alert, App, Skeleton } from 'antd';
import { useEffect, useId, useMemo } from 'react';
import type { BulkAnswer } from '../../model/index.ts';
import type { ActionUse } from '../actions/action-call.ts';
import { useText } from '../engine-context.tsx';
import { FaultBlock } from '../faults/fault-block.tsx';
import { usePageRuntime } from '../page/page-runtime.ts';
import { FormBody } from './form-body.tsx';
import { columnsOf, formMode } from './form-mode.ts';
import { inputId } from './form-parts.tsx';
import { FormSession } from './form-session.ts';
import { FormShell } from './form-shell.tsx';
import { useFormRecord } from './use-form-record.ts';
import { useFormSubmit } from './use-form-submit.ts';

type ActionFormProps = {
  readonly use: ActionUse;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onDone: (answer: BulkAnswer | undefined) => void;
};

/** The form of an action, opened: loads what it changes, checks, submits, and never drops typed work unasked. */
export function ActionForm({ use, open, onClose, onDone }: ActionFormProps) {
  const t = useText();
  const id = useId();
  const page = usePageRuntime();
  const { action, target } = use;
  const view = action.form;
  const mode = formMode(action);
  const loaded = useFormRecord(use, id);
  const session = useMemo(() => {
    if (view === undefined || (mode === 'modify' && loaded.record === undefined)) return undefined;
    const { record } = loaded;
    return new FormSession({ view, mode, record, context: page.context, scope: (values) => page.scope(record, values) });
  }, [view, mode, loaded.record, page]);
  const focus = (key: string) => requestAnimationFrame(() => document.getElementById(inputId(id, key))?.focus());
  const { submit, saving, refusal } = useFormSubmit({ use, session, focus, onDone, onUnchanged: onClose });
  const close = useGuardedClose(session, onClose);
  useUnloadGuard(open ? session : undefined);
  if (view === undefined) return null;
  const count = target.kind === 'rows' ? target.records.length : 0;
  return (
    <FormShell
      layout={view.layout}
      title={count > 0 ? t('engine.bulk.title', { title: view.title, count }) : view.title}
      open={open}
      columns={columnsOf(view)}
      saving={saving}
      canSubmit={session !== undefined}
      submitText={mode === 'input' ? t('engine.ok') : t('engine.save')}
      isDanger={action.emphasis === 'danger'}
      onSubmit={() => void submit()}
      onClose={close}
      onOpened={() => {
        const [first] = session?.fields.keys() ?? [];
        if (first !== undefined) focus(first);
      }}
    >
      {action.confirm === undefined ? null : <Alert type="info" showIcon message={action.confirm} className="engine-form-alert" />}
      {refusal === undefined ? null : (
        <Alert
          type="error"
          showIcon
          role="alert"
          className="engine-form-alert"
          message={refusal.message}
          description={refusal.requestId === undefined ? undefined : t('engine.fault.requestId', { id: refusal.requestId })}
        />
      )}
      {loaded.error !== null ? <FaultBlock error={loaded.error} onRetry={() => void loaded.refetch()} /> : null}
      {loaded.error === null && session === undefined ? <Skeleton active paragraph={{ rows: 8 }} title={false} /> : null}
      {session === undefined ? null : <FormBody parts={{ id, view, session, record: loaded.record }} />}
    </FormShell>
  );
}

/** Closing asks first when something typed would be lost, and names it. */
function useGuardedClose(session: FormSession | undefined, onClose: () => void) {
  const t = useText();
  const { modal } = App.useApp();
  return () => {
    const changed = session?.changedTitles() ?? [];
    if (changed.length === 0) return onClose();
    modal.confirm({
      title: t('engine.form.leave'),
      content: t('engine.form.leaveHint', { fields: changed.slice(0, 5).join('、'), more: changed.length > 5 ? t('engine.form.andMore') : '' }),
      okText: t('engine.form.discard'),
      cancelText: t('engine.form.stay'),
      okButtonProps: { danger: true },
      onOk: onClose,
    });
  };
}

/** The browser asks before it closes or reloads a page with typed work in it. */
function useUnloadGuard(session: FormSession | undefined): void {
  useEffect(() => {
    if (session === undefined) return undefined;
    const guard = (event: BeforeUnloadEvent) => {
      if (session.changedTitles().length > 0) event.preventDefault();
    };
    addEventListener('beforeunload', guard);
    return () => removeEventListener('beforeunload', guard);
  }, [session]);
}
