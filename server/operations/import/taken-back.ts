import { sql } from 'kysely';
import type { CallContext } from '../../kernel/operation/context.ts';

/** Does work inside a transaction, and takes all of it back: what it answers is what would have been. */
export async function takenBack<Answer>({ db }: CallContext, work: () => Promise<Answer>): Promise<Answer> {
  await sql`savepoint taken_back`.execute(db);
  const answer = await work();
  await sql`rollback to savepoint taken_back`.execute(db);
  await sql`release savepoint taken_back`.execute(db);
  return answer;
}
