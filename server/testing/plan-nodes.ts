import type { Connection } from '../db/connection/connect.ts';

/** A node of a plan, as PostgreSQL explains it. */
export type Plan = {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Total Cost': number;
  readonly 'One-Time Filter'?: string;
  readonly Plans?: readonly Plan[];
};

/** The tables of some that are read from one end to the other. */
export function readWhole(plan: Plan, some: ReadonlySet<string>): readonly string[] {
  const table = plan['Relation Name'];
  const own = plan['Node Type'] === 'Seq Scan' && table !== undefined && some.has(table) ? [table] : [];
  return [...own, ...(plan.Plans ?? []).flatMap((part) => readWhole(part, some))];
}

/**
 * What the parts of a plan cost that are read only where very many records are somebody's: a part stands there for many
 * and one for few, and the statement counts before it reads one of them.
 */
export function costOfMany(plan: Plan): number {
  const filter = plan['One-Time Filter'];
  if (filter !== undefined && /^\(InitPlan/.test(filter)) return plan['Total Cost'];
  return (plan.Plans ?? []).reduce((sum, part) => sum + costOfMany(part), 0);
}

/** Every table that is read from one end to the other. */
export function scannedIn(plan: Plan): readonly string[] {
  const own = plan['Node Type'] === 'Seq Scan' ? [plan['Relation Name'] ?? ''] : [];
  return [...own, ...(plan.Plans ?? []).flatMap(scannedIn)];
}

/** The indexes that are read. */
export function indexesIn(plan: Plan): readonly string[] {
  return [...(plan['Index Name'] ?? '').split(' ').filter(Boolean), ...(plan.Plans ?? []).flatMap(indexesIn)];
}

/** The same once it was run. */
type Ran = {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly Ran[];
};

/** How many rows of a table a plan came across, wanted or not. */
function rowsRead(plan: Ran, table: string): number {
  const dropped = (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0);
  const own = plan['Relation Name'] === table ? (plan['Actual Rows'] + dropped) * plan['Actual Loops'] : 0;
  return (plan.Plans ?? []).reduce((sum, part) => sum + rowsRead(part, table), own);
}

/** The most rows of a table that one of these statements comes across when it is run. */
export async function maxRowsRead(
  pool: Pick<Connection['pool'], 'query'>,
  statements: readonly { readonly sql: string; readonly parameters: readonly unknown[] }[],
  table: string,
): Promise<number> {
  const counts: number[] = [];
  for (const { sql, parameters } of statements) {
    const { rows } = await pool.query<{ 'QUERY PLAN': readonly { readonly Plan: Ran }[] }>(
      `explain (analyze, timing off, format json) ${sql}`,
      [...parameters],
    );
    for (const { Plan: plan } of rows[0]?.['QUERY PLAN'] ?? []) counts.push(rowsRead(plan, table));
  }
  return Math.max(0, ...counts);
}
