import { pageOf } from '../../../contract/generic/query.ts';
import { undoBulk } from '../../../contract/jobs.ts';
import { isGranted } from '../../../engine/model/access/index.ts';
import type { DocumentSet } from '../../../engine/model/documents/index.ts';
import { formatMessage, formatMessageIn } from '../../../engine/model/texts/index.ts';
import { othersJobsKey, refuseOthersWork } from '../../kernel/caller/others-work.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import { type CallContext, documentOf, modelOf } from '../../kernel/operation/context.ts';
import { type JsonSchema, plain, ref } from '../../kernel/operation/json-schema.ts';
import { type CallerOperation, implement } from '../../kernel/operation/operation.ts';
import { mutate } from '../../records/change/mutate.ts';
import { queryRows } from '../../records/read/query.ts';
import { viewRow } from '../../records/read/view.ts';
import { bulkText } from '../../texts/bulk-text.ts';
import { recordSchema } from '../schema/entity-schemas.ts';
import { undoableRows } from './bulk-rows.ts';
import { namedRows } from './named-rows.ts';

/** What a job of the kind `bulk_undo` is told: the job whose rows it undoes. */
export type BulkUndo = { readonly jobId: string; readonly operation: string };

/** A page of rows, each with what its record is called. */
function namedPage(documents: DocumentSet): JsonSchema {
  const label: JsonSchema = { type: ['string', 'null'], title: formatMessageIn('zh-CN', bulkText('bulk.label')) };
  const row = recordSchema(documentOf(documents, 'bulk_row'), documents, { label });
  return plain(pageOf(row));
}

/** What everybody may do with the bulk work he started: see the answer of each row, and undo it. */
export function bulkOperations(documents: DocumentSet): readonly CallerOperation[] {
  const rows = modelOf(documents, 'bulk_row');
  return [
    {
      check: 'names',
      path: '/v1/bulk/row/query',
      title: formatMessageIn('zh-CN', bulkText('bulk.rowResults')),
      access: { kind: 'signedIn' },
      scope: 'bulk_row',
      input: ref('Query'),
      output: namedPage(documents),
      idempotency: 'none',
      audit: 'read',
      run: async (body, context) => namedRows(await queryRows(rows, body, context), context),
    },
    implement(undoBulk, startUndo),
  ];
}

async function startUndo(
  body: { readonly id: string },
  context: CallContext,
): Promise<{ readonly jobId: string; readonly total: number }> {
  const { id } = body;
  const entity = modelOf(context.documents, 'background_job');
  return mutate('bulk.undo', body, context, async (inside) => {
    const job = await viewRow(entity, { id, fields: ['kind', 'status', 'entity', 'title', 'createdBy'] }, inside);
    refuseOthersWork(job.createdBy, othersJobsKey, inside);
    if (job.kind !== 'bulk') throw refuse('E_UNDO', { expected: formatMessage(bulkText('bulk.notBulk')) });
    if (job.status === 'pending' || job.status === 'running')
      throw refuse('E_UNDO', { expected: formatMessage(bulkText('bulk.running')) });
    const rows = await undoableRows(id, inside);
    if (rows === undefined) throw refuse('E_UNDO', { expected: formatMessage(bulkText('bulk.nothing')) });
    const title = formatMessageIn('zh-CN', bulkText('bulk.undo', { title: String(job.title) }));
    const subject = { entity: String(job.entity), title };
    const undo: BulkUndo = { jobId: id, operation: rows.operation };
    const { jobId } = await inside.services.jobs.start('bulk_undo', undo, inside, subject);
    return { jobId, total: rows.count };
  });
}

/** Refuses undoing a row to who does not hold what that asks for. */
export function refuseUndo(key: string, { caller }: CallContext): void {
  if (!isGranted(caller.grants, key)) throw refuse('E_NO_PERMISSION', { expected: key });
}
