import { inTransaction } from '../db/connection/connect.ts';
import { firstIdAt } from '../db/spec/month.ts';
import { systemCaller } from '../kernel/caller/caller.ts';
import { createProtection } from '../kernel/crypto/protection.ts';
import type { RuleContext } from '../kernel/operation/domain-rules.ts';
import type { Schedule } from '../kernel/operation/schedule.ts';
import type { SealedHead, SealHead } from '../kernel/services/seal-head.ts';
import { SqlRecordStore } from '../records/store/sql-record-store.ts';
import { seedContext } from '../seed/seed-context.ts';
import type { TestApp } from '../testing/test-app.ts';
import { type SealTiming, sealing } from './seal-rows.ts';
import { verifyNightly } from './verify-job.ts';
import { type Verification, verificationBegin, verifyNext } from './verify-log.ts';

export const hour = 3_600_000;
/** Seals at once, few rows at a time. */
export const eager = { maxRows: 5, fewRows: 0, lag: 0, margin: 0 };

/** The log of a company, sealed and verified step by step, with the last seal kept beside it. */
export class SealedLog {
  kept: SealedHead | undefined;
  readonly #sealHead: SealHead = {
    read: async () => this.kept,
    keep: async (head) => {
      this.kept = head;
    },
  };
  #made = 0;

  constructor(readonly company: TestApp) {}

  /** Begins with an empty log and no seal. */
  async clear(): Promise<void> {
    await this.company.database.rows('truncate audit_seal, operation_log');
    this.kept = undefined;
  }

  source(documents = this.company.documents) {
    const { connection, database } = this.company;
    return { documents, db: connection.db, protection: createProtection(database.secretKey) };
  }

  /** Runs the schedule until nothing is left to seal; answers how many rows it sealed. */
  seal(timing: Partial<SealTiming> = eager, documents = this.company.documents): Promise<number> {
    return this.#run(sealing(timing), documents, true);
  }

  /** Verifies it as is done every night. */
  nightly(): Promise<number> {
    return this.#run(verifyNightly, this.company.documents, false);
  }

  /** Runs a schedule to its end; answers how much it did. */
  async #run(schedule: Schedule, documents: TestApp['documents'], isAnew: boolean): Promise<number> {
    let done = 0;
    let next: string | null = null;
    do {
      const context = this.#context(documents);
      const from: string | null = isAnew ? null : next;
      const piece: Awaited<ReturnType<Schedule['piece']>> = await inTransaction(context.db, async (db) => {
        const records = new SqlRecordStore({ ...context, db }, context.records.author);
        const inside = { ...context, db, records, jobId: '', input: { key: schedule.key, now: context.now } };
        return schedule.piece(from, inside);
      });
      ({ next } = piece);
      done += piece.done;
    } while (next !== null);
    return done;
  }

  /** Verifies it whole, with the last seal kept unless told otherwise. */
  async verify(
    head: SealedHead | null | undefined = this.kept,
    documents = this.company.documents,
  ): Promise<Verification> {
    let state = verificationBegin;
    while (!state.isOver) state = await verifyNext(state, head ?? undefined, this.source(documents));
    return state;
  }

  /** What a verification finds, as `kind seal row`. */
  async found(): Promise<readonly string[]> {
    const { findings } = await this.verify();
    return findings.map(({ kind, seal, rowId }) => [kind, seal, ...(rowId ? [rowId] : [])].join(' '));
  }

  /** Writes a row as of a moment, by default some time ago; answers its id. */
  async log(at = Date.now() - hour, records = this.company.records): Promise<string> {
    this.#made += 1;
    const n = this.#made;
    const id = firstIdAt(at).replace(/0{4}-0{12}$/, `8000-${String(n).padStart(12, '0')}`);
    const values = { catalog: 'business', action: 'test.log', value: `第 ${n} 条`, after: { n }, result: 'ok' };
    return records.insert('operation_log', values, id);
  }

  /** Twelve rows under three seals; answers their ids. */
  async twelveSealed(): Promise<readonly string[]> {
    const ids: string[] = [];
    for (let n = 0; n < 12; n++) ids.push(await this.log());
    const sealed = await this.seal();
    if (sealed !== 12) throw new TypeError(`${sealed} rows sealed`);
    return ids;
  }

  /** Does what somebody can who has the database, but no key. */
  asAttacker(statement: string, ...values: readonly unknown[]) {
    return this.company.database.rows(statement, values);
  }

  #context(documents: TestApp['documents']): RuleContext {
    const context = seedContext({ ...this.source(documents), now: new Date().toISOString() });
    return { ...context, caller: systemCaller, services: { ...context.services, sealHead: this.#sealHead } };
  }
}
