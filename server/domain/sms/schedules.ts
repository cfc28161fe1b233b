import { inOwnTransaction } from '../../db/connection/savepoint.ts';
import { AppError } from '../../kernel/errors/app-error.ts';
import type { RuleBook, RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord } from '../../kernel/operation/record-store.ts';
import type { Schedule } from '../../kernel/operation/schedule.ts';
import type { SmsInbound } from '../../kernel/services/sms-service.ts';
import { applySystemTransition } from '../../operations/transition/apply-system-transition.ts';
import { enforceRules } from '../../records/change/enforce-rules.ts';
import { SqlRecordStore } from '../../records/store/sql-record-store.ts';
import { finishIfOver, startSending } from './send-job.ts';
import { isSendingTime } from './sms-hours.ts';
import { isOptOut } from './sms-text.ts';
import { addToBatch } from './store.ts';

/** Batches looked at in a run. */
const maxBatches = 200;
/** What comes back at once. */
const maxInbound = 200;

/** What the area does of itself: starts and goes on with what is to be sent, and takes what comes back. */
export function smsSchedules(rules: RuleBook): readonly Schedule[] {
  return [sending(rules), inbound(rules)];
}

function sending(rules: RuleBook): Schedule {
  return {
    key: 'sms.sending',
    title: '发送到时的推广短信',
    entity: 'sms_batch',
    timing: { every: 20_000 },
    async piece(_, run) {
      const context = { ...run, now: run.input.now };
      const begun = await beginDue(rules, context);
      return { done: begun + (await goOnWithDue(rules, context)), next: null };
    },
  };
}

/** Begins with what was approved and is due, within the hours of sending; answers how many. */
async function beginDue(rules: RuleBook, context: RuleContext): Promise<number> {
  if (!isSendingTime(context.now, context.services.sms.hours)) return 0;
  let done = 0;
  for (const batch of await context.records.find('sms_batch', { status: 'approved' }, maxBatches))
    if (isDue(batch.planAt, context) && (await begin(batch, rules, context))) done += 1;
  return done;
}

/** Goes on with what rests and is due, in the order in which receipts lock them; answers how many. */
async function goOnWithDue(rules: RuleBook, context: RuleContext): Promise<number> {
  const begun = await context.records.find('sms_batch', { status: 'sending' }, maxBatches);
  let done = 0;
  for (const batch of begun.toSorted((one, other) => (one.id < other.id ? -1 : 1)))
    if (isDue(batch.retryAt, context) && (await goOn(batch, rules, context))) done += 1;
  return done;
}

function isDue(moment: unknown, { now }: RuleContext): boolean {
  return moment === null || moment === undefined || Date.parse(String(moment)) <= Date.parse(now);
}

/** Begins with a batch; what is in the way stands with it. */
async function begin(batch: StoredRecord, rules: RuleBook, context: RuleContext): Promise<boolean> {
  try {
    await inOwnTransaction(context.db, async (db) => {
      const inside = { ...context, db };
      const own = { ...inside, records: new SqlRecordStore(inside, context.records.author) };
      await applySystemTransition({ entity: 'sms_batch', key: 'send', id: batch.id, input: {}, rules }, own);
      await enforceRules(own);
    });
    return true;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (batch.waiting !== error.message)
      await context.records.update('sms_batch', batch.id, { waiting: error.message });
    return false;
  }
}

/** Goes on with a batch that rests or was left by a node that died; where all is sent it may be over. */
async function goOn(batch: StoredRecord, rules: RuleBook, context: RuleContext): Promise<boolean> {
  const { records, services, now } = context;
  const isWaiting = (await records.count('sms_record', { batchId: batch.id, status: 'queued' })) > 0;
  if (batch.gathered === true && !isWaiting) {
    // Its last receipt may be closing it just now.
    const latest = await records.lockOne('sms_batch', batch.id);
    if (latest?.status === 'sending') await finishIfOver(latest, rules, context);
    return false;
  }
  if (!isSendingTime(now, services.sms.hours)) return false;
  await startSending(batch, context);
  return true;
}

