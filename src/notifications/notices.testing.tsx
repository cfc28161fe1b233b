import { type ReactNode, useState } from 'react';
import { MemoryRouter } from 'react-router-dom';
import type { NoticeAnswer, NoticeStage } from '../../contract/notices.ts';
import { SampleServer, type SampleServerOptions, StoryFrame } from '../../engine/fixtures/index.ts';

import { createEmitter } from '../api/emitter.ts';
import type { ServerNews } from '../api/server-events.ts';
import { Look } from '../look/look.tsx';

const minute = 60_000;

/** A notice as the server answers it. */
export function notice(id: string, given: Partial<NoticeAnswer> = {}): NoticeAnswer {
  return {
    id,
    type: '16',
    title: `通知 ${id}`,
    content: '请及时处理。',
    createTime: new Date(Date.UTC(2026, 10, 20, 1, 30) - Number(id) * minute).toISOString(),
    stage: '1',
    place: null,
    ...given,
  };
}

const base = '/v1/sys/user/notify';

/** A server that keeps notices as the product does; what a story gives besides goes before. */
export function noticeServer(notices: readonly NoticeAnswer[], answers: SampleServerOptions['answers'] = {}) {
  let kept = [...notices];
  const removed = new Map<string, NoticeAnswer>();
  const set = (id: unknown, stage: NoticeStage) => {
    kept = kept.map((one) => (one.id === id ? { ...one, stage } : one));
    return null;
  };
  const server = new SampleServer({
    answers: {
      [`${base}/all/query`]: ({ stage }) => kept.filter((one) => one.stage === stage),
      [`${base}/type/last/my/query`]: () => null,
      [`${base}/stage/modify`]: ({ id }) => set(id, '0'),
      [`${base}/stage/batch/modify`]: () => {
        kept = kept.map((one) => ({ ...one, stage: '0' as const }));
        return null;
      },
      [`${base}/status/modify`]: ({ id, status }) => {
        const back = removed.get(String(id));
        const one = kept.find((other) => other.id === id);
        if (one !== undefined) removed.set(one.id, one);
        kept = status === '1' && back !== undefined ? [...kept, back] : kept.filter((other) => other.id !== id);
        return null;
      },
      '/v1/work/order/ten/minute/query': () => [],
      '/v1/work/order/processing/time/query': () => [],
      '/v1/system/update/message/latest/query': () => null,
      '/v1/system/update/message/read': () => null,
      ...answers,
    },
  });
  return {
    server,
    news: createEmitter<ServerNews>(),
    /** Another notice arrives. */
    add: (one: NoticeAnswer) => {
      kept = [one, ...kept];
    },
  };
}

/** The shell around a story of notices. */
export function NoticeFrame({ server, children }: { readonly server: SampleServer; readonly children: ReactNode }) {
  const [kept] = useState(server);
  return (
    <MemoryRouter>
      <Look>
        <StoryFrame server={kept}>{children}</StoryFrame>
      </Look>
    </MemoryRouter>
  );
}
