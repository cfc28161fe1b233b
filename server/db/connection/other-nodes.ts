import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';

/** Begins the name of every session a node of the product opens with the application's role. */
export const sessionName = 'learning-platform-admin';

/** The name of a node's sessions: what it is, and which tables its documents ask for. */
function nodeName(tables: string): string {
  return `${sessionName} ${tables}`;
}

/** The address a node connects to, so that the database lists all its sessions under its name. */
export function nodeUrl(appUrl: string, tables: string): string {
  return `${appUrl}${appUrl.includes('?') ? '&' : '?'}application_name=${encodeURIComponent(nodeName(tables))}`;
}

const looks = 4;
const betweenLooks = 300;

/**
 * Whether nodes with other documents serve from this database just now. A session that was just ended is still
 * listed for a moment, so it looks more than once.
 */
export async function otherNodesServe(client: pg.ClientBase, appRole: string, tables: string): Promise<boolean> {
  for (let look = 1; ; look++) {
    const { rows } = await client.query(
      `select 1 from pg_stat_activity
        where datname = current_database() and usename = $1 and application_name like $2 and application_name <> $3 limit 1`,
      [appRole, `${sessionName}%`, nodeName(tables)],
    );
    if (rows.length === 0) return false;
    if (look === looks) return true;
    await client.query('select pg_stat_clear_snapshot()');
    await pause(betweenLooks);
  }
}
