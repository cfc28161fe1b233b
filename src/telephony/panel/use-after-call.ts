import { useEffect, useState, useSyncExternalStore } from 'react';
import type { PhoneLinesAnswer } from '../../../contract/phone.ts';
import { nearMoment } from '../../../engine/model/time/index.ts';
import { useText } from '../../locales/i18n.ts';
import type { CallDraft, CallMemo, NoteSave } from '../phone/call-memo.ts';
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

type AfterCallOptions = {
  readonly status: NotedStatus;
  readonly results: PhoneLinesAnswer['results'];
  readonly notes: CallMemo;
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
    notes.draft?.callId === callId ? notes.draft : emptyDraft(callId),
  );
  const { isSaving, refusal } = useNoteSave(notes, callId);
  useEffect(() => {
    notes.draft = form;
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
    const content = note.trim() === '' ? t('phone.followUpOf', { result: title }) : note.trim();
    const missing = missingKey(content, about, goesOnAfter.has(result) && next === null);
    if (missing !== undefined || about === undefined)
      return notes.refuse(callId, t(missing ?? 'phone.whoMissing', { count: shortest }));
    const nextFollowAt = next === null || endsAfter.has(result) ? {} : { nextFollowAt: next };
    const followUp = { ...about, method: 'call', result, content, callRecordId: callId, ...nextFollowAt } as const;
    await notes.save(
      callId,
      () => onSave(followUp),
      () => onDone(goesOn),
    );
  };
  return { subjects, subjectId, result, title, note, next, refusal, isSaving, change, choose, save };
}

/** How the saving of what was noted of a call stands, whichever form sent it. */
export function useNoteSave(notes: CallMemo, callId: string): Pick<NoteSave, 'isSaving' | 'refusal'> {
  const save = useSyncExternalStore(notes.subscribe, notes.saved);
  return save?.callId === callId ? save : noSave;
}

const noSave = { isSaving: false, refusal: undefined };

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
