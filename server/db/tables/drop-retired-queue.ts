import type { MigratorSession } from './migrator-session.ts';

/** Where the queue of earlier versions lay; the turns lie with the jobs themselves now. */
const retiredSchema = 'pgboss';

/** Drops the queue of earlier versions once no node works from it any more; answers whether it has to wait for that. */
export async function dropRetiredQueue(
  session: MigratorSession,
  isShared: () => Promise<boolean>,
): Promise<'dropped' | 'postponed'> {
  const { rows } = await session.client.query<{ there: boolean }>(
    `select to_regnamespace('${retiredSchema}') is not null as there`,
  );
  if (rows[0]?.there !== true) return 'dropped';
  if (await isShared()) return 'postponed';
  await session.apply([`drop schema ${retiredSchema} cascade`]);
  return 'dropped';
}
