import { App } from 'antd';
import { useCallback } from 'react';
import { type ActionUse, newIdempotencyKey } from '../calls/action-call.ts';
import { titleFor } from '../calls/record-label.ts';
import { touchedWords } from '../calls/touched-words.ts';
import { useEngine } from '../host/engine-context.tsx';
import { usePageRuntime } from '../host/page-runtime.ts';
import { useActionCall } from './use-action-call.ts';

/** Makes the call of a button without a form, once the question it asks first, if it asks one, is answered. */
export function useAskedCall(): (use: ActionUse) => void {
  const { t } = useEngine();
  const { modal } = App.useApp();
  const { bundle } = usePageRuntime();
  const call = useActionCall();
  return useCallback(
    (use) => {
      const { action, target } = use;
      const words = touchedWords(action.confirm, target, t);
      const key = newIdempotencyKey();
      // What is looked at first asks by itself.
      if (words === undefined || action.isPreviewed === true) {
        void call(use, key);
        return;
      }
      modal.confirm({
        title: titleFor(action.title, target, bundle, t),
        content: words,
        okText: action.title,
        okButtonProps: action.emphasis === 'danger' ? { danger: true } : {},
        onOk: () => call(use, key),
      });
    },
    [call, modal, bundle, t],
  );
}
