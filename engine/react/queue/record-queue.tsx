import { Suspense } from 'react';
import type { EntityModel } from '../../model/entity/index.ts';
import type { WireRecord } from '../../model/wire/index.ts';
import { lazyPart } from '../parts/lazy-part.tsx';

const QueueHoldNote = lazyPart(async () => (await import('./queue-hold-note.tsx')).QueueHoldNote);

type Props = { readonly entity: EntityModel; readonly record: WireRecord };

/** For whom the queue of an entity keeps the record, above its page; an entity without one loads nothing. */
export function RecordQueue({ entity, record }: Props) {
  const { queue } = entity.document;
  if (queue === undefined) return null;
  return (
    <Suspense fallback={null}>
      <QueueHoldNote entity={entity} queue={queue} record={record} />
    </Suspense>
  );
}
