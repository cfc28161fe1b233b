import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiRefusal, invalidateEntities } from '../../client/index.ts';
import type { EntityQueue } from '../../model/documents/index.ts';
import { type EntityModel, type QueueAnswer, queuePath, usualQueueMinutes } from '../../model/entity/index.ts';
import { relationName } from '../../model/naming/index.ts';
import { heldFor } from '../../model/record/index.ts';
import type { WireRecord } from '../../model/wire/index.ts';
import { newIdempotencyKey } from '../calls/action-call.ts';
import { useEngine } from '../host/engine-context.tsx';
import { usePageRuntime } from '../host/page-runtime.ts';
import { valueAt } from '../record/record-path.ts';
import { useWhileActive } from './use-while-active.ts';

/** For whom a queue keeps a record, and until when (ISO 8601). */
export type QueueHold = {
  readonly isMine: boolean;
  /** Absent where the user may not know him. */
  readonly name: string | undefined;
  readonly until: string;
  /** Puts the record back. */
  readonly release: () => Promise<void>;
};

/** For whom the record is kept now; undefined where nobody has it. The user's own is kept for longer while he works on it. */
export function useQueueHold(entity: EntityModel, queue: EntityQueue, record: WireRecord): QueueHold | undefined {
  const { user } = useEngine();
  const page = usePageRuntime();
  const queries = useQueryClient();
  const [kept, setKept] = useState<{ readonly of: WireRecord; readonly until: string }>();
  // What was answered to keeping it counts until the record itself is read again.
  const known = kept?.of === record ? { ...record, [queue.until]: kept.until } : record;
  const held = heldFor(queue, known, useNow());
  const isMine = held?.staffId === user.id;
  const ask = (verb: 'keep' | 'release') =>
    page.call<QueueAnswer>(
      queuePath(entity.document, verb),
      { id: record.id },
      { idempotencyKey: newIdempotencyKey() },
    );
  const renew = () => invalidateEntities(queries, [entity.document.name]);
  useWhileActive(isMine, ((queue.minutes ?? usualQueueMinutes) * 60_000) / 3, async () => {
    try {
      const { until } = await ask('keep');
      if (until !== null) setKept({ of: record, until });
    } catch (error) {
      // Somebody else has it by now, or it is done: what the record says is shown.
      if (error instanceof ApiRefusal && !error.endsSession) await renew();
    }
  });
  if (held === undefined) return undefined;
  const name = valueAt(record, `${relationName(queue.lock)}.name`);
  return {
    isMine,
    name: typeof name === 'string' ? name : undefined,
    until: held.until,
    release: async () => {
      await ask('release');
      await renew();
    },
  };
}

const lookAgain = 15_000;

/** The moment, looked at again now and then. */
function useNow(): string {
  const [now, setNow] = useState(() => new Date().toISOString());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date().toISOString()), lookAgain);
    return () => clearInterval(timer);
  }, []);
  return now;
}
