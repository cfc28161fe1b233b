import { createHash } from 'node:crypto';
import { type EntityModel, type Fault, pointer, toColumn } from '../../engine/model/index.ts';
import { inTransaction } from '../db/connect.ts';
import { keepAnswer, takeKey } from '../db/idempotency-store.ts';
import { hashColumn } from '../db/tables/describe-entity.ts';
import { refuse } from '../http/app-error.ts';
import { type CallContext, within } from './context.ts';
import type { RuleContext } from './domain-rules.ts';
import { RecordStore } from './record-store.ts';

/**
 * Runs a change in one transaction together with its log row and, when the call carries an
 * `Idempotency-Key`, its stored answer: the same key again gives the same answer and changes nothing.
 */
export async function change<Answer>(
  operation: string,
  body: unknown,
  entity: EntityModel,
  context: CallContext,
  work: (context: RuleContext) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await inTransaction(context.db, async (transaction) => {
      const inside = within(context, transaction);
      const records = new RecordStore(inside, { staffId: context.caller.staffId, now: context.now });
      const key = context.idempotencyKey;
      if (key === undefined) return work({ ...inside, records });
      const hash = createHash('sha256').update(JSON.stringify(body)).digest('hex');
      const known = await takeKey(transaction, context.caller.staffId, key, operation, hash);
      if (known.state === 'misused') throw refuse('E_IDEMPOTENCY');
      // The answer was stored by this very operation, so it has its shape.
      if (known.state === 'answered') return known.answer as Answer;
      const answer = await work({ ...inside, records });
      await keepAnswer(transaction, context.caller.staffId, key, operation, answer);
      return answer;
    });
  } catch (error) {
    throw constraintRefusal(error, entity) ?? error;
  }
}

/** A violated constraint as a refusal at the field it guards; undefined for any other error. */
function constraintRefusal(error: unknown, entity: EntityModel): Error | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('constraint' in error)) return undefined;
  const code = error.code === '23505' ? 'E_INPUT_DUPLICATE' : error.code === '23503' ? 'E_INPUT_REFERENCE' : undefined;
  if (code === undefined) return undefined;
  const column = 'detail' in error ? /\(([a-z0-9_]+)[,)]/.exec(String(error.detail))?.[1] : undefined;
  const field = [...entity.fields.values()].find((known) => {
    return column === toColumn(known.key) || column === hashColumn(known.key);
  });
  const fault: Fault = {
    code,
    pointer: field === undefined ? '' : pointer(field.key),
    title: field?.title ?? entity.document.title,
  };
  return refuse('E_INPUT_INVALID', {}, { faults: [fault] });
}
