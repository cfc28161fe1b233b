import PgBoss from 'pg-boss';
import { queueSchema, turnQueue } from '../jobs/job-queue.ts';
import { quote, quoteText } from '../spec/names.ts';
import type { MigratorSession } from './migrator-session.ts';

/** Brings the tables of the queue to the state its library wants; they belong to the migrator, the application gets the rows. */
export async function installQueue({ client, statements }: MigratorSession, appRole: string): Promise<void> {
  const before = await installed(client);
  const boss = new PgBoss({
    db: { executeSql: async (text, values = []) => client.query(text, [...values]) },
    schema: queueSchema,
    supervise: false,
    schedule: false,
  });
  await boss.start();
  await boss.createQueue(turnQueue);
  await boss.stop({ graceful: false, close: false });
  if (!before) statements.push(`-- tables of the queue in schema ${queueSchema}`);
  const granted = await client.query(
    `select 1 where has_table_privilege(${quoteText(appRole)}, '${queueSchema}.job', 'delete')`,
  );
  if (granted.rowCount !== 0) return;
  await client.query(`grant usage on schema ${queueSchema} to ${quote(appRole)}`);
  await client.query(
    `grant select, insert, update, delete on all tables in schema ${queueSchema} to ${quote(appRole)}`,
  );
}

async function installed(client: MigratorSession['client']): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('${queueSchema}.version') is not null as there`,
  );
  return rows[0]?.there === true;
}
