import type { EntityModel } from '../../../engine/model/entity/index.ts';
import { heldFor } from '../../../engine/model/record/index.ts';
import { formatMessage } from '../../../engine/model/texts/index.ts';
import { authorOf } from '../../kernel/caller/caller.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, TouchedRow } from '../../kernel/operation/record-store.ts';
import { changeText } from '../../texts/records/change-text.ts';

/** Whether a change is by people and of a row that may be kept for somebody by a queue. */
export function mayBeHeld({ isByPeople, change }: TouchedRow, { document }: EntityModel): boolean {
  return document.queue !== undefined && isByPeople && change !== 'create';
}

/**
 * Refuses what somebody else changed of a row that waits in a queue and is kept for another; `record` is the row as it
 * is now, whose marks only the queue writes. One that had left the queue before is nobody's.
 */
export async function refuseHeld(
  { document }: EntityModel,
  { old }: TouchedRow,
  record: StoredRecord,
  context: RuleContext,
): Promise<void> {
  const { queue } = document;
  if (queue === undefined) return;
  const marks = { [queue.lock]: record[queue.lock], [queue.until]: record[queue.until] };
  const held = heldFor(queue, { ...(old ?? record), ...marks }, context.now);
  if (held !== undefined && held.staffId !== authorOf(context.caller))
    throw refuse('E_QUEUE_HELD', { expected: await heldWords(held.staffId, context) });
}

/** Who has a row, by name. */
export async function heldWords(staffId: string, context: RuleContext): Promise<string> {
  const [staff] = await context.records.pick('staff', ['name'], { id: staffId }, 1);
  return typeof staff?.name === 'string' ? ` ${staff.name} ` : formatMessage(changeText('change.colleague'));
}