function inbound(rules: RuleBook): Schedule {
  return {
    key: 'sms.inbound',
    title: '短信回执与回复',
    entity: 'sms_record',
    timing: { every: 20_000 },
    async piece(from, context) {
      const { provider } = context.services.sms;
      // Dealt with in a piece that is committed: now it may be forgotten there.
      if (from !== null) await provider.acknowledge(idsOf(from));
      const found = await provider.poll(maxInbound);
      for (const item of found) if (item.kind === 'reply') await optOut(item, context);
      await receive(
        found.flatMap((item) => (item.kind === 'receipt' ? [item] : [])),
        rules,
        context,
      );
      return { done: found.length, next: found.length === 0 ? null : JSON.stringify(found.map(({ id }) => id)) };
    },
  };
}

function idsOf(text: string): readonly string[] {
  const ids: unknown = JSON.parse(text);
  return Array.isArray(ids) ? ids.map(String) : [];
}

type Receipt = Extract<SmsInbound, { kind: 'receipt' }>;

/** Notes what became of messages; a receipt that comes twice, or for nothing known, changes nothing. */
async function receive(receipts: readonly Receipt[], rules: RuleBook, context: RuleContext): Promise<void> {
  const { records } = context;
  const byBatch = new Map<string, Receipt[]>();
  for (const receipt of receipts) {
    const record = await records.findOne('sms_record', { id: receipt.key });
    if (isAwaited(record))
      byBatch.set(String(record.batchId), [...(byBatch.get(String(record.batchId)) ?? []), receipt]);
  }
  for (const [batchId, own] of [...byBatch].sort(([one], [other]) => (one < other ? -1 : 1))) {
    await records.lock('sms_batch', batchId);
    const counts = { sent: 0, skipped: 0, success: 0, failed: 0 };
    for (const receipt of own) await note(receipt, counts, context);
    await addToBatch(context.db, batchId, counts);
    const batch = await records.findOne('sms_batch', { id: batchId });
    if (batch?.status === 'sending') await finishIfOver(batch, rules, context);
  }
}

/** One that was sent; or one that was skipped after a sender died with it, whose message had gone out after all. */
function isAwaited(record: StoredRecord | undefined): record is StoredRecord {
  return record?.status === 'sent' || (record?.status === 'skipped' && record.takenAt !== null);
}

/** Whoever answers R gets no more; told of with the batch he answered. */
async function optOut(
  { mobile, text }: Extract<SmsInbound, { kind: 'reply' }>,
  { records }: RuleContext,
): Promise<void> {
  if (!isOptOut(text)) return;
  await records.hold(`sms opt out ${mobile}`);
  if ((await records.findOne('sms_opt_out', { mobile })) !== undefined) return;
  const answered = (await records.find('sms_record', { mobile }, 20)).find(({ sentAt }) => sentAt !== null);
  await records.insert('sms_opt_out', {
    mobile,
    source: 'reply',
    reply: text.slice(0, 100),
    batchId: answered?.batchId ?? null,
  });
}

type Counts = { sent: number; skipped: number; success: number; failed: number };

/** Notes what became of one message of a batch that is held, and counts it. */
async function note(
  { key, delivered, error = '未送达' }: Receipt,
  counts: Counts,
  { records, now }: RuleContext,
): Promise<void> {
  const record = await records.findOne('sms_record', { id: key });
  if (!isAwaited(record)) return;
  if (record.status === 'skipped') {
    counts.sent += 1;
    counts.skipped -= 1;
  }
  counts[delivered ? 'success' : 'failed'] += 1;
  const became = delivered
    ? { status: 'delivered', error: null, deliveredAt: now }
    : { status: 'failed', error: error.slice(0, 100) };
  await records.update('sms_record', key, { ...became, sentAt: record.sentAt ?? record.takenAt });
}
