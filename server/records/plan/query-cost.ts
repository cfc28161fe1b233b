import { isAskable, maxRelations } from '../../../engine/model/entity/index.ts';
import { formatMessage } from '../../../engine/model/texts/index.ts';
import { invalidInput } from '../../kernel/errors/invalid-input.ts';
import { queryText } from '../../texts/records/query-text.ts';

/** What parts of a query cost the database, in the work of one more condition for each row. */
const unitCosts = {
  /** Another table joined, once however often it is asked: beyond some forty PostgreSQL plans for seconds. */
  relation: 6,
  /** Rows of another table gathered for each row, each time it is asked. */
  rollup: 8,
  /** Names of many records, or of one of several kinds, looked up for each row. */
  labels: 4,
  condition: 1,
  sum: 1,
} as const;

/** Most a query may cost. */
export const maxCost = 240;

/** From here on a query counts as heavy: few of them run at a time. No list of ours comes near, with all its columns in sight. */
export const heavyCost = 120;

/** What a query costs, added up while it is planned. */
export class QueryCost {
  #spent = 0;

  get spent(): number {
    return this.#spent;
  }

  add(what: keyof typeof unitCosts): void {
    this.#spent += unitCosts[what];
  }

  /** Refuses the query (E_INPUT_INVALID with E_INPUT_COST) at the part with which it has come to cost too much. */
  refuseAbove(at: string): void {
    if (this.#spent <= maxCost) return;
    const fault = {
      pointer: at,
      title: formatMessage(queryText('query.query')),
      expected: String(maxCost),
      got: String(this.#spent),
    };
    throw invalidInput([{ code: 'E_INPUT_COST', ...fault }]);
  }
}

/** What is told to belong where a path leads nowhere: `fields` as a rule, or the bound where it is what the path broke. */
export function expectedPath(fields: string, path: unknown): string {
  return typeof path === 'string' && !path.includes('@') && !isAskable(path)
    ? formatMessage(queryText('query.relations', { fields, maxRelations }))
    : fields;
}
