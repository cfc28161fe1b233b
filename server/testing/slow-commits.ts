import type { TestDatabase } from './test-database.ts';

/** Lets what writes some tables take its time once all of it was looked at, so that two who do meet. */
export async function slowly(
  { rows }: Pick<TestDatabase, 'rows'>,
  tables: readonly string[],
  work: () => Promise<unknown>,
): Promise<void> {
  await rows(`create function take_time() returns trigger language plpgsql
    as $$ begin perform pg_sleep(0.1); return null; end $$`);
  for (const table of tables)
    await rows(`create constraint trigger take_time after insert or update on ${table}
      deferrable initially deferred for each row execute function take_time()`);
  try {
    await work();
  } finally {
    await rows('drop function take_time() cascade');
  }
}
