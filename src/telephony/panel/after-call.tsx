import { Alert, Button, DatePicker, Input, Radio } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { PhoneLinesAnswer } from '../../../contract/phone.ts';
import { ApiRefusal } from '../../../engine/client/index.ts';
import { faultMessage } from '../../../engine/model/faults/index.ts';
import { useText } from '../../locales/i18n.ts';
import type { MenuRoutes } from '../../routes/menu-routes.ts';
import type { CallStatus } from '../phone/phone-state.ts';
import { endsAfter, type FollowedUp, followedUp, goesOnAfter } from './follow-up-of.ts';
import { MatchLine } from './matches.tsx';

type Ended = Extract<CallStatus, { readonly kind: 'ended' }>;

/** What is put on record after a call. */
export type FollowUp = FollowedUp & {
  readonly method: 'call';
  readonly result: string;
  readonly content: string;
  readonly callRecordId: string;
  readonly nextFollowAt?: string;
};

type AfterCallProps = {
  readonly ended: Ended;
  readonly results: PhoneLinesAnswer['results'];
  readonly routes: MenuRoutes;
  readonly onSave: (followUp: FollowUp) => Promise<unknown>;
  /** Puts the call away; with `next` the following row is called. */
  readonly onDone: (next: boolean) => void;
};

const shortest = 5;
/** When one usually goes on: tomorrow at this hour. */
const usualHour = 10;

/** What came of the call: one key for the result, a word about it, and when to call again. */
export function AfterCall({ ended, results, routes, onSave, onDone }: AfterCallProps) {
  const t = useText();
  const { callId, from, matches = [] } = ended.call;
  const subjects = followedUp(ended.call);
  const [subjectId, setSubjectId] = useState(subjects.length === 1 ? subjects[0]?.bizId : undefined);
  const about = subjects.find(({ bizId }) => bizId === subjectId);
  const root = useRef<HTMLDivElement>(null);
  const [result, setResult] = useState(() => suggested(ended, results));
  const [note, setNote] = useState('');
  const [next, setNext] = useState<Dayjs | null>(null);
  const [refusal, setRefusal] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  useEffect(() => {
    // Whoever is typing elsewhere goes on typing.
    if (document.activeElement === null || document.activeElement === document.body) root.current?.focus();
  }, []);
  if (subjects.length === 0 || callId === undefined) return null;
  const hasNext = (from?.rest.length ?? 0) > 0;
  const title = results.find(({ key }) => key === result)?.title ?? '';
  const choose = (key: string) => {
    setResult(key);
    // One key is enough: when to go on is proposed, and may be changed.
    if (goesOnAfter.has(key) && next === null) setNext(dayjs().add(1, 'day').startOf('day').hour(usualHour));
  };
  const missingOf = (content: string): string | undefined => {
    if ([...content].length < shortest) return t('phone.noteShort', { count: shortest });
    if (about === undefined) return t('phone.whoMissing');
    return goesOnAfter.has(result) && next === null ? t('phone.nextMissing') : undefined;
  };
  const save = async (goesOn: boolean) => {
    const content = note.trim() === '' ? t('phone.followUpOf', { result: title }) : note.trim();
    const missing = missingOf(content);
    if (missing !== undefined || about === undefined) return setRefusal(missing);
    setSaving(true);
    setRefusal(undefined);
    try {
      const nextFollowAt = next === null || endsAfter.has(result) ? {} : { nextFollowAt: next.toISOString() };
      await onSave({ ...about, method: 'call', result, content, callRecordId: callId, ...nextFollowAt });
      onDone(goesOn);
    } catch (error) {
      setRefusal(refusalText(error));
    } finally {
      setSaving(false);
    }
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLTextAreaElement || isDateInput(event.target)) return;
    const chosen = results[Number(event.key) - 1];
    if (chosen !== undefined) choose(chosen.key);
    else if (event.key === 'Enter' && event.target === root.current) void save(event.shiftKey && hasNext);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys choose a result wherever in it the focus is
    <div className="phone-after" ref={root} tabIndex={-1} onKeyDown={handleKey}>
      <p className="engine-quiet">{t('phone.afterHint', { count: results.length })}</p>
      {refusal === undefined ? null : <Alert type="error" showIcon role="alert" message={refusal} />}
      {subjects.length > 1 ? (
        <>
          <p>{t('phone.who')}</p>
          <Radio.Group
            className="phone-who"
            aria-label={t('phone.who')}
            value={subjectId}
            onChange={(event) => setSubjectId(String(event.target.value))}
            options={matches.map((match) => ({ value: match.id, label: <MatchLine match={match} routes={routes} /> }))}
          />
        </>
      ) : null}
      <Radio.Group
        className="phone-results"
        aria-label={t('phone.result')}
        value={result}
        onChange={(event) => choose(String(event.target.value))}
        options={results.map(({ key, title: name }, index) => ({ value: key, label: `${index + 1} ${name}` }))}
      />
      <Input.TextArea
        value={note}
        maxLength={1000}
        rows={2}
        aria-label={t('phone.note')}
        placeholder={t('phone.followUpOf', { result: title })}
        onChange={(event) => setNote(event.target.value)}
      />
      {endsAfter.has(result) ? null : (
        <DatePicker
          showTime={{ format: 'HH:mm' }}
          format="YYYY-MM-DD HH:mm"
          value={next}
          minDate={dayjs()}
          aria-label={t('phone.nextFollow')}
          placeholder={t('phone.nextFollow')}
          onChange={setNext}
        />
      )}
      <div className="phone-after-end">
        <Button onClick={() => onDone(false)}>{t('phone.skip')}</Button>
        {hasNext ? (
          <Button loading={isSaving} onClick={() => void save(true)}>
            {t('phone.saveAndNext')}
          </Button>
        ) : null}
        <Button type="primary" loading={isSaving} onClick={() => void save(false)}>
          {t('phone.save')}
        </Button>
      </div>
    </div>
  );
}

/** Whether something can be put on record after a call. */
export function canFollowUp({ call }: Ended, results: PhoneLinesAnswer['results']): boolean {
  return followedUp(call).length > 0 && call.callId !== undefined && results.length > 0;
}

function suggested({ talkSeconds }: Ended, results: PhoneLinesAnswer['results']): string {
  const key = talkSeconds > 0 ? 'connected' : 'no_answer';
  return results.some((result) => result.key === key) ? key : (results[0]?.key ?? '');
}

function isDateInput(target: EventTarget): boolean {
  return target instanceof HTMLInputElement && target.type === 'text';
}

/** Why something was refused, by the first thing that is wrong; an error of another kind is thrown on. */
function refusalText(error: unknown): string {
  if (!(error instanceof ApiRefusal)) throw error;
  const [first] = error.faults;
  return first === undefined ? error.message : faultMessage(first);
}
