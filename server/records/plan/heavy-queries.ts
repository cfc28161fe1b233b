import { Admission } from '../../kernel/limits/admission.ts';
import { heavyCost, type QueryCost } from './query-cost.ts';

/** Of ten database sessions of a node three; whoever waits longer than this would not have stayed. */
const heavy = new Admission({ running: 3, waiting: 9, patience: 4000 });

/**
 * Runs a query of the given cost: a heavy one when it is its turn, so that however many come at once, sessions of the
 * database are left for everybody else. E_OVERLOADED where too many wait already.
 */
export function inTurn<Answer>(cost: QueryCost, work: () => Promise<Answer>): Promise<Answer> {
  return cost.spent < heavyCost ? work() : heavy.run(work);
}
