import { Alert, Skeleton } from 'antd';
import { useEffect, useId, useMemo } from 'react';
import type { ApiRefusal } from '../../client/index.ts';
import type { BulkAnswer } from '../../model/index.ts';
import type { ActionUse } from '../actions/action-call.ts';
import { titleFor } from '../actions/record-label.ts';
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
import { useGuardedClose, useUnloadGuard } from './use-unsaved-guard.ts';

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
  const { record } = loaded;
  const session = useMemo(() => {
    if (view === undefined || (mode === 'modify' && record === undefined)) return undefined;
    return new FormSession({
      view,
      mode,
      record,
      context: page.context,
      scope: (values) => page.scope(record, values),
    });
  }, [view, mode, record, page]);
  const focus = (key: string) => requestAnimationFrame(() => document.getElementById(inputId(id, key))?.focus());
  const { submit, saving, refusal } = useFormSubmit({ use, session, focus, onDone, onUnchanged: onClose });
  const close = useGuardedClose(session, onClose);
  useUnloadGuard(open ? session : undefined);
  const focusFirst = useFirstFocus(id, session);
  if (view === undefined) return null;
  return (
    <FormShell
      id={id}
      layout={view.layout}
      title={titleFor(view.title, target, page.bundle, t)}
      open={open}
      columns={columnsOf(view)}
      saving={saving}
      canSubmit={session !== undefined}
      submitText={mode === 'input' ? t('engine.ok') : t('engine.save')}
      isDanger={action.emphasis === 'danger'}
      onSubmit={() => void submit()}
      onClose={close}
      onOpened={focusFirst}
    >
      {action.confirm === undefined ? null : (
        <Alert type="info" showIcon message={action.confirm} className="engine-form-alert" />
      )}
      {refusal === undefined ? null : <RefusalAlert refusal={refusal} />}
      {loaded.error !== null ? <FaultBlock error={loaded.error} onRetry={() => void loaded.refetch()} /> : null}
      {loaded.error === null && session === undefined ? (
        <Skeleton active paragraph={{ rows: 8 }} title={false} />
      ) : null}
      {session === undefined ? null : <FormBody parts={{ id, view, session, record }} />}
    </FormShell>
  );
}

function RefusalAlert({ refusal }: { readonly refusal: ApiRefusal }) {
  const t = useText();
  const { message, requestId } = refusal;
  return (
    <Alert
      type="error"
      showIcon
      role="alert"
      className="engine-form-alert"
      message={message}
      description={requestId === undefined ? undefined : t('engine.fault.requestId', { id: requestId })}
    />
  );
}

/** Puts the keyboard into the first field once it is there, unless somebody is typing already. */
function useFirstFocus(id: string, session: FormSession | undefined): () => void {
  const focusFirst = () => {
    const first = [...(session?.fields.keys() ?? [])].find((key) => session?.stateOf(key).enabled === true);
    const inside = document.getElementById(id)?.contains(document.activeElement) === true;
    if (first !== undefined && !inside) document.getElementById(inputId(id, first))?.focus();
  };
  // A record that had to be read first comes after the drawer has opened.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new session moves the focus
  useEffect(focusFirst, [session]);
  return focusFirst;
}
