import { Alert, Button, ConfigProvider, DatePicker, Input, Radio } from 'antd';
import dayjs from 'dayjs';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { PhoneLinesAnswer } from '../../../contract/phone.ts';
import { type NearMoment, nearMoment, nearMoments } from '../../../engine/model/time/index.ts';
import { fromPicker, toPicker, usePageKeys } from '../../../engine/react/index.ts';
import { textOf, useText } from '../../locales/i18n.ts';
import type { MenuRoutes } from '../../routes/menu-routes.ts';
import type { CallMemo } from '../phone/call-memo.ts';
import { endsAfter, followedUp } from './follow-up-of.ts';
import { MatchLine } from './matches.tsx';
import { type FollowUp, type NotedStatus, useAfterCall } from './use-after-call.ts';

type AfterCallProps = {
  readonly status: NotedStatus;
  readonly results: PhoneLinesAnswer['results'];
  readonly routes: MenuRoutes;
  readonly notes: CallMemo;
  /** Whether its keys are heard wherever the keyboard is: at a workbench, where one does nothing else. */
  readonly isAtWorkbench: boolean;
  readonly onSave: (followUp: FollowUp) => Promise<unknown>;
  /** Puts the call away; with `next` the following row is called. */
  readonly onDone: (next: boolean) => void;
};

/** The keys of the moments to go on at: how they begin in pinyin. */
const nearKeys: Readonly<Record<string, NearMoment>> = { m: 'tomorrow', s: 'in3Days', x: 'nextMonday' };

/** What came of the call: one key for the result, a word about it, and when to call again. */
export function AfterCall({ status, results, routes, notes, isAtWorkbench, onSave, onDone }: AfterCallProps) {
  const t = useText();
  const { from, matches = [] } = status.call;
  const root = useRef<HTMLDivElement>(null);
  const noteBox = useRef<HTMLDivElement>(null);
  const form = useAfterCall({ status, results, notes, onSave, onDone });
  const { subjects, subjectId, result, note, next, refusal, isSaving } = form;
  useEffect(() => {
    // Whoever is typing elsewhere goes on typing.
    if (document.activeElement === null || document.activeElement === document.body) root.current?.focus();
  }, []);
  const hasNext = (from?.rest.length ?? 0) > 0;
  const goesOn = !endsAfter.has(result);
  const doneBy = (key: string, isShifted: boolean): (() => void) | undefined => {
    // What is being saved stands as it is sent.
    if (isSaving) return undefined;
    const chosen = results[Number(key) - 1];
    if (chosen !== undefined) return () => form.choose(chosen.key);
    const near = goesOn ? nearKeys[key] : undefined;
    if (near !== undefined) return () => form.change({ next: momentOf(near) });
    if (key === 'r') return () => noteBox.current?.querySelector('textarea')?.focus();
    return key === 'Enter' ? () => void form.save(isShifted && hasNext) : undefined;
  };
  usePageKeys(root, doneBy, isAtWorkbench);
  const handleKey = (event: KeyboardEvent) => {
    const { target } = event;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const isHeld = event.ctrlKey || event.metaKey;
    const isTyped = target instanceof HTMLTextAreaElement || isDateInput(target);
    // Enter is the form's own on the form itself; with Ctrl it is wherever one types.
    const isOurs = key === 'Enter' ? isHeld || target === root.current : !isHeld && !isTyped;
    const run = isOurs ? doneBy(key, event.shiftKey) : undefined;
    if (run === undefined) return;
    event.preventDefault();
    run();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys choose a result wherever in it the focus is
    <div className="phone-after" ref={root} tabIndex={-1} onKeyDown={handleKey}>
      <p className="engine-quiet">
        {t(isAtWorkbench ? 'phone.workbenchHint' : 'phone.afterHint', { count: results.length })}
      </p>
      {refusal === undefined ? null : <Alert type="error" showIcon role="alert" message={refusal} />}
      <ConfigProvider componentDisabled={isSaving}>
        {subjects.length > 1 ? (
          <>
            <p>{t('phone.who')}</p>
            <Radio.Group
              className="phone-who"
              aria-label={t('phone.who')}
              value={subjectId}
              onChange={(event) => form.change({ subjectId: String(event.target.value) })}
              options={matches.map((match) => ({
                value: match.id,
                label: <MatchLine match={match} routes={routes} />,
              }))}
            />
          </>
        ) : null}
        <Radio.Group
          className="phone-results"
          aria-label={t('phone.result')}
          value={result}
          onChange={(event) => form.choose(String(event.target.value))}
          options={results.map(({ key, title: name }, index) => ({ value: key, label: `${index + 1} ${name}` }))}
        />
        <div ref={noteBox}>
          <Input.TextArea
            value={note}
            maxLength={1000}
            rows={2}
            aria-label={t('phone.note')}
            placeholder={t('phone.followUpOf', { result: form.title })}
            onChange={(event) => form.change({ note: event.target.value })}
          />
        </div>
        {goesOn ? <NextFollow value={next} onChange={(moment) => form.change({ next: moment })} /> : null}
        <div className="phone-after-end">
          <Button onClick={() => onDone(false)}>{t('phone.skip')}</Button>
          {hasNext ? (
            <Button loading={isSaving} onClick={() => void form.save(true)}>
              {t('phone.saveAndNext')}
            </Button>
          ) : null}
          <Button type="primary" loading={isSaving} onClick={() => void form.save(false)}>
            {t(status.kind === 'talking' ? 'phone.endAndSave' : 'phone.save')}
          </Button>
        </div>
      </ConfigProvider>
    </div>
  );
}

type NextFollowProps = { readonly value: string | null; readonly onChange: (next: string | null) => void };

/** When to go on: the days one usually means, and any other moment. */
function NextFollow({ value, onChange }: NextFollowProps) {
  const t = useText();
  return (
    <>
      <div className="phone-near">
        {nearMoments.map((name) => {
          const moment = momentOf(name);
          const isChosen = value === moment;
          return (
            <Button
              key={name}
              size="small"
              type={isChosen ? 'primary' : 'default'}
              aria-pressed={isChosen}
              onClick={() => onChange(isChosen ? null : moment)}
            >
              {textOf(`engine.near.${name}`)}
            </Button>
          );
        })}
      </div>
      <DatePicker
        showTime={{ format: 'HH:mm' }}
        format="YYYY-MM-DD HH:mm"
        value={toPicker(value)}
        minDate={dayjs()}
        aria-label={t('phone.nextFollow')}
        placeholder={t('phone.nextFollow')}
        onChange={(picked) => onChange(fromPicker(picked))}
      />
    </>
  );
}

function momentOf(name: NearMoment): string {
  return nearMoment(name, new Date().toISOString());
}

/** Whether something can be put on record of a call. */
export function canFollowUp({ call }: NotedStatus, results: PhoneLinesAnswer['results']): boolean {
  return followedUp(call).length > 0 && call.callId !== undefined && results.length > 0;
}

function isDateInput(target: EventTarget): boolean {
  return target instanceof HTMLInputElement && target.type === 'text';
}
