import { sql } from 'kysely';
import type { Session } from './connect.ts';

const patience = 2000;

/** Whether the database answers within two seconds. */
export async function isReachable(db: Session): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), patience);
  });
  const asked = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );
  const answer = await Promise.race([asked, late]);
  clearTimeout(timer);
  return answer;
}
