import { createHash } from 'node:crypto';
import type { OnceFact } from '../../../engine/model/wire/index.ts';
import { inOwnTransaction } from '../../db/connection/savepoint.ts';
import { keepAnswer, takeKey } from '../../db/idempotency-store.ts';
import { authorOf } from '../../kernel/caller/caller.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import { type CallContext, withDb } from '../../kernel/operation/context.ts';
import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import { Rehearsed } from '../../kernel/operation/rehearsed.ts';
import { ConstraintError } from '../store/constraint-error.ts';
import { constraintRefusal } from './constraint-refusal.ts';
import { enforceRules } from './enforce-rules.ts';
import { UnitOfWork } from './unit-of-work.ts';

/**
 * Runs a change in one transaction together with its log row and, when the call carries an
 * `Idempotency-Key`, its stored answer: the same key again gives the same answer and changes nothing. Within an open
 * transaction a change that is refused leaves that as it was. What is only tried out is refused at its end, as `Rehearsed`.
 */
export async function mutate<Answer>(
  operation: string,
  body: unknown,
  context: CallContext,
  work: (context: RuleContext) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await inOwnTransaction(context.db, async (transaction, atCommit) => {
      const inside = withDb(context, transaction);
      const records = new UnitOfWork(inside, { staffId: authorOf(context.caller), now: context.now });
      const once: OnceFact[] = [];
      const doing = { ...inside, records, tell: (fact: OnceFact) => once.push(fact) };
      // Added after the answer is kept: what is told once is stored nowhere, not even for the same key again.
      const told = (answer: Answer): Answer =>
        once.length === 0 || typeof answer !== 'object' || answer === null ? answer : { ...answer, once };
      const finish = async () => {
        if (context.isRehearsal === true && !context.db.isTransaction) {
          await enforceRules(doing);
          throw new Rehearsed();
        }
        // What is last goes out with the commit, in one round trip.
        const last = await records.sendLast();
        if (last === undefined) await enforceRules(doing);
        else atCommit(last.answer);
        context.made?.(records.made);
      };
      const key = context.idempotencyKey;
      if (key === undefined) {
        const answer = await work(doing);
        await finish();
        return told(answer);
      }
      const hash = createHash('sha256').update(JSON.stringify(body)).digest('hex');
      const known = await takeKey(transaction, context.caller.staffId, key, operation, hash);
      if (known.state === 'misused') throw refuse('E_IDEMPOTENCY');
      // The answer was stored by this very operation, so it has its shape.
      if (known.state === 'answered') return known.answer as Answer;
      const answer = await work(doing);
      await keepAnswer(transaction, context.caller.staffId, key, operation, answer);
      await finish();
      return told(answer);
    });
  } catch (error) {
    if (!(error instanceof ConstraintError)) throw error;
    throw (await constraintRefusal(error, context)) ?? error;
  }
}
