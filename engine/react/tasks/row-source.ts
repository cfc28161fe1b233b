import type { BackgroundJob, BulkRowAnswer, ImportRowAnswer, Where } from '../../model/wire/index.ts';
import { countIn } from './task-facts.ts';
import { taskPaths } from './task-paths.ts';

/** A row of a job that did not go as wished, as it is told. */
export type ToldRow = { readonly id: string; readonly name: string; readonly reason: string };

/** Where the rows of a job that did not go as wished are asked for. */
export type RowSource = {
  readonly count: number;
  readonly path: string;
  readonly where: Where;
  readonly sort: readonly string[];
  /** What one of them is called, and why it is among them. */
  readonly told: (row: BulkRowAnswer | ImportRowAnswer, words: RowWords) => ToldRow;
};

/** Words for rows without a name of their own. */
export type RowWords = { readonly line: (no: number) => string; readonly noReason: string };

/** The rows of a job that did not go as wished; undefined where there are none. */
export function rowSource(job: BackgroundJob): RowSource | undefined {
  const { id, result } = job;
  switch (job.kind) {
    case 'bulk':
      return bulkRows(id, 'failed', countIn(job, 'failed'));
    case 'bulk_undo':
      return typeof result?.undid === 'string' ? bulkRows(result.undid, 'stuck', countIn(job, 'stuck')) : undefined;
    case 'import':
      return importRows(result?.batchId, ['failed', 'duplicated'], countIn(job, 'failed') + countIn(job, 'duplicated'));
    case 'import_undo':
      return importRows(result?.batchId, ['kept'], countIn(job, 'kept'));
    default:
      return undefined;
  }
}

function bulkRows(jobId: string, status: string, count: number): RowSource | undefined {
  if (count === 0) return undefined;
  return {
    count,
    path: taskPaths.bulkRows,
    where: all(['jobId', jobId], ['status', status]),
    sort: ['place'],
    told: (row, words) =>
      'place' in row
        ? { id: row.id, name: row.label ?? words.line(row.place), reason: row.message ?? words.noReason }
        : toldLine(row, words),
  };
}

function importRows(batchId: unknown, outcomes: readonly string[], count: number): RowSource | undefined {
  if (count === 0 || typeof batchId !== 'string') return undefined;
  return {
    count,
    path: taskPaths.importRows,
    where: {
      and: [
        { field: 'batchId', op: 'eq', value: batchId },
        { field: 'outcome', op: 'in', value: outcomes },
      ],
    },
    sort: ['rowNo'],
    told: (row, words) => toldLine(row, words),
  };
}

function toldLine(row: BulkRowAnswer | ImportRowAnswer, words: RowWords): ToldRow {
  return 'rowNo' in row
    ? { id: row.id, name: words.line(row.rowNo), reason: row.reason ?? words.noReason }
    : { id: row.id, name: words.line(row.place), reason: row.message ?? words.noReason };
}

function all(...parts: readonly (readonly [string, string])[]): Where {
  return { and: parts.map(([field, value]) => ({ field, op: 'eq' as const, value })) };
}
