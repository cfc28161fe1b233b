import { type RawBuilder, sql } from 'kysely';
import type { EntityQueue } from '../../../engine/model/documents/index.ts';
import {
  type EntityModel,
  type QueueAnswer,
  type QueueVerb,
  queueOrder,
  transitionsOf,
  usualQueueMinutes,
} from '../../../engine/model/entity/index.ts';
import { textHolds } from '../../../engine/model/expression/index.ts';
import { toColumn } from '../../../engine/model/naming/index.ts';
import { heldFor, whoFor } from '../../../engine/model/record/index.ts';
import { conditionSql } from '../../db/expression/expression-sql.ts';
import { parsedText } from '../../db/expression/parsed-text.ts';
import { authorOf } from '../../kernel/caller/caller.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import type { DomainRules, RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import { mutate } from '../../records/change/mutate.ts';
import { heldWords } from '../../records/change/refuse-held.ts';
import { every, some } from '../../records/plan/conditions.ts';
import { SelectPlan } from '../../records/plan/select-plan.ts';
import { compileFor, rowPolicy } from '../../records/policy/row-policy.ts';
import { idOf, lockRow } from '../../records/read/view.ts';

/** Takes the next row of an entity's queue, keeps the caller's for longer, or puts it back. */
export function runQueue(
  entity: EntityModel,
  verb: QueueVerb,
  body: Values,
  context: CallContext,
  takes?: DomainRules['takes'],
): Promise<QueueAnswer> {
  const { queue, name } = entity.document;
  if (queue === undefined) throw new TypeError(`${name} has no queue`);
  const run = { next: takeNext, keep, release }[verb];
  return mutate(`${name}.queue.${verb}`, body, context, (inside) => run({ entity, queue, takes }, body, inside));
}

type Queue = {
  readonly entity: EntityModel;
  readonly queue: EntityQueue;
  /** Whether a row that waits is for the caller, beyond what documents say. */
  readonly takes: DomainRules['takes'] | undefined;
};

/** How many rows are looked at together for one that is for the caller. */
const lookedAtOnce = 50;

/**
 * Takes the first row that waits, is free and is for the caller, `{skip}` left out; whoever has one already gets that one
 * again. Those that are skipped and were his are free for others. Two that ask at once get two rows; the same person in
 * two windows gets one.
 */
async function takeNext(of: Queue, body: Values, context: RuleContext): Promise<QueueAnswer> {
  const { name } = of.entity.document;
  const skip = Array.isArray(body.skip) ? body.skip.map(String) : [];
  const me = authorOf(context.caller);
  await context.records.hold(`queue:${name}:${me}`);
  await free(of, skip, context);
  const id = await firstFor(of, skip, context);
  if (id === undefined) return { id: null, until: null };
  return { id, until: await note(of, id, context) };
}

/** The row the caller has, else the first free one. */
function firstFor(of: Queue, skip: readonly string[], context: RuleContext): Promise<string | undefined> {
  return of.takes === undefined ? first(of, skip, context) : firstTaken(of, of.takes, skip, context);
}

async function first(of: Queue, skip: readonly string[], context: RuleContext): Promise<string | undefined> {
  const [own] = await pick(of, context, { skip, of: 'own', lock: 'wait' });
  // One that is locked just now may be free in a moment: only when nothing else is left is it waited for.
  const [free] = own === undefined ? await pick(of, context, { skip, of: 'free', lock: 'pass' }) : [own];
  return free ?? (await pick(of, context, { skip, of: 'free', lock: 'wait' }))[0];
}

/** The same where the rules say which rows are for the caller: they are looked through in their order, holding none. */
async function firstTaken(
  of: Queue,
  takes: NonNullable<Queue['takes']>,
  skip: readonly string[],
  context: RuleContext,
): Promise<string | undefined> {
  const { records } = context;
  const isTaken = async (id: string) => {
    const record = await records.findOne(of.entity.document.name, { id });
    return record !== undefined && (await takes(record, context));
  };
  const [own] = await pick(of, context, { skip, of: 'own', lock: 'wait' });
  if (own !== undefined && (await isTaken(own))) return own;
  const seen = [...skip];
  const locked: string[] = [];
  for (;;) {
    const waiting = await pick(of, context, { skip: seen, of: 'free', lock: 'look', limit: lookedAtOnce });
    for (const id of waiting) {
      if (!(await isTaken(id))) continue;
      const [found] = await pick(of, context, { among: [id], of: 'free', lock: 'pass' });
      if (found !== undefined) return found;
      locked.push(id);
    }
    if (waiting.length < lookedAtOnce) break;
    seen.push(...waiting);
  }
  return (await pick(of, context, { among: locked, of: 'free', lock: 'wait' }))[0];
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

/** How rows of a queue are asked for. */
type Asked = {
  /** Rows left out. */
  readonly skip?: readonly string[];
  /** The only rows meant; any unless told. */
  readonly among?: readonly string[];
  /** Those the caller has, or those nobody has. */
  readonly of: 'own' | 'free';
  /** Whether a row that is locked just now is waited for, passed over, or looked at and not locked. */
  readonly lock: 'wait' | 'pass' | 'look';
  readonly limit?: number;
};

async function pick(
  { entity, queue }: Queue,
  context: RuleContext,
  { skip = [], among, of, lock, limit = 1 }: Asked,
): Promise<readonly string[]> {
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
  const meant = among === undefined ? sql`true` : sql`${plan.own('id')} = any(${[...among]}::uuid[])`;
  const doable = await doableBy(entity, queue, plan, context);
  const policy = await rowPolicy(plan, context);
  const order = sql.join([...queueOrder(queue).map((name) => ordered(plan, name)), plan.own('id')]);
  const { rows } = await sql<{ readonly id: string }>`select ${plan.own('id')} as id ${plan.from()}
    where ${every([plan.live(), where, mine, others, meant, doable, policy])} order by ${order} limit ${limit}
    ${locking(plan, lock)}`.execute(context.db);
  return rows.map(({ id }) => id);
}

function locking({ alias }: SelectPlan, lock: Asked['lock']): RawBuilder<unknown> {
  if (lock === 'look') return sql``;
  return sql`for no key update of ${sql.ref(alias)}${lock === 'pass' ? sql` skip locked` : sql``}`;
}

/** Nobody is given what he may not do: the states and conditions in which the caller takes a transition the queue is for. */
async function doableBy(
  { document }: EntityModel,
  { permission }: EntityQueue,
  plan: SelectPlan,
  context: RuleContext,
): Promise<RawBuilder<unknown>> {
  const meant = transitionsOf(document).filter(({ transition }) => transition.permission === permission);
  const left = meant.map(({ transition: { who, from }, machine: { field } }) => ({
    ...{ from, field, who: whoFor(who, context.caller.grants) },
  }));
  if (left.every(({ who }) => who === undefined)) return sql`true`;
  return some(
    await Promise.all(
      left.map(async ({ from, field, who }) => {
        const isDone = who === undefined ? 'true' : (who.when ?? 'false');
        return sql`(${plan.own(field)} = any(${[...from]}::text[]) and ${await compileFor(parsedText(isDone), plan, context)})`;
      }),
    ),
  );
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
