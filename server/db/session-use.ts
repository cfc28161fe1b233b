import type { Connection } from './connection/connect.ts';

/** How the database sessions of this node are used just now. */
export function sessionUse({ pool }: Pick<Connection, 'pool'>): {
  readonly used: number;
  readonly idle: number;
  readonly waiting: number;
} {
  return { used: pool.totalCount - pool.idleCount, idle: pool.idleCount, waiting: pool.waitingCount };
}
