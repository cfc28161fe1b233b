import { useCallback, useEffect, useMemo } from 'react';
import type { ApiClient } from '../../engine/client/index.ts';
import { ApiRefusal } from '../../engine/client/index.ts';

import { formatMoment, useEngine } from '../../engine/react/index.ts';
import type { Emitter } from '../api/emitter.ts';
import type { ServerNews } from '../api/server-events.ts';
import { useText } from '../locales/i18n.ts';
import { hasFeature } from '../page-meta/page-meta.ts';
import { useInterval } from '../parts/use-interval.ts';
import { type Alert, clearAlert, forgetAlerts, noteAlert, showAlert } from './alert-state.ts';
import { AlertTurns } from './alert-turns.ts';
import { noticeCalls, noticeTypes } from './notice-calls.ts';
import { noticePreferences } from './notice-preferences.ts';
import { isQuiet } from './notice-times.ts';

const minutes = 60_000;

/** How often each alert is asked for, under which key it is shown and for how many seconds; 0 until it is closed. */
const alerts = {
  tenMinute: { every: 10 * minutes, key: '1', seconds: 3 },
  nearExpiry: { every: 30 * minutes, key: '2', seconds: 4.5 },
  activity: { every: 10 * minutes, key: '3', seconds: 0 },
} as const;

/** Asks from time to time for what is urgent and shows it in the header; an activity also when the server tells of it. */
export function useAlerts(news: Emitter<ServerNews>): void {
  const { client, user } = useEngine();
  const t = useText();
  const turns = useMemo(() => new AlertTurns(user.id), [user.id]);
  useLines('tenMinute', t('notify.tenMinute.title'), noticeCalls.tenMinutes, turns);
  useLines('nearExpiry', t('notify.nearExpiry.title'), noticeCalls.nearExpiry, turns);
  const ask = useCallback(async () => {
    const last = await answerOf(noticeCalls.lastActivity(client));
    if (last === undefined || last === null) return last !== undefined;
    const { id, title, content, createTime } = last;
    const { muted } = noticePreferences();
    if (turns.isClosed(id) || muted.includes(noticeTypes.activity)) return true;
    const { key, seconds } = alerts.activity;
    const lines = [`${title} · ${content} · ${formatMoment(createTime)}`];
    tell({ key, title: t('notify.activity.title'), lines, seconds, onClose: () => turns.close(id) });
    return true;
  }, [client, turns, t]);
  useInterval(alerts.activity.every, ask, turns.of(alerts.activity.key));
  useEffect(
    () =>
      news.listen((told) => {
        const isActivity = told.kind === 'event' && told.event.data.type === noticeTypes.activity;
        if (isActivity && told.event.topic === 'notification') void ask();
      }),
    [news, ask],
  );
  // Whoever signs in next has alerts of his own.
  useEffect(() => forgetAlerts, []);
}

/** Shows an alert; in the quiet hours it only stands among all notices. */
function tell(alert: Alert): void {
  if (isQuiet(noticePreferences().quiet, Date.now())) noteAlert(alert);
  else showAlert(alert);
}

/** Shows lines of text, where there are any. */
function useLines(
  name: 'tenMinute' | 'nearExpiry',
  title: string,
  call: (client: ApiClient) => Promise<readonly string[]>,
  turns: AlertTurns,
): void {
  const { client } = useEngine();
  const { every, key, seconds } = alerts[name];
  const ask = async () => {
    if (!hasFeature('alerts')) return false;
    const lines = await answerOf(call(client));
    if (lines === undefined || lines === null) return lines !== undefined;
    if (lines.length === 0) clearAlert(key);
    else tell({ key, title, lines, seconds });
    return true;
  };
  useInterval(every, ask, turns.of(key));
}

/** The answer, or undefined where the product has no such call; what failed is asked again when it is due. */
async function answerOf<Answer>(call: Promise<Answer>): Promise<Answer | null | undefined> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof ApiRefusal)) throw error;
    return error.detail.code === 'E_PATH_UNKNOWN' ? undefined : null;
  }
}
