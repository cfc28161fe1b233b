import { App } from 'antd';
import { useRef, useState } from 'react';
import { ApiRefusal } from '../../client/index.ts';
import type { BulkAnswer } from '../../model/index.ts';
import { type ActionUse, callAction, newIdempotencyKey } from '../actions/action-call.ts';
import { useText } from '../engine-context.tsx';
import { usePageRuntime } from '../page/page-runtime.ts';
import type { FormSession } from './form-session.ts';

type SubmitOptions = {
  readonly use: ActionUse;
  readonly session: FormSession | undefined;
  /** Shows a place at fault and puts the keyboard there. */
  readonly focus: (place: string) => void;
  readonly onDone: (answer: BulkAnswer | undefined) => void;
  readonly onUnchanged: () => void;
};

/** Submits an opened form: checks, calls once however often it is clicked, and puts refusals where they belong. */
export function useFormSubmit({ use, session, focus, onDone, onUnchanged }: SubmitOptions) {
  const t = useText();
  const page = usePageRuntime();
  const { message } = App.useApp();
  const [saving, setSaving] = useState(false);
  const [refusal, setRefusal] = useState<ApiRefusal>();
  const attempt = useRef({ key: '', body: '' });
  const busy = useRef(false);

  const refused = (error: unknown) => {
    if (!(error instanceof ApiRefusal)) throw error;
    if (session === undefined || error.endsSession) return;
    const placed =
      error.detail.code === 'E_VERSION'
        ? {
            keys: session.takeConflict(error.detail, (stored, key) =>
              session.rows.has(key)
                ? t('engine.form.rowsConflict')
                : t('engine.form.conflict', { stored: stored === null ? t('engine.form.emptied') : String(stored) }),
            ),
            others: [],
          }
        : session.showFaults(error.faults);
    const [first] = placed.keys;
    if (first !== undefined) focus(first);
    // Where every fault stands at its field, the sentence above would only repeat it.
    setRefusal(
      first === undefined || placed.others.length > 0 || error.detail.code === 'E_VERSION' ? error : undefined,
    );
  };

  const submit = async () => {
    if (session === undefined || busy.current) return;
    const [wrong] = session.checkAll();
    if (wrong !== undefined) return focus(wrong);
    const body = session.body();
    if (body === undefined) {
      message.info(t('engine.form.unchanged'));
      return onUnchanged();
    }
    const text = JSON.stringify(body);
    // The same intention keeps its key over a lost answer; other values are another intention.
    if (attempt.current.body !== text) attempt.current = { key: newIdempotencyKey(), body: text };
    busy.current = true;
    setSaving(true);
    setRefusal(undefined);
    try {
      const answer = await callAction(use.action, use.target, body, page, attempt.current.key);
      session.settle();
      onDone(answer);
    } catch (error) {
      refused(error);
    } finally {
      busy.current = false;
      setSaving(false);
    }
  };
  return { submit, saving, refusal };
}
