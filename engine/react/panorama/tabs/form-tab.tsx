import { useEffect, useState } from 'react';
import type { ActionView } from '../../../model/view/index.ts';
import type { WireRecord } from '../../../model/wire/index.ts';
import { useActionEnd } from '../../actions/use-action-end.tsx';
import { FormContent } from '../../form/form-content.tsx';
import { FormFooter } from '../../form/form-footer.tsx';
import { useOpenedForm } from '../../form/opened/use-opened-form.ts';
import { useLeaveGuard } from '../../form/opened/use-unsaved-guard.tsx';
import { useText } from '../../host/engine-context.tsx';

/** A form about the record that stands open in its tab: saved in place, and shown anew as it is stored then. */
export function FormTab({ action, record }: { readonly action: ActionView; readonly record: WireRecord }) {
  const t = useText();
  const finish = useActionEnd();
  const [opening, setOpening] = useState({ version: record.version, saves: 0 });
  const use = { action, target: { kind: 'record', record } } as const;
  const again = () => setOpening(({ saves }) => ({ version: record.version, saves: saves + 1 }));
  const form = useOpenedForm(use, {
    opening: `${opening.saves}/${opening.version ?? ''}`,
    onDone: (answer) => {
      finish(use, answer);
      again();
    },
    onUnchanged: () => undefined,
  });
  const { session } = form;
  useLeaveGuard(form);
  // What was changed elsewhere is shown here too, unless it would take the place of something typed.
  useEffect(() => {
    if (record.version !== opening.version && (session?.changedTitles().length ?? 0) === 0)
      setOpening(({ saves }) => ({ version: record.version, saves }));
  }, [record.version, opening.version, session]);
  return (
    <div className="engine-form-place">
      <FormContent form={form} confirm={action.confirm} />
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
    </div>
  );
}
