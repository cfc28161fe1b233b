import { Suspense, useEffect } from 'react';
import { type FormView, formRows } from '../../model/view/index.ts';
import type { ActionAnswer, ActionUse } from '../calls/action-call.ts';
import { titleFor } from '../calls/record-label.ts';
import { touchedWords } from '../calls/touched-words.ts';
import { useText } from '../host/engine-context.tsx';
import { usePageRuntime } from '../host/page-runtime.ts';
import { lazyPart } from '../parts/lazy-part.tsx';
import { FormContent } from './form-content.tsx';
import { FormFooter } from './form-footer.tsx';
import { FormShell } from './form-shell.tsx';
import { type OpenedForm, useOpenedForm } from './opened/use-opened-form.ts';
import { useGuardedClose, useLeaveGuard } from './opened/use-unsaved-guard.tsx';
import { focusInput, inputId } from './session/form-parts.tsx';
import { firstPlace } from './session/form-places.ts';
import { columnsOf } from './session/values/form-mode.ts';

// The form can be filled in before it is known who else is at its record.
const FormPresence = lazyPart(async () => (await import('../presence/form-presence.tsx')).FormPresence);

type ActionFormProps = {
  readonly use: ActionUse;
  readonly open: boolean;
  /** It is opened over another form. */
  readonly isOver?: boolean;
  readonly onClose: () => void;
  readonly onDone: (answer: ActionAnswer) => void;
};

/** The form of an action, opened: loads what it changes, checks, submits, and never drops typed work unasked. */
export function ActionForm({ use, open, isOver = false, onClose, onDone }: ActionFormProps) {
  const t = useText();
  const page = usePageRuntime();
  const form = useOpenedForm(use, { onDone, onUnchanged: onClose });
  const { view, session, arrange, saving } = form;
  const close = useGuardedClose(form, onClose);
  useLeaveGuard(form, open);
  const focusFirst = useFirstFocus(form);
  if (view === undefined) return null;
  const { action, target } = use;
  return (
    <FormShell
      layout={view.layout}
      title={titleFor(view.title, target, page.bundle, t)}
      open={open}
      size={isOver ? 'over' : sizeOf(view)}
      isSending={saving}
      onClose={close}
      onOpened={focusFirst}
      footer={
        <FormFooter
          arrange={arrange}
          saving={saving}
          canSubmit={session !== undefined}
          submitText={form.mode === 'input' ? t('engine.ok') : t('engine.save')}
          isDanger={action.emphasis === 'danger'}
          onSubmit={form.submit}
          onClose={close}
        />
      }
    >
      <Suspense fallback={null}>
        <FormPresence use={use} isOpen={open} />
      </Suspense>
      <FormContent form={form} confirm={touchedWords(action.confirm, target, t)} />
    </FormShell>
  );
}

function sizeOf(view: FormView): 'narrow' | 'middle' | 'wide' {
  if (formRows(view).length > 0) return 'wide';
  return columnsOf(view) === 1 ? 'narrow' : 'middle';
}

/** Puts the keyboard into the first field once it is there, unless somebody is typing already. */
function useFirstFocus({ id, session, arrange }: OpenedForm): () => void {
  const focusFirst = () => {
    const sections = session === undefined ? [] : arrange.sections;
    const first = sections.flatMap((section) => (session && firstPlace(section, session)) ?? [])[0];
    const inside = document.getElementById(id)?.contains(document.activeElement) === true;
    // While the drawer comes in it stands beside the window, which must not be scrolled there.
    if (first !== undefined && !inside) focusInput(inputId(id, first), 0, { preventScroll: true });
  };
  // A record that had to be read first comes after the drawer has opened.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new session moves the focus
  useEffect(focusFirst, [session]);
  return focusFirst;
}
