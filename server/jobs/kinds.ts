import type { DocumentSet } from '../../engine/model/index.ts';
import { verifyKind } from '../audit/verify-job.ts';
import { exportKind } from '../operations/export/export-job.ts';
import type { RuleBook } from '../operations/write-row.ts';
import { matrixExportKind } from '../permissions/explain/matrix-export.ts';
import { bulkKinds } from './bulk.ts';
import { importKind } from './import/import-job.ts';
import { undoKind } from './import/undo-job.ts';
import type { JobKind } from './job.ts';
import type { JobKinds } from './job-kinds.ts';
import { anyKind, kindsOf } from './job-kinds.ts';
import type { Schedule } from './schedule.ts';
import { scheduleKind } from './schedule-job.ts';

/** What kinds of work are made of. */
export type KindParts = {
  readonly documents: DocumentSet;
  readonly rules: RuleBook;
  readonly schedules: ReadonlyMap<string, Schedule>;
  /** Kinds of the product's own areas. */
  readonly further: readonly JobKind<unknown, unknown>[];
};

/** Every kind of background work a product has. */
export function jobKinds({ documents, rules, schedules, further }: KindParts): JobKinds {
  const [bulk, bulkUndo] = bulkKinds(documents, rules);
  return kindsOf([
    anyKind(bulk),
    anyKind(bulkUndo),
    anyKind(scheduleKind(schedules)),
    anyKind(exportKind),
    anyKind(matrixExportKind),
    anyKind(verifyKind),
    anyKind(importKind(documents, rules)),
    anyKind(undoKind(documents, rules)),
    ...further,
  ]);
}
