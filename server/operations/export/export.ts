import type { EntityModel } from '../../../engine/model/entity/index.ts';
import { formatMessageIn } from '../../../engine/model/texts/index.ts';
import { inTransaction } from '../../db/connection/connect.ts';
import { exportLimitOf } from '../../db/export-limits.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import { type CallContext, withDb } from '../../kernel/operation/context.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { logChange } from '../../records/log/operation-log.ts';
import { exportText } from '../../texts/export-text.ts';
import { plainColumns } from './export-masks.ts';
import { digestOf, type ExportRequest, readExportRequest, sealed } from './export-request.ts';
import { countWanted } from './export-rows.ts';
import { loggableFilter } from './loggable-filter.ts';

/** Most rows of any export, whatever a role allows: xlsx holds no more, and a file has to be opened by somebody. */
const maxRows = { csv: 1_000_000, xlsx: 300_000 } as const;

/** What starting an export answers. */
export type StartedExport = { readonly jobId: string; readonly total: number };

/**
 * Starts the export of the rows a list shows: same reach and page filter, masked but for who may export in clear. The same once more, while it runs,
 * answers the one that runs. What was taken out, by whom and why, stands in the operation log.
 */
export async function startExport(entity: EntityModel, body: Values, context: CallContext): Promise<StartedExport> {
  const asked = readExportRequest(entity, body, context);
  const most = Math.min(
    (await exportLimitOf(context.db, context.caller.staffId)) ?? Number.POSITIVE_INFINITY,
    maxRows[asked.format],
  );
  const total = await countWanted(entity, asked, most, context);
  if (total > most) throw refuse('E_EXPORT_LIMIT', { max: most });
  const request: ExportRequest = { ...asked, most };
  const { document } = entity;
  return inTransaction(context.db, async (db) => {
    const inside = withDb(context, db);
    const title = formatMessageIn('zh-CN', exportText('export.of', { entity: document }));
    const subject = { entity: document.name, title, once: digestOf(asked, context.page) };
    const { jobId, isNew } = await context.services.jobs.start('export', sealed(request, context), inside, subject);
    if (isNew) await logExport(entity, jobId, total, request, inside);
    return { jobId, total };
  });
}

async function logExport(
  entity: EntityModel,
  jobId: string,
  total: number,
  request: ExportRequest,
  context: CallContext,
): Promise<void> {
  const { where, sort, columns, format, reason } = request;
  const plain = plainColumns(columns, entity, context);
  const facts = {
    rows: total,
    where: loggableFilter(where, entity, context),
    sort,
    columns: columns.map(({ path }) => path),
    ...(plain.length === 0 ? {} : { plain: plain.map(({ path }) => path) }),
    format,
    reason,
    page: context.page?.name ?? null,
  };
  const fields = plain.map((column) => column.title).join('、');
  const how = fields === '' ? format : exportText('export.inClear', { format, fields });
  const told =
    reason === null
      ? exportText('export.logged', { count: total, how })
      : exportText('export.loggedFor', { count: total, how, reason });
  const title = formatMessageIn('zh-CN', told);
  await logChange({ entity, id: jobId, action: 'export', title, facts }, context);
}
