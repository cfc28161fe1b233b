import { fileTypes } from '../../../engine/model/fields/index.ts';
import { dayOf } from '../../../engine/model/time/index.ts';
import { inTransaction } from '../../db/connection/connect.ts';
import { saveFile } from '../../files/file-rows.ts';
import { type CallContext, modelOf, withDb } from '../../kernel/operation/context.ts';
import type { JobKind } from '../../kernel/operation/job.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { exportMark, writtenFile, writtenRows } from '../../operations/export/export-file.ts';
import { logChange } from '../../records/log/operation-log.ts';
import { matrixOf } from './matrix.ts';

const title = '权限矩阵';
const permission = 'role:matrix_export';
const keptMs = 86_400_000;
const maxBytes = 50_000_000;

type Input = { readonly staffIds: readonly string[] };

/** Starts writing the matrix into a file; that it was taken out stands in the operation log. */
export async function startMatrixExport(input: Values, context: CallContext): Promise<{ readonly jobId: string }> {
  const staffIds = Array.isArray(input.staffIds) ? input.staffIds.map(String) : [];
  // What is refused is refused at once, not by the job.
  await matrixOf({ staffIds }, context);
  return inTransaction(context.db, async (db) => {
    const inside = withDb(context, db);
    const subject = { entity: 'role', title: `导出${title}`, once: JSON.stringify(['matrix', staffIds]) };
    const { jobId, isNew } = await context.services.jobs.start<Input>('matrixExport', { staffIds }, inside, subject);
    const entity = modelOf(context.documents, 'role');
    if (isNew)
      await logChange(
        { entity, id: jobId, action: 'matrixExport', title: `导出${title}`, facts: { staffIds } },
        inside,
      );
    return { jobId };
  });
}

/** The kind of job that it is: one step, for it is a few thousand rows at most. */
export const matrixExportKind: JobKind<Input, null> = {
  key: 'matrixExport',
  title: `导出${title}`,
  permission: () => permission,
  begin: () => null,
  async step(_, context) {
    const { columns, groups, words } = await matrixOf(context.input, context);
    const lines = groups.flatMap((group) =>
      group.rows.map(({ area, title: what, cells }) => [
        group.title,
        area,
        what,
        ...cells.map((code) => words[code] ?? code),
      ]),
    );
    const { now, caller, services } = context;
    const mark = exportMark(caller, now, lines.length);
    async function* written() {
      yield writtenRows('xlsx', [['页面', '位置', '内容', ...columns.map(({ name }) => name)], ...lines], 0);
      yield writtenRows('xlsx', [[mark]], lines.length + 1);
    }
    const stored = await services.files.write(writtenFile('xlsx', title, written(), mark), maxBytes);
    const name = `${title}-${dayOf(now)}.xlsx`;
    const expireAt = new Date(Date.parse(now) + keptMs).toISOString();
    const { kind, mime } = fileTypes.xlsx;
    const fileId = await saveFile({ name, kind, mime, private: true, expireAt }, stored, context);
    const rows = lines.length;
    return {
      state: null,
      done: rows,
      total: rows,
      finished: { fileId, message: `已导出 ${rows} 条`, facts: { rows, name, expireAt } },
    };
  },
};
