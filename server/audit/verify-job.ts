import { authorOf } from '../kernel/caller/caller.ts';
import type { RuleContext } from '../kernel/operation/domain-rules.ts';
import type { JobKind } from '../kernel/operation/job.ts';
import type { Schedule } from '../kernel/operation/schedule.ts';
import { tellBroken } from './tell-broken.ts';
import { findingsText, isIntact } from './verification-text.ts';
import { type Verification, verificationBegin, verifyNext } from './verify-log.ts';

/** Who had it verified. */
export type VerificationTrigger = 'person' | 'nightly' | 'command';

/** The job in which a person has the log verified. */
export const verifyKind: JobKind<Record<string, never>, Verification> = {
  key: 'auditVerify',
  title: '校验操作日志',
  permission: () => 'audit_seal:verify',
  begin: () => verificationBegin,
  async step(state, context) {
    const next = await stepOf(state, context);
    const left = { state: next, done: next.rows, total: null };
    if (!next.isOver) return left;
    await keepResult(next, 'person', context);
    const { found, seals, rows, pending } = next;
    return { ...left, finished: { message: findingsText(next, 500), facts: { found, seals, rows, pending } } };
  },
};

/** The same every night, so that a change does not go unnoticed until somebody asks. */
export const verifyNightly: Schedule = {
  key: 'platform.auditVerify',
  title: '校验操作日志',
  timing: { cron: '40 3 * * *' },
  async piece(from, context) {
    // What the piece before left; nobody else writes it.
    const state: Verification = from === null ? verificationBegin : JSON.parse(from);
    const next = await stepOf(state, context);
    if (next.isOver) {
      await keepResult(next, 'nightly', context);
      if (!isIntact(next)) await tellBroken(next, context);
    }
    return { done: next.rows - state.rows, next: next.isOver ? null : JSON.stringify(next) };
  },
};

async function stepOf(state: Verification, context: RuleContext): Promise<Verification> {
  return verifyNext(state, await context.services.sealHead?.read(), context);
}

/** Keeps what a verification found, for the page. */
export async function keepResult(
  result: Verification,
  trigger: VerificationTrigger,
  { records, caller }: Pick<RuleContext, 'records' | 'caller'>,
): Promise<void> {
  const { seals, rows, pending, place } = result;
  await records.insert('audit_verification', {
    staffId: authorOf(caller),
    trigger,
    result: isIntact(result) ? 'intact' : 'broken',
    seals,
    rows,
    pending,
    findings: findingsText(result),
    lastNumber: place.number,
    lastSeal: place.seal,
  });
}
