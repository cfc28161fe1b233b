import { useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { useRef, useState } from 'react';
import { ApiRefusal, invalidateEntities } from '../../../client/index.ts';
import type { RefusalDetail } from '../../../model/wire/index.ts';
import { type ActionAnswer, type ActionUse, callAction, newIdempotencyKey } from '../../calls/action-call.ts';
import { useText } from '../../host/engine-context.tsx';
import { usePageRuntime } from '../../host/page-runtime.ts';
import { useLook } from '../../preview/use-preview.tsx';
import type { Values } from '../../record/values.ts';
import type { FormSession } from '../session/form-session.ts';

type SubmitOptions = {
  readonly use: ActionUse;
  readonly session: FormSession | undefined;
  /** Shows a place at fault and puts the keyboard there. */
  readonly focus: (place: string) => void;
  /** Closes the fields while they are sent; answers what opens them again. */
  readonly hold: () => () => void;
  /** What follows the answer; the page is about to be left for another: it goes nowhere else. Waited for, as long as it takes. */
  readonly onDone: (answer: ActionAnswer, isLeaving: boolean) => Promise<void> | void;
  readonly onUnchanged: () => void;
};

/** Submits an opened form: checks, calls once however often it is clicked, and puts refusals where they belong. */
export function useFormSubmit({ use, session, focus, hold, onDone, onUnchanged }: SubmitOptions) {
  const t = useText();
  const page = usePageRuntime();
  const { message } = App.useApp();
  const look = useLook();
  const queries = useQueryClient();
  const [saving, setSaving] = useState(false);
  const [refusal, setRefusal] = useState<ApiRefusal>();
  const [conflict, setConflict] = useState<RefusalDetail>();
  const attempt = useRef({ key: '', body: '' });
  const busy = useRef(false);

  const refused = (error: unknown) => {
    if (!(error instanceof ApiRefusal)) throw error;
    if (session === undefined || error.endsSession) return;
    if (error.detail.code === 'E_VERSION' && session.isChange) return setConflict(error.detail);
    const placed = session.showFaults(error.faults);
    const [first] = placed.keys;
    if (first !== undefined) focus(first);
    // Where every fault stands at its field, the sentence above would only repeat it.
    setRefusal(first === undefined || placed.others.length > 0 ? error : undefined);
  };

  /** Answers whether what was typed is saved now. */
  const submit = async (isLeaving = false): Promise<boolean> => {
    if (session === undefined || busy.current) return false;
    busy.current = true;
    setSaving(true);
    try {
      return await send(session, isLeaving);
    } finally {
      busy.current = false;
      setSaving(false);
    }
  };
  const send = async (session: FormSession, isLeaving: boolean): Promise<boolean> => {
    const wrong = (await session.missing())[0] ?? session.checkAll()[0];
    if (wrong !== undefined) {
      focus(wrong);
      return false;
    }
    const body = session.body();
    if (body === undefined) {
      message.info(t('engine.form.unchanged'));
      if (!isLeaving) onUnchanged();
      return true;
    }
    setRefusal(undefined);
    const release = hold();
    try {
      const answer = await callOnce(body);
      if (answer === 'given up') return false;
      session.settle();
      await onDone(answer, isLeaving);
      return true;
    } catch (error) {
      refused(error);
      return false;
    } finally {
      release();
    }
  };
  const callOnce = async (body: Values): Promise<ActionAnswer | 'given up'> => {
    const text = JSON.stringify(body);
    // The same intention keeps its key over a lost answer; other values are another intention.
    if (attempt.current.body !== text) attempt.current = { key: newIdempotencyKey(), body: text };
    const looked = await look(use, body);
    if (looked === 'given up') return looked;
    // Seen otherwise, it is another intention.
    const key = looked.values === body ? attempt.current.key : newIdempotencyKey();
    return callAction(use.action, use.target, looked.values, page, key);
  };
  const merge = (detail: RefusalDetail, theirs: ReadonlySet<string>) => {
    session?.resolve(detail, theirs);
    setConflict(undefined);
    // What others changed beside the fields in conflict is on no screen yet.
    void invalidateEntities(queries, entityOf(use));
    void submit();
  };
  return { submit, saving, refusal, conflict, merge, dropConflict: () => setConflict(undefined) };
}

function entityOf({ action: { operation } }: ActionUse): readonly string[] {
  return operation === undefined || operation.kind === 'dataset' ? [] : [operation.entity];
}
