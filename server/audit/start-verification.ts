import { inTransaction } from '../db/connection/connect.ts';
import { type CallContext, modelOf, withDb } from '../kernel/operation/context.ts';
import type { Values } from '../kernel/operation/record-store.ts';
import { logChange } from '../records/log/operation-log.ts';

/** Starts verifying the operation log in the background; a person has one such job at a time. */
export async function startVerification(_: Values, context: CallContext): Promise<{ readonly jobId: string }> {
  return inTransaction(context.db, async (db) => {
    const inside = withDb(context, db);
    const subject = { entity: 'audit_seal', title: '校验操作日志', once: 'audit' };
    const { jobId, isNew } = await context.services.jobs.start('auditVerify', {}, inside, subject);
    const entity = modelOf(context.documents, 'audit_seal');
    if (isNew) await logChange({ entity, id: jobId, action: 'verify', title: '校验操作日志' }, inside);
    return { jobId };
  });
}
