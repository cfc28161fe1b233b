import { inOwnTransaction } from '../../db/connection/savepoint.ts';
import { authorOf } from '../../kernel/caller/caller.ts';
import { type CallContext, withDb } from '../../kernel/operation/context.ts';
import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import { enforceRules } from './enforce-rules.ts';
import { UnitOfWork } from './unit-of-work.ts';

/** What changes that are done together work with. */
export type SetContext = RuleContext & { readonly records: UnitOfWork };

/**
 * Makes changes that are done together, all of them or none. What a row among them breaks is thrown without telling
 * which row it was: whoever uses this must be able to do them in smaller sets, down to one.
 */
export function mutateSet<Answer>(
  context: CallContext,
  work: (context: SetContext) => Promise<Answer>,
): Promise<Answer> {
  return inOwnTransaction(context.db, async (transaction) => {
    // What is kept for a step must not outlive what is taken back.
    const inside = { ...withDb(context, transaction), step: {} };
    const records = new UnitOfWork(inside, { staffId: authorOf(context.caller), now: context.now }, true);
    const doing = { ...inside, records };
    return records.during(async () => {
      const answer = await work(doing);
      await enforceRules(doing);
      return answer;
    });
  });
}
