import { App } from 'antd';
import { useCallback, useEffect, useRef } from 'react';
import type { NoticeAnswer } from '../../contract/notices.ts';
import type { ApiClient } from '../../engine/client/index.ts';
import { ApiRefusal } from '../../engine/client/index.ts';

import { formatMoment, useEngine } from '../../engine/react/index.ts';
import type { Emitter } from '../api/emitter.ts';
import type { ServerNews } from '../api/server-events.ts';
import { useText } from '../locales/i18n.ts';
import { hasFeature } from '../page-meta/page-meta.ts';
import { noticeCalls, noticeTypes } from './notice-calls.ts';
import { useInterval } from './use-interval.ts';

const minutes = 60_000;

/** How often each alert is asked for, under which key it is shown and for how many seconds; 0 until it is closed. */
const alerts = {
  tenMinute: { every: 10 * minutes, key: '1', duration: 3 },
  nearExpiry: { every: 30 * minutes, key: '2', duration: 4.5 },
  activity: { every: 10 * minutes, key: '3', duration: 0 },
} as const;

// Below, where they lie over no button of the page or its header.
const placement = 'bottomRight';

/** Asks from time to time for what is urgent and shows it above the page; an activity also when the server tells of it. */
export function useAlerts(news: Emitter<ServerNews>): void {
  const { client } = useEngine();
  const t = useText();
  useLines('tenMinute', t('notify.tenMinute.title'), noticeCalls.tenMinutes);
  useLines('nearExpiry', t('notify.nearExpiry.title'), noticeCalls.nearExpiry);
  const showActivity = useActivity();
  const ask = useCallback(async () => {
    const last = await answerOf(noticeCalls.lastActivity(client));
    if (last !== undefined && last !== null) showActivity(last);
    return last !== undefined;
  }, [client, showActivity]);
  useInterval(alerts.activity.every, ask);
  useEffect(
    () =>
      news.listen((told) => {
        const isActivity = told.kind === 'event' && told.event.data.type === noticeTypes.activity;
        if (isActivity && told.event.topic === 'notification') void ask();
      }),
    [news, ask],
  );
}

/** Shows lines of text, where there are any. */
function useLines(
  name: 'tenMinute' | 'nearExpiry',
  title: string,
  call: (client: ApiClient) => Promise<readonly string[]>,
): void {
  const { client } = useEngine();
  const { notification } = App.useApp();
  const { every, key, duration } = alerts[name];
  useInterval(every, async () => {
    if (!hasFeature('alerts')) return false;
    const lines = await answerOf(call(client));
    if (lines === undefined || lines === null || lines.length === 0) return lines !== undefined;
    const description = <Lines lines={lines} />;
    // Gone in its time even below the pointer: it may lie over what somebody is about to click.
    notification.warning({
      key,
      duration,
      placement,
      pauseOnHover: false,
      message: title,
      description,
      role: 'status',
    });
    return true;
  });
}

function Lines({ lines }: { readonly lines: readonly string[] }) {
  return (
    <ul className="notice-lines">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

/** Shows an activity until it is closed, and then not again. */
function useActivity(): (notice: NoticeAnswer) => void {
  const { notification } = App.useApp();
  const t = useText();
  const closed = useRef(new Set<string>());
  return useCallback(
    ({ id, title, content, createTime }: NoticeAnswer) => {
      if (closed.current.has(id)) return;
      const { key, duration } = alerts.activity;
      notification.info({
        key,
        duration,
        placement,
        message: t('notify.activity.title'),
        description: (
          <div className="notice-words">
            <strong>{title}</strong>
            <p>{content}</p>
            <time dateTime={createTime}>{formatMoment(createTime)}</time>
          </div>
        ),
        role: 'status',
        onClose: () => closed.current.add(id),
      });
    },
    [notification, t],
  );
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
