import { useEffect, useState } from 'react';
import type { PhoneLinesAnswer } from '../../../contract/phone.ts';
import { ApiRefusal } from '../../../engine/client/index.ts';
import { faultMessage } from '../../../engine/model/faults/index.ts';
import { nearMoment } from '../../../engine/model/time/index.ts';
import { useText } from '../../locales/i18n.ts';
import type { CallStatus } from '../phone/phone-state.ts';
import { endsAfter, type FollowedUp, followedUp, goesOnAfter } from './follow-up-of.ts';

/** A call of which something can be put on record: answered, or over. */
export type NotedStatus = Extract<CallStatus, { readonly kind: 'talking' | 'ended' }>;

/** What is put on record after a call. */
export type FollowUp = FollowedUp & {
  readonly method: 'call';
  readonly result: string;
  readonly content: string;
  readonly callRecordId: string;
  readonly nextFollowAt?: string;
};

/** What was entered of a call and not saved: it outlives the panel, which is put away and moved. */
export type CallDraft = {
  readonly callId: string;
  readonly subjectId: string | undefined;
  /** Undefined while the result is the one that the call itself suggests. */
  readonly result: string | undefined;
  readonly note: string;
  /** ISO 8601. */
  readonly next: string | null;
};

/** Keeps what was entered of the call that is noted. */
export type CallDrafts = { current: CallDraft | undefined };

type AfterCallOptions = {
  readonly status: NotedStatus;
  readonly results: PhoneLinesAnswer['results'];
  readonly notes: CallDrafts;
  readonly onSave: (followUp: FollowUp) => Promise<unknown>;
  readonly onDone: (next: boolean) => void;
};

const shortest = 5;

/** The form after a call: what is chosen and typed in it, why it was refused, and how it is saved. */
export function useAfterCall({ status, results, notes, onSave, onDone }: AfterCallOptions) {
  const t = useText();
  const { callId = '' } = status.call;
  const subjects = followedUp(status.call);
  const [form, setForm] = useState<CallDraft>(() =>
    notes.current?.callId === callId ? notes.current : emptyDraft(callId),
  );
  const [refusal, setRefusal] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  useEffect(() => {
    notes.current = form;
  }, [notes, form]);
  const { note, next } = form;
  const result = form.result ?? suggested(status, results);
  const subjectId = form.subjectId ?? (subjects.length === 1 ? subjects[0]?.bizId : undefined);
  const about = subjects.find(({ bizId }) => bizId === subjectId);
  const title = results.find(({ key }) => key === result)?.title ?? '';
  const change = (part: Partial<CallDraft>) => setForm((before) => ({ ...before, ...part }));
  const choose = (key: string) => {
    // One key is enough: when to go on is proposed, and may be changed.
    const proposed = goesOnAfter.has(key) && next === null;
    change({ result: key, ...(proposed && { next: nearMoment('tomorrow', new Date().toISOString()) }) });
  };
  const save = async (goesOn: boolean) => {
    if (isSaving) return;
    const content = note.trim() === '' ? t('phone.followUpOf', { result: title }) : note.trim();
    const missing = missingKey(content, about, goesOnAfter.has(result) && next === null);
    if (missing !== undefined || about === undefined)
      return setRefusal(t(missing ?? 'phone.whoMissing', { count: shortest }));
    setSaving(true);
    setRefusal(undefined);
    try {
      const nextFollowAt = next === null || endsAfter.has(result) ? {} : { nextFollowAt: next };
      await onSave({ ...about, method: 'call', result, content, callRecordId: callId, ...nextFollowAt });
      notes.current = undefined;
      onDone(goesOn);
    } catch (error) {
      setRefusal(refusalText(error));
    } finally {
      setSaving(false);
    }
  };
  return { subjects, subjectId, result, title, note, next, refusal, isSaving, change, choose, save };
}

function emptyDraft(callId: string): CallDraft {
  return { callId, subjectId: undefined, result: undefined, note: '', next: null };
}

function missingKey(content: string, about: FollowedUp | undefined, lacksNext: boolean) {
  if ([...content].length < shortest) return 'phone.noteShort' as const;
  if (about === undefined) return 'phone.whoMissing' as const;
  return lacksNext ? ('phone.nextMissing' as const) : undefined;
}

function suggested(status: NotedStatus, results: PhoneLinesAnswer['results']): string {
  const key = status.kind === 'talking' || status.talkSeconds > 0 ? 'connected' : 'no_answer';
  return results.some((result) => result.key === key) ? key : (results[0]?.key ?? '');
}

/** Why something was refused, by the first thing that is wrong; an error of another kind is thrown on. */
function refusalText(error: unknown): string {
  if (!(error instanceof ApiRefusal)) throw error;
  const [first] = error.faults;
  return first === undefined ? error.message : faultMessage(first);
}
