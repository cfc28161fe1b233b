import { type RawBuilder, sql } from 'kysely';
import { capitalDigits, capitalSteps } from '../../../engine/model/expression/index.ts';

/** An amount in whole fen, of at most eighteen digits, in Chinese capitals: by the steps the evaluator takes. */
export function capitalsSql(fen: RawBuilder<unknown>): RawBuilder<unknown> {
  let text = sql`(${fen})::numeric::text`;
  for (const [at, [find, put]] of capitalSteps.entries()) {
    text = sql`regexp_replace(${text}, ${sql.lit(find)}, ${sql.lit(put)}, 'g')`;
    if (at === 1) text = sql`translate(${text}, ${sql.lit(capitalDigits.from)}, ${sql.lit(capitalDigits.to)})`;
  }
  return text;
}
