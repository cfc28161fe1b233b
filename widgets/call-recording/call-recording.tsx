import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Skeleton } from 'antd';
import { useCallback } from 'react';
import { ApiRefusal, queryKeys } from '../../engine/client/index.ts';
import type { QueryAnswer, WireRecord } from '../../engine/model/wire/index.ts';
import { FaultBlock, PlayerBar, useEngine, usePlayer, type WidgetProps } from '../../engine/react/index.ts';
import { type Hit, Transcript } from './transcript.tsx';
import './call-recording.css';
import { useRecordingText } from './use-recording-text.ts';

const callFields = ['transcript', 'recorded', 'talkSeconds'];
const hitFields = ['matched', 'level', 'status', 'textOffset', 'offsetMs'];

/** The recording of a call with what was said in it: words that must not be said are marked, a click plays them. */
export function CallRecording({ page, record }: WidgetProps) {
  return record === undefined ? null : <OneCall key={record.id} id={record.id} page={page} />;
}

function OneCall({ id, page }: { readonly id: string; readonly page: string }) {
  const call = useCall(id, page);
  const hits = useHits(id, page);
  if (call.error !== null) return <FaultBlock error={call.error} onRetry={() => void call.refetch()} />;
  if (call.data === undefined) return <Skeleton active paragraph={{ rows: 6 }} title={false} />;
  return <Heard call={call.data} hits={hits} />;
}

function Heard({ call, hits }: { readonly call: WireRecord; readonly hits: ReturnType<typeof useHits> }) {
  const { client } = useEngine();
  const t = useRecordingText();
  const { id } = call;
  const ask = useCallback(
    () => client.callAt<{ readonly address: string }>('/v1/call/record/play', { id }, { quiet: true }),
    [client, id],
  );
  const recording = usePlayer(ask, Number(call.talkSeconds ?? 0));
  const isRecorded = call.recorded === true;
  return (
    <div className="call-recording">
      {isRecorded ? (
        <PlayerBar player={recording} label={t('recording')}>
          {/* biome-ignore lint/a11y/useMediaCaption: the transcript stands below it */}
          <audio ref={recording.attach} preload="none" />
        </PlayerBar>
      ) : (
        <p className="engine-quiet">{t('none')}</p>
      )}
      {isUnmarked(hits) ? (
        <Alert
          type="warning"
          showIcon
          message={t('unmarked')}
          action={
            <Button size="small" onClick={() => void hits.refetch()}>
              {t('retry')}
            </Button>
          }
        />
      ) : null}
      <Transcript
        text={typeof call.transcript === 'string' ? call.transcript : ''}
        hits={hits.data ?? noHits}
        position={recording.position}
        onJump={isRecorded ? (second) => recording.seek(second, true) : undefined}
      />
    </div>
  );
}

function useCall(id: string, page: string) {
  const { client } = useEngine();
  const path = '/v1/call/record/view';
  return useQuery({
    queryKey: queryKeys.record('call_record', page, path, id, callFields),
    queryFn: ({ signal }) => client.callAt<WireRecord>(path, { id, fields: callFields }, { signal, quiet: true }),
  });
}

/** Hits are marks on a text that reads without them: who may not see them sees the text. */
function useHits(id: string, page: string) {
  const { client } = useEngine();
  const path = '/v1/forbidden/word/hit/query';
  const body = {
    where: {
      and: [
        { field: 'sourceType', op: 'eq', value: 'call' },
        { field: 'sourceId', op: 'eq', value: id },
      ],
    },
    fields: hitFields,
    sort: ['createdAt'],
    size: 500,
    count: 'none',
  };
  return useQuery({
    queryKey: queryKeys.rows('forbidden_word_hit', page, path, body),
    queryFn: ({ signal }) => client.callAt<QueryAnswer>(path, body, { signal, quiet: true }),
    select: hitsOf,
  });
}

const noHits: readonly Hit[] = [];

/** Whether marks are missing that would be there: a text without any reads as if nothing were wrong with it. */
function isUnmarked({ data, error }: ReturnType<typeof useHits>): boolean {
  if (data !== undefined || error === null) return false;
  return !(error instanceof ApiRefusal && error.isPermission);
}

function hitsOf({ list }: QueryAnswer): readonly Hit[] {
  return list.map(hitOf);
}

function hitOf({ id, matched, level, status, textOffset, offsetMs }: WireRecord): Hit {
  return {
    id,
    matched: String(matched),
    level: String(level),
    status: String(status),
    textOffset: Number(textOffset),
    offsetMs: typeof offsetMs === 'number' ? offsetMs : null,
  };
}
