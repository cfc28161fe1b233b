import { Alert, Skeleton } from 'antd';
import { type ReactNode, Suspense, useMemo } from 'react';
import type { ApiRefusal } from '../../client/index.ts';
import type { RefusalDetail } from '../../model/wire/index.ts';
import { FaultBlock } from '../faults/fault-block.tsx';
import { useText } from '../host/engine-context.tsx';
import { lazyPart } from '../parts/lazy-part.tsx';
import { FormBody } from './body/form-body.tsx';
import type { OpenedForm } from './opened/use-opened-form.ts';
import type { FormSession } from './session/form-session.ts';
import { columnsOf } from './session/values/form-mode.ts';
import './form.css';

// Most forms are saved the first time.
const DraftOffer = lazyPart(async () => (await import('./draft/draft-offer.tsx')).DraftOffer);
// Two people seldom change the same field.
const ConflictDialog = lazyPart(async () => (await import('./conflict/conflict-dialog.tsx')).ConflictDialog);

type FormContentProps = {
  readonly form: OpenedForm;
  /** What is said above the fields. */
  readonly confirm?: string | undefined;
};

/** What an opened form shows between its head and its buttons. Ctrl+Enter goes on or submits. */
export function FormContent({ form, confirm }: FormContentProps) {
  const t = useText();
  const { id, view, session, loaded, refusal, record, arrange } = form;
  const parts = useMemo(
    () => (view === undefined || session === undefined ? undefined : { id, view, session, record }),
    [id, view, session, record],
  );
  if (view === undefined) return null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: catches Ctrl+Enter of the inputs inside
    <div
      id={id}
      className={`engine-form engine-form-columns-${columnsOf(view)}`}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.shiftKey || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        if (session !== undefined) form.goOn();
      }}
    >
      {confirm === undefined ? null : <Alert type="info" showIcon message={confirm} className="engine-form-alert" />}
      {refusal === undefined ? null : <RefusalAlert refusal={refusal} />}
      {session === undefined || form.draft.found === undefined ? null : (
        <Suspense fallback={null}>
          <DraftOffer draft={form.draft} found={form.draft.found} session={session} arrange={arrange} />
        </Suspense>
      )}
      {form.draft.isUnkept ? (
        <Alert
          type="warning"
          showIcon
          role="alert"
          className="engine-form-alert"
          message={t('engine.draft.unkept')}
          description={t('engine.draft.unkeptHint')}
        />
      ) : null}
      <Fields loaded={loaded}>{parts === undefined ? null : <FormBody parts={parts} arrange={arrange} />}</Fields>
      {session === undefined || form.conflict === undefined ? null : (
        <Conflict session={session} detail={form.conflict} form={form} />
      )}
    </div>
  );
}

type ConflictProps = {
  readonly session: FormSession;
  readonly detail: RefusalDetail;
  readonly form: OpenedForm;
};

function Conflict({ session, detail, form }: ConflictProps) {
  return (
    <Suspense fallback={null}>
      <ConflictDialog
        session={session}
        detail={detail}
        record={form.record}
        onMerge={(theirs) => form.merge(detail, theirs)}
        onClose={form.dropConflict}
      />
    </Suspense>
  );
}

/** The fields, or why they are not there yet. */
function Fields({ loaded, children }: { readonly loaded: OpenedForm['loaded']; readonly children: ReactNode }) {
  if (loaded.error !== null) return <FaultBlock error={loaded.error} onRetry={() => void loaded.refetch()} />;
  return children ?? <Skeleton active paragraph={{ rows: 8 }} title={false} />;
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
