import { authorOf, type Caller } from '../../kernel/caller/caller.ts';
import type { Platform } from '../../kernel/operation/context.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { SqlRecordStore } from '../store/sql-record-store.ts';

/** Category of rows about security, beside `business` for changes of records. */
export const auditCatalog = 'security';

/** What is to be known later although it changed no record: a sign-in, a refusal, a search for a masked value. */
export type AuditEvent = {
  /** What happened, `<thing>.<act>`, at most 64 characters: `session.signIn`, `customer.lookup`. */
  readonly action: string;
  /** One Chinese sentence; cut at 2,000 characters. Never a value that a mask lies on. */
  readonly title: string;
  /** The entity it was about, by name. */
  readonly entity?: string;
  /** The row it was about. Such a row of the log stands in the change history of that record too. */
  readonly entityId?: string;
  /** Facts as JSON: names, codes, counts, keyed hashes (`protection.hash`); never a masked or secret value. */
  readonly facts?: Values;
  /** Whether it went through; `ok` unless told. */
  readonly result?: 'ok' | 'fail';
};

/** Who did it; `staffId` is the system's own (see `systemCaller`) where nobody was signed in. */
type AuditedCaller = Pick<Caller, 'staffId' | 'ip'> & Partial<Pick<Caller, 'impersonation'>>;

/** What a row is written with: every call context has it. */
export type AuditContext = Pick<Platform, 'documents' | 'db' | 'protection' | 'primary'> & {
  readonly caller: AuditedCaller;
  /** ISO 8601 moment of the call. */
  readonly now: string;
};

/**
 * Writes one row of the operation log about an event, at once and by itself: no change and no transaction of its own
 * is needed. Inside a transaction the row shares its fate; what is refused is therefore told by `audited` instead.
 * Whoever looks as another is named as who he is. Rejects as any write does when the database is away.
 */
export async function recordAudit(event: AuditEvent, context: AuditContext): Promise<void> {
  const { caller, documents, protection, now } = context;
  const who = caller.impersonation?.by ?? caller;
  const staffId = authorOf(who);
  const records = new SqlRecordStore({ documents, protection, db: context.primary ?? context.db }, { staffId, now });
  await records.insert('operation_log', {
    staffId,
    catalog: auditCatalog,
    action: event.action.slice(0, 64),
    value: event.title.slice(0, 2000),
    entity: event.entity ?? null,
    entityId: event.entityId ?? null,
    before: null,
    after: event.facts ?? null,
    ip: who.ip,
    result: event.result ?? 'ok',
  });
}

const told = new WeakMap<Error, AuditEvent>();

/**
 * Has a refusal written down by whoever answers the call, after what it had begun is rolled back:
 * `throw audited(refuse('E_…'), { action, title, result: 'fail' })`. Answers the same error.
 */
export function audited<Refusal extends Error>(error: Refusal, event: AuditEvent): Refusal {
  told.set(error, event);
  return error;
}

/** What is to be written down of a refusal; undefined where nothing was told. */
export function auditOf(error: unknown): AuditEvent | undefined {
  return error instanceof Error ? told.get(error) : undefined;
}
