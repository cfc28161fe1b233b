import { Skeleton } from 'antd';
import { useLayoutEffect, useState } from 'react';
import type { ActionUse } from '../calls/action-call.ts';
import { titleFor } from '../calls/record-label.ts';
import { FormShell } from '../form/form-shell.tsx';
import { useText } from '../host/engine-context.tsx';
import { usePageRuntime } from '../host/page-runtime.ts';

/** The frame of a form whose script is still on its way: it opens at once. */
export function WaitingForm({ use, onClose }: { readonly use: ActionUse; readonly onClose: () => void }) {
  const t = useText();
  const { bundle } = usePageRuntime();
  useKeyboardBack();
  const { form, title } = use.action;
  if (form === undefined) return null;
  return (
    <FormShell
      open
      layout={form.layout}
      title={titleFor(form.title ?? title, use.target, bundle, t)}
      size="narrow"
      footer={null}
      onClose={onClose}
      onOpened={() => undefined}
    >
      <div className="engine-form-waiting" role="status" aria-label={t('engine.loading')}>
        <Skeleton active title={false} paragraph={{ rows: 8 }} />
      </div>
    </FormShell>
  );
}

/** Gives the keyboard back to what had it, before the form that takes its place asks where it comes from. */
function useKeyboardBack(): void {
  const [opener] = useState(() => document.activeElement);
  useLayoutEffect(
    () => () => {
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    },
    [opener],
  );
}
