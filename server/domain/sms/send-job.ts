import { setTimeout as pause } from 'node:timers/promises';
import { formatMessageIn } from '../../../engine/model/texts/index.ts';
import { callerOfStaff } from '../../access/sessions.ts';
import { newId } from '../../kernel/crypto/new-id.ts';
import { AppError } from '../../kernel/errors/app-error.ts';
import type { RuleBook, RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { JobContext, JobKind, JobStep } from '../../kernel/operation/job.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import { SmsRefused } from '../../kernel/services/sms-service.ts';
import { applySystemTransition } from '../../operations/transition/apply-system-transition.ts';
import { countedNow, leftOutTitles } from './left-out.ts';
import { meantCustomers } from './meant-customers.ts';
import { isSendingTime } from './sms-hours.ts';
import { textFor } from './sms-text.ts';
import {
  addToBatch,
  insertSmsRecords,
  isBatchOpen,
  leftRecords,
  nextCustomers,
  type QueuedRecord,
  reasonsNow,
  takeRecords,
  untakenRecords,
} from './store.ts';

type Input = { readonly batchId: string };
/** How far the list of a batch is made; what was sent its records say. */
type State = { readonly after: string | null };

const kindKey = 'sms';
/** Customers looked at in a step. */
const gatheredAtOnce = 500;
/** Messages taken in a step. */
const takenAtOnce = 50;
/** What was taken longer ago than this was left, by a sender that died or by a provider that did not answer. */
const leftAfter = 60_000;
/** Attempts at a message before it is given up: an hour and a half. */
const maxAttempts = 9;
const firstRetry = 20_000;
/** Milliseconds the provider may take over one message. */
const patience = 5000;
/** Receipts that did not come in three days will not come. */
const receiptsWithin = 3 * 86_400_000;

/** Starts sending a batch, or goes on with it; where it is being sent nothing happens. */
export async function startSending(batch: StoredRecord, context: RuleContext): Promise<void> {
  const subject = { entity: 'sms_batch', title: `发送短信：${String(batch.title)}`, once: batch.id };
  await context.services.jobs.start(kindKey, { batchId: batch.id }, context, subject);
}

/**
 * Sends a batch: makes the list, then again and again takes a few and hands them over. Taking is a step of its own, so
 * that what a number was sent is counted before it is sent; whoever dies between the two leaves records that are taken,
 * and the next hands them over under the same keys: by day, and if their numbers may still be sent to.
 */
export function smsKind(rules: RuleBook): JobKind<Input, State> {
  return {
    key: kindKey,
    title: '发送短信',
    begin: () => ({ after: null }),
    async step(state, context) {
      const batch = await context.records.lockOne('sms_batch', context.input.batchId);
      if (batch === undefined) return over(state, batch, '批次已不存在');
      if (batch.status !== 'sending') return over(state, batch, '批次已取消');
      return sendSome(state, batch, rules, context);
    },
  };
}

/** A step of a batch that is being sent: the list goes on, some are taken, or what was taken is handed over. */
async function sendSome(
  state: State,
  batch: StoredRecord,
  rules: RuleBook,
  context: JobContext<Input>,
): Promise<JobStep<State>> {
  const taken = await takenOf(batch, context);
  if (taken.length === 0 && batch.gathered !== true) return gather(state, batch, rules, context);
  const { hours } = context.services.sms;
  if (!isSendingTime(context.now, hours))
    return rest(`不在发送时段（${hours.from}:00–${hours.to}:00）`, state, batch, context);
  const next = await (taken.length > 0 ? leftOf(batch, context) : nextOf(batch, context));
  if (taken.length > 0 && next.length === 0) return handOver(taken, state, batch, context);
  await take(next, batch, context);
  if (next.length > 0) return stepOf(state, await again(batch, context));
  await finishIfOver(batch, rules, context);
  return over(state, batch, `已发送 ${String(batch.sent)} 条，跳过 ${String(batch.skipped)} 条`);
}

/** Finishes a batch whose messages are all through. */
export async function finishIfOver(batch: StoredRecord, rules: RuleBook, context: RuleContext): Promise<void> {
  if (batch.gathered !== true) return;
  const receiptsSince = new Date(Date.parse(context.now) - receiptsWithin).toISOString();
  if (await isBatchOpen(context.db, batch.id, receiptsSince)) return;
  await applySystemTransition({ entity: 'sms_batch', key: 'finish', id: batch.id, input: {}, rules }, context);
}

function stepOf(state: State, batch: StoredRecord | undefined): JobStep<State> {
  const number = (key: string) => Number(batch?.[key] ?? 0);
  return { state, done: number('sent') + number('skipped'), total: batch?.gathered === true ? number('total') : null };
}

function over(state: State, batch: StoredRecord | undefined, message: string): JobStep<State> {
  return { ...stepOf(state, batch), finished: { message } };
}

async function again(batch: StoredRecord, { records }: RuleContext): Promise<StoredRecord | undefined> {
  return records.findOne('sms_batch', { id: batch.id });
}

/** Stops for now and says why; the schedule goes on with it. */
async function rest(why: string, state: State, batch: StoredRecord, { records }: RuleContext): Promise<JobStep<State>> {
  await records.update('sms_batch', batch.id, { waiting: why });
  return over(state, batch, why);
}

/** Records that were taken and are not yet known to be handed over. */
function takenOf(batch: StoredRecord, { records }: RuleContext): Promise<readonly StoredRecord[]> {
  return records
    .find('sms_record', { batchId: batch.id, status: 'queued' }, 2 * takenAtOnce)
    .then((queued) => queued.filter(({ takenAt }) => takenAt !== null));
}

/** Makes the next piece of the list, as far as the author reaches just now. */
async function gather(
  state: State,
  batch: StoredRecord,
  rules: RuleBook,
  context: JobContext<Input>,
): Promise<JobStep<State>> {
  const { db, documents, now, records } = context;
  const source = { db, documents };
  try {
    const caller = await callerOfStaff(source, String(batch.createdBy), '');
    const meant = await meantCustomers(batch.filter, { ...context, caller });
    const found = await nextCustomers(db, meant, state.after, gatheredAtOnce);
    const added = await insertSmsRecords(
      db,
      batch.id,
      found.map(({ id, reason }) => ({
        id: newId(),
        customerId: id,
        status: reason === null ? 'queued' : 'skipped',
        error: reason === null ? null : formatMessageIn('zh-CN', leftOutTitles[reason]),
      })),
      now,
    );
    await addToBatch(db, batch.id, { total: added.queued + added.skipped, skipped: added.skipped });
    const isThrough = found.length < gatheredAtOnce;
    if (isThrough) await records.update('sms_batch', batch.id, { gathered: true });
    return stepOf({ after: found.at(-1)?.id ?? state.after }, await again(batch, context));
  } catch (error) {
    // Whoever wrote it left, or may not see any customers any more: nobody else's reach stands in for his.
    if (!(error instanceof AppError)) throw error;
    await applySystemTransition({ entity: 'sms_batch', key: 'cancel', id: batch.id, input: {}, rules }, context);
    await records.update('sms_batch', batch.id, { waiting: `名单无法确定：${error.message}`.slice(0, 200) });
    return over(state, batch, error.message);
  }
}

function nextOf(batch: StoredRecord, { db, services }: RuleContext): Promise<readonly QueuedRecord[]> {
  return untakenRecords(db, batch.id, Math.min(takenAtOnce, Math.max(1, services.sms.perSecond)));
}

function leftOf(batch: StoredRecord, { db, now }: RuleContext): Promise<readonly QueuedRecord[]> {
  const before = new Date(Date.parse(now) - leftAfter).toISOString();
  return leftRecords(db, batch.id, { before, most: 2 * takenAtOnce });
}

/** Takes records, anew where they were left, and skips those whose numbers have had enough or want no more. */
async function take(
  next: readonly QueuedRecord[],
  batch: StoredRecord,
  { db, records, now }: RuleContext,
): Promise<void> {
  // Held until the end of the step, in one order: of two batches that mean a number, the second sees what the first took.
  for (const { mobileHash } of next) await records.hold(`sms ${mobileHash}`);
  const reasons = await reasonsNow(
    db,
    next.map(({ id }) => id),
    countedNow(now),
  );
  for (const [id, reason] of reasons)
    await records.update('sms_record', id, {
      status: 'skipped',
      error: formatMessageIn('zh-CN', leftOutTitles[reason]),
    });
  const taken = next.filter(({ id }) => !reasons.has(id)).map(({ id }) => id);
  await takeRecords(db, taken, now);
  if (reasons.size > 0) await addToBatch(db, batch.id, { skipped: reasons.size });
  if (batch.waiting !== null) await records.update('sms_batch', batch.id, { waiting: null, retryAt: null });
}

/** Hands taken records over, no faster than is agreed with the provider. */
async function handOver(
  taken: readonly StoredRecord[],
  state: State,
  batch: StoredRecord,
  context: JobContext<Input>,
): Promise<JobStep<State>> {
  const { records, services } = context;
  const template = await records.findOne('sms_template', { id: batch.templateId });
  // All senders of all nodes one after another: the rate is one for the product.
  await records.hold('sms provider');
  const began = Date.now();
  const counts = { sent: 0, failed: 0 };
  for (const record of taken) {
    const outcome = await send(record, template ?? {}, context);
    if (typeof outcome !== 'string') {
      await addToBatch(context.db, batch.id, counts);
      return retryLater(record, outcome, state, batch, context);
    }
    counts[outcome] += 1;
  }
  await addToBatch(context.db, batch.id, counts);
  const least = (taken.length / services.sms.perSecond) * 1000;
  await pause(Math.max(0, least - (Date.now() - began)));
  return stepOf(state, await again(batch, context));
}

type Outcome = 'sent' | 'failed' | { readonly fault: string };

async function send(record: StoredRecord, template: Values, context: RuleContext): Promise<Outcome> {
  const { records, services, now } = context;
  const fail = async (error: string): Promise<Outcome> => {
    await records.update('sms_record', record.id, { status: 'failed', error: error.slice(0, 100) });
    return 'failed';
  };
  const customer = await records.findOne('customer', { id: record.customerId });
  const worded = textFor(template, customer ?? {});
  if ('missing' in worded) return fail(`客户没有${formatMessageIn('zh-CN', worded.missing)}`);
  const message = { key: record.id, mobile: String(record.mobile), text: worded.text };
  try {
    await services.sms.provider.submit(message, AbortSignal.timeout(patience));
  } catch (error) {
    const fault = error instanceof Error ? error.message : String(error);
    if (error instanceof SmsRefused) return fail(fault);
    if (Number(record.attempts) + 1 >= maxAttempts) return fail(`${fault}（已尝试 ${maxAttempts} 次）`);
    return { fault };
  }
  await records.update('sms_record', record.id, {
    status: 'sent',
    error: null,
    sentAt: now,
    attempts: Number(record.attempts) + 1,
  });
  return 'sent';
}

/** Nobody knows whether the message arrived: it is handed over again, under the same key, after a while. */
async function retryLater(
  record: StoredRecord,
  { fault }: { readonly fault: string },
  state: State,
  batch: StoredRecord,
  context: JobContext<Input>,
): Promise<JobStep<State>> {
  const attempts = Number(record.attempts) + 1;
  await context.records.update('sms_record', record.id, { attempts, error: fault.slice(0, 100) });
  const retryAt = new Date(Date.parse(context.now) + firstRetry * 2 ** (attempts - 1)).toISOString();
  await context.records.update('sms_batch', batch.id, { retryAt });
  return rest(`${fault}，稍后重试`.slice(0, 200), state, batch, context);
}
