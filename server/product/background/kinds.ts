import type { DocumentSet } from '../../../engine/model/documents/index.ts';
import { verifyKind } from '../../audit/verify-job.ts';
import { fieldRemovalKind } from '../../design/fields/remove-field.ts';
import { bulkKinds } from '../../jobs/bulk.ts';
import { importKind } from '../../jobs/import/import-job.ts';
import { undoKind } from '../../jobs/import/undo-job.ts';
import { scheduleKind } from '../../jobs/schedule-job.ts';
import type { RuleBook } from '../../kernel/operation/domain-rules.ts';
import type { JobKind } from '../../kernel/operation/job.ts';
import { anyKind, type JobKinds, kindsOf } from '../../kernel/operation/job-kinds.ts';
import type { Schedule } from '../../kernel/operation/schedule.ts';
import { exportKind } from '../../operations/export/export-job.ts';
import { matrixExportKind } from '../../permissions/explain/matrix-export.ts';

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
    anyKind(fieldRemovalKind),
    anyKind(verifyKind),
    anyKind(importKind(documents, rules)),
    anyKind(undoKind(documents, rules)),
    ...further,
  ]);
}
