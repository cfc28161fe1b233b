import { type RawBuilder, sql } from 'kysely';
import type { EntityQueue } from '../../../engine/model/documents/index.ts';
import {
  type EntityModel,
  type QueueAnswer,
  type QueueVerb,
  queueOrder,
  usualQueueMinutes,
} from '../../../engine/model/entity/index.ts';
import { textHolds } from '../../../engine/model/expression/index.ts';
import { toColumn } from '../../../engine/model/naming/index.ts';
import { heldFor } from '../../../engine/model/record/index.ts';
import { conditionSql } from '../../db/expression/expression-sql.ts';
import { parsedText } from '../../db/expression/parsed-text.ts';
import { authorOf } from '../../kernel/caller/caller.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import { mutate } from '../../records/change/mutate.ts';
import { heldWords } from '../../records/change/refuse-held.ts';
import { every } from '../../records/plan/conditions.ts';
import { SelectPlan } from '../../records/plan/select-plan.ts';
import { rowPolicy } from '../../records/policy/row-policy.ts';
import { idOf, lockRow } from '../../records/read/view.ts';

/** Takes the next row of an entity's queue, keeps the caller's for longer, or puts it back. */
export function runQueue(
  entity: EntityModel,
  verb: QueueVerb,
  body: Values,
  context: CallContext,
): Promise<QueueAnswer> {
  const { queue, name } = entity.document;
  if (queue === undefined) throw new TypeError(`${name} has no queue`);
  const run = { next: takeNext, keep, release }[verb];
  return mutate(`${name}.queue.${verb}`, body, context, (inside) => run({ entity, queue }, body, inside));
}

type Queue = { readonly entity: EntityModel; readonly queue: EntityQueue };

/**
 * Takes the first row that waits and is free, `{skip}` left out; whoever has one already gets that one again. Those
 * that are skipped and were his are free for others. Two that ask at once get two rows; the same person in two windows
 * gets one.
 */
async function takeNext(of: Queue, body: Values, context: RuleContext): Promise<QueueAnswer> {
  const { name } = of.entity.document;
  const skip = Array.isArray(body.skip) ? body.skip.map(String) : [];
  const me = authorOf(context.caller);
  await context.records.hold(`queue:${name}:${me}`);
  await free(of, skip, context);
  const own = await pick(of, skip, context, 'own');
  // One that is locked just now may be free in a moment: only when nothing else is left is it waited for.
  const id = own ?? (await pick(of, skip, context, 'free', true)) ?? (await pick(of, skip, context, 'free'));
  if (id === undefined) return { id: null, until: null };
  return { id, until: await note(of, id, context) };
}

/** Keeps a row for longer that was given to the caller, also where the time has passed and nobody has taken it since. */
async function keep(of: Queue, body: Values, context: RuleContext): Promise<QueueAnswer> {
  const record = await lockedRow(of, body, context);
  const held = heldFor(of.queue, record, context.now);
  if (held !== undefined && held.staffId !== authorOf(context.caller))
    throw refuse('E_QUEUE_HELD', { expected: await heldWords(held.staffId, context) });
  const isOwn = record[of.queue.lock] === authorOf(context.caller);
  if (!isOwn || !textHolds(of.queue.where, { record })) throw refuse('E_QUEUE_GONE');
  return { id: record.id, until: await note(of, record.id, context) };
}

/** Puts a row back; one that is not the caller's stays as it is. */
async function release(of: Queue, body: Values, context: RuleContext): Promise<QueueAnswer> {
  const { id } = await lockedRow(of, body, context);
  await free(of, [id], context);
  return { id, until: null };
}

async function lockedRow({ entity }: Queue, body: Values, context: RuleContext): Promise<StoredRecord> {
  const row = await lockRow(entity, idOf(body), context);
  if (row === undefined) throw refuse('E_NOT_FOUND');
  return context.records.toRecord(entity, row);
}

async function pick(
  { entity, queue }: Queue,
  skip: readonly string[],
  context: RuleContext,
  of: 'own' | 'free',
  isImpatient = false,
): Promise<string | undefined> {
  const plan = new SelectPlan(context, entity);
  const column = (path: readonly string[]) => plan.fact(path.join('.'));
  // Written in, so that the condition is the one of the queue's index.
  const where = conditionSql(parsedText(queue.where), { column, inline: true });
  const [by, until] = [plan.own(queue.lock), plan.own(queue.until)];
  const isHeld = sql`${until} > ${context.now}`;
  const me = authorOf(context.caller);
  const mine =
    of === 'own' ? sql`${by} = ${me} and ${isHeld}` : sql`(${by} is null or ${until} is null or not ${isHeld})`;
  const others = skip.length === 0 ? sql`true` : sql`${plan.own('id')} <> all(${[...skip]}::uuid[])`;
  const policy = await rowPolicy(plan, context);
  const order = sql.join([...queueOrder(queue).map((name) => ordered(plan, name)), plan.own('id')]);
  const { rows } = await sql<{ readonly id: string }>`select ${plan.own('id')} as id ${plan.from()}
    where ${every([plan.live(), where, mine, others, policy])} order by ${order} limit 1
    for no key update of ${sql.ref(plan.alias)}${isImpatient ? sql` skip locked` : sql``}`.execute(context.db);
  return rows[0]?.id;
}

function ordered(plan: SelectPlan, name: string): RawBuilder<unknown> {
  const key = name.replace(/^-/, '');
  return name.startsWith('-') ? sql`${plan.own(key)} desc nulls last` : plan.own(key);
}

/** Notes on a row that it is the caller's; no change of what it says: its version stays. */
async function note({ entity, queue }: Queue, id: string, context: RuleContext): Promise<string> {
  const length = (queue.minutes ?? usualQueueMinutes) * 60_000;
  const until = new Date(Date.parse(context.now) + length).toISOString();
  await sql`update ${sql.table(entity.document.name)} set ${columnOf(queue.lock)} = ${authorOf(context.caller)},
    ${columnOf(queue.until)} = ${until} where id = ${id}`.execute(context.db);
  return until;
}

/** Frees those of the rows that are the caller's. */
async function free({ entity, queue }: Queue, ids: readonly string[], context: RuleContext): Promise<void> {
  if (ids.length === 0) return;
  await sql`update ${sql.table(entity.document.name)} set ${columnOf(queue.lock)} = null, ${columnOf(queue.until)} = null
    where id = any(${[...ids]}::uuid[]) and ${columnOf(queue.lock)} = ${authorOf(context.caller)}`.execute(context.db);
}

function columnOf(key: string): RawBuilder<unknown> {
  return sql.ref(toColumn(key));
}
