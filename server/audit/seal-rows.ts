import { hasSealedBefore, lastSeals, retiredUntil, sealOf } from '../db/audit/seal-store.ts';
import { nextRows, rowDigests, sealedTable, settledUntil } from '../db/audit/sealed-rows.ts';
import { firstIdAt, momentOfId } from '../db/spec/month.ts';
import { documentOf } from '../kernel/operation/context.ts';
import type { RuleContext } from '../kernel/operation/domain-rules.ts';
import type { Schedule } from '../kernel/operation/schedule.ts';
import { digestOf, firstId, noSeal, type SealFacts, sealOver } from './seal.ts';
import { outlivedUntil, sealedColumns } from './sealed-columns.ts';

/** When rows are sealed; times in milliseconds. */
export type SealTiming = {
  /** Rows under one seal at most, so that one batch is read in a moment. */
  readonly maxRows: number;
  /** Fewer rows wait for more, but no longer than `maxWait`. */
  readonly fewRows: number;
  readonly maxWait: number;
  /** Younger rows are not sealed yet: a call writes what it began within seconds, the rest is for clocks that differ. */
  readonly lag: number;
  /** How much earlier than its transaction a row may be named, by a clock that differs. */
  readonly margin: number;
};

const usualTiming: SealTiming = {
  maxRows: 2000,
  fewRows: 500,
  maxWait: 600_000,
  lag: 120_000,
  margin: 60_000,
};

/**
 * Seals the rows of the operation log in batches, in the order of their ids: nothing that writes them waits for it or
 * for one another. A batch is closed only once no open transaction can add to it.
 */
export function sealing(timing: Partial<SealTiming> = {}): Schedule {
  const whole = { ...usualTiming, ...timing };
  return {
    key: 'platform.auditSeal',
    title: '封存操作日志',
    timing: { every: 60_000 },
    async piece(_, context) {
      await context.records.hold('audit_seal');
      await keepHead(context);
      const sealed = (await sealRetired(context)) ?? (await sealNext(context, whole));
      // Once more, so that the head is kept of what is committed.
      return { done: sealed ?? 0, next: sealed === undefined ? null : 'next' };
    },
  };
}

/** Notes the last seal outside the database, unless that would hide that the chain no longer holds the one noted before. */
async function keepHead({ db, services: { sealHead } }: RuleContext): Promise<void> {
  if (sealHead === undefined) return;
  const { last } = await lastSeals(db);
  const kept = await sealHead.read();
  if (last === undefined || (kept !== undefined && kept.number >= last.number)) return;
  if (kept !== undefined && (await sealOf(db, kept.number))?.seal !== kept.seal) return;
  await sealHead.keep({ number: last.number, seal: last.seal });
}

/** Seals that months are gone, once their time has come and something of them was sealed; undefined otherwise. */
async function sealRetired(context: RuleContext): Promise<number | undefined> {
  const { db, documents } = context;
  const until = outlivedUntil(documentOf(documents, sealedTable), Date.parse(context.now));
  if (until === undefined) return undefined;
  const sealed = await retiredUntil(db);
  if (sealed >= until || !(await hasSealedBefore(db, momentOfId(until)))) return undefined;
  const range = { fromId: firstId, toId: until, firstAt: null, lastAt: null };
  await addSeal({ kind: 'retired', rows: 0, columns: '', ...range }, Buffer.alloc(0), context);
  return 0;
}

/** Seals the next rows; undefined where there are none yet, or so few that they may wait for more. */
async function sealNext(context: RuleContext, timing: SealTiming): Promise<number | undefined> {
  const { db } = context;
  const { maxRows, fewRows, maxWait, lag, margin } = timing;
  const from = (await lastSeals(db)).lastOfRows?.toId ?? firstId;
  const settled = await settledUntil(db, lag, margin);
  const { count, first, last } = await nextRows(db, from, firstIdAt(settled), maxRows);
  if (first === null || last === null) return undefined;
  if (count < fewRows && momentOfId(first) > settled - maxWait) return undefined;
  const columns = sealedColumns(documentOf(context.documents, sealedTable));
  const digests = await rowDigests(db, { from, to: last }, columns);
  const range = { fromId: from, toId: last, firstAt: momentText(first), lastAt: momentText(last) };
  await addSeal({ kind: 'rows', rows: count, columns: columns.join(' '), ...range }, digests, context);
  return count;
}

function momentText(id: string): string {
  return new Date(momentOfId(id)).toISOString();
}

/** Adds a seal after the last. */
async function addSeal(
  facts: Omit<SealFacts, 'number' | 'previous' | 'digest'>,
  digests: Buffer,
  context: RuleContext,
): Promise<void> {
  const { last } = await lastSeals(context.db);
  const whole = {
    ...facts,
    number: (last?.number ?? 0) + 1,
    previous: last?.seal ?? noSeal,
    digest: digestOf(digests),
  };
  const seal = sealOver(whole, context.protection);
  await context.records.insert('audit_seal', { ...whole, seal, rowDigests: digests.toString('base64') });
}
