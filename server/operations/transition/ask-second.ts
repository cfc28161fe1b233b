import type { Transition } from '../../../engine/model/documents/index.ts';
import type { EntityModel } from '../../../engine/model/entity/index.ts';
import { formatMessage } from '../../../engine/model/texts/index.ts';
import { publishSecond } from '../../events/second-events.ts';
import { actorOf, authorOf } from '../../kernel/caller/caller.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import { shanghaiTime } from '../../kernel/text/shanghai-time.ts';
import { logChange } from '../../records/log/operation-log.ts';
import { transitionText } from '../../texts/transition-text.ts';
import { requestOf, type SecondRequest, secondEntity } from './second-request.ts';

/** A transition that waits for another person. */
export type Waiting = { readonly id: string; readonly expiresAt: string };

const usualHours = 24;
const hourMilliseconds = 3_600_000;

/**
 * Writes down that somebody asked for a transition which another person has to confirm; the record, which is locked,
 * stays as it is. Refused (E_SECOND_WAITING) while the same waits already; what has expired, or was asked about an older
 * state of the record, gives way.
 */
export async function askSecond(
  entity: EntityModel,
  { key, title, second }: Transition & Required<Pick<Transition, 'second'>>,
  record: StoredRecord,
  input: Values,
  context: RuleContext,
): Promise<Waiting> {
  const asked = { entity: entity.document.name, recordId: record.id, transition: key };
  const [waiting] = await context.records.find(secondEntity, { ...asked, status: 'waiting' }, 1);
  if (waiting !== undefined) await giveWay(requestOf(waiting), record, context);
  const expiresAt = new Date(Date.parse(context.now) + (second.hours ?? usualHours) * hourMilliseconds).toISOString();
  const id = await context.records.insert(secondEntity, {
    ...asked,
    recordVersion: record.version,
    title,
    permission: second.permission,
    input,
    askedById: authorOf(actorOf(context.caller)),
    expiresAt,
    status: 'waiting',
  });
  const told = transitionText('second.asked', { title });
  await logChange({ entity, id: record.id, action: `${key}Ask`, title: told, after: input }, context);
  await publishSecond(context.db);
  return { id, expiresAt };
}

async function giveWay(request: SecondRequest, record: StoredRecord, context: RuleContext): Promise<void> {
  if (isOver(request, context.now) || request.recordVersion !== record.version) {
    await context.records.update(secondEntity, request.id, { status: 'expired', decidedAt: context.now });
    return;
  }
  const [staff] = await context.records.pick('staff', ['name'], { id: request.askedById }, 1);
  const name = String(staff?.name ?? '');
  const time = shanghaiTime(request.expiresAt).slice(0, 16);
  throw refuse('E_SECOND_WAITING', { expected: formatMessage(transitionText('second.waiting', { name, time })) });
}

/** Whether nobody came in time. */
export function isOver({ expiresAt }: Pick<SecondRequest, 'expiresAt'>, now: string): boolean {
  return Date.parse(expiresAt) <= Date.parse(now);
}
