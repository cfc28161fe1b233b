import { Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { type ActionView, closedForm } from '../../../model/view/index.ts';
import type { WireRecord } from '../../../model/wire/index.ts';
import { useActionEnd } from '../../actions/use-action-end.tsx';
import { FormContent } from '../../form/form-content.tsx';
import { FormFooter } from '../../form/form-footer.tsx';
import { useOpenedForm } from '../../form/opened/use-opened-form.ts';
import { useLeaveGuard } from '../../form/opened/use-unsaved-guard.tsx';
import { useText } from '../../host/engine-context.tsx';
import { usePageRuntime } from '../../host/page-runtime.ts';
import { lazyPart } from '../../parts/lazy-part.tsx';
import { useArrivalFocus } from './use-arrival-focus.ts';

// The form can be filled in before it is known who else is at its record.
const FormPresence = lazyPart(async () => (await import('../../presence/form-presence.tsx')).FormPresence);

type FormTabProps = { readonly action: ActionView; readonly record: WireRecord };

/** A form about the record that stands open in its tab; what its state or its reader rules out is said in its place. */
export function FormTab({ action, record }: FormTabProps) {
  const t = useText();
  const page = usePageRuntime();
  const isPossible = action.isPossible(page.scope(record));
  const closed = useMemo(
    () => ({ ...action, ...(action.form === undefined ? {} : { form: closedForm(action.form) }) }),
    [action],
  );
  if (action.operation?.kind === 'transition' && !isPossible)
    return <p className="engine-quiet">{t('engine.form.notNow', { title: action.title })}</p>;
  // What is stored is read in its form all the same, by who may not change it now.
  return <OpenForm action={isPossible ? action : closed} record={record} isPossible={isPossible} />;
}

/**
 * Saved in place, and shown anew as it is stored then. What it was opened with stays while the record is read again, as
 * it is whenever somebody comes back to the window: what is typed belongs to that.
 */
function OpenForm({ action, record, isPossible }: FormTabProps & { readonly isPossible: boolean }) {
  const t = useText();
  const place = useRef<HTMLDivElement>(null);
  const finish = useActionEnd();
  const [opening, setOpening] = useState({ record, saves: 0 });
  const latest = useRef(record);
  latest.current = record;
  const use = { action, target: { kind: 'record', record: opening.record } } as const;
  const again = () => setOpening(({ saves }) => ({ record: latest.current, saves: saves + 1 }));
  const form = useOpenedForm(use, {
    opening: `${opening.saves}/${opening.record.version ?? ''}`,
    onDone: async (answer, isLeaving) => {
      // Whoever saves on his way elsewhere goes there.
      await finish(isLeaving ? { ...use, action: { ...action, after: [] } } : use, answer);
      again();
    },
    onUnchanged: () => undefined,
  });
  const { session } = form;
  useLeaveGuard(form);
  useArrivalFocus(place, record.id, session !== undefined);
  // What was changed elsewhere is shown here too, unless it would take the place of something typed.
  useEffect(() => {
    if (record.version !== opening.record.version && (session?.changedTitles().length ?? 0) === 0)
      setOpening(({ saves }) => ({ record: latest.current, saves }));
  }, [record.version, opening.record.version, session]);
  return (
    <div ref={place} className={isPossible ? 'engine-form-place' : 'engine-form-place engine-form-read'}>
      <Suspense fallback={null}>
        <FormPresence use={use} isOpen={isPossible} />
      </Suspense>
      <FormContent form={form} confirm={action.confirm} />
      {isPossible ? (
        <FormFooter
          arrange={form.arrange}
          saving={form.saving}
          canSubmit={session !== undefined}
          submitText={form.mode === 'input' ? t('engine.ok') : t('engine.save')}
          isDanger={action.emphasis === 'danger'}
          onSubmit={form.submit}
          onClose={
            session === undefined
              ? undefined
              : () => {
                  form.draft.clear();
                  again();
                }
          }
          closeText={t('engine.form.reset')}
        />
      ) : null}
    </div>
  );
}
