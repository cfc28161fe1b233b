import { sql } from 'kysely';
import type { Db } from '../kernel/database/db.ts';

/** What was changed of a node of the menu; null where the document holds. */
export type MenuChange = {
  readonly id: string;
  readonly name: string;
  readonly parentName: string | null;
  readonly title: string | null;
  readonly icon: string | null;
  readonly hidden: boolean | null;
  readonly keepAlive: boolean | null;
  readonly sortNo: number | null;
  readonly enabled: boolean | null;
};

/** Everything changed of the menu. */
export async function readMenuChanges(db: Db): Promise<readonly MenuChange[]> {
  const found = await sql<MenuChange>`select id, name, parent_name as "parentName", title, icon, hidden,
    keep_alive as "keepAlive", sort_no as "sortNo", enabled from menu where deleted_at is null order by name`.execute(
    db,
  );
  return found.rows;
}

/** Holds the menu for the rest of the transaction: of two who move nodes at once the second sees what the first did. */
export async function holdMenu(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('menu', 0))`.execute(db);
}
