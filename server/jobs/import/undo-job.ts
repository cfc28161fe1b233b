import type { DocumentSet } from '../../../engine/model/documents/index.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import { modelOf } from '../../kernel/operation/context.ts';
import type { RuleBook } from '../../kernel/operation/domain-rules.ts';
import type { JobContext, JobKind, JobStep } from '../../kernel/operation/job.ts';
import { keptRows } from '../../operations/import/import-rows-store.ts';
import { intakeOf, undoPermission } from '../../operations/import/intake.ts';
import { type UndoCounts, undoRows } from '../../operations/import/undo-rows.ts';
import { importText } from '../../texts/import-text.ts';
import { saveKeptFile } from './kept-file.ts';

/** What taking an import back works by. */
export type UndoInput = { readonly batchId: string; readonly entity: string; readonly action?: string };

/** Where it stands: the rows before this number are still to be done, last ones first. */
export type UndoState = {
  readonly before: number | null;
  readonly done: number;
  readonly total: number;
  readonly counts: UndoCounts;
};

const rowsPerStep = 200;
const written = ['created', 'updated'];
const beyondAll = 2_147_483_647;

/** Taking an import back as background work. */
export function undoKind(documents: DocumentSet, rules: RuleBook): JobKind<UndoInput, UndoState> {
  return {
    key: 'import_undo',
    title: '撤销导入',
    permission: ({ entity, action }) => undoPermission(intakeOf(modelOf(documents, entity), action)),
    begin: () => ({ before: null, done: 0, total: 0, counts: { deleted: 0, restored: 0, kept: 0 } }),
    async step(state, context) {
      const begun = state.before === null ? await begin(state, context) : state;
      const from = begun.before ?? beyondAll;
      const rows = await keptRows(context.input.batchId, written, { before: from }, rowsPerStep, context);
      if (rows.length === 0) return finish(begun, context);
      const { entity, action } = context.input;
      const { moves } = intakeOf(modelOf(documents, entity), action);
      const plan = {
        entity: modelOf(documents, entity),
        rules,
        ...(action === undefined ? {} : { action }),
        ...(moves?.back === undefined ? {} : { back: moves.back }),
      };
      const counts = added(begun.counts, await undoRows(plan, rows, context));
      const done = begun.done + rows.length;
      return { state: { ...begun, counts, done, before: rows.at(-1)?.rowNo ?? 0 }, done, total: begun.total };
    },
    async discard(_, context) {
      await context.records.update('import_batch', context.input.batchId, { undoJobId: null });
    },
  };
}

async function begin(state: UndoState, context: JobContext<UndoInput>): Promise<UndoState> {
  const { batchId } = context.input;
  const [batch] = await context.records.find('import_batch', { id: batchId }, 1);
  const total = Number(batch?.success ?? 0);
  const [first] = await keptRows(batchId, [...written, 'kept'], { after: 0 }, 1, context);
  if (first === undefined && total > 0) throw refuse('E_IMPORT_UNDO', { got: importText('import.undo.late') });
  return { ...state, total };
}

function added(a: UndoCounts, b: UndoCounts): UndoCounts {
  return { deleted: a.deleted + b.deleted, restored: a.restored + b.restored, kept: a.kept + b.kept };
}

async function finish(state: UndoState, context: JobContext<UndoInput>): Promise<JobStep<UndoState>> {
  const { batchId } = context.input;
  const { deleted, restored, kept } = state.counts;
  const fileId = kept === 0 ? undefined : await saveKeptFile(context);
  await context.records.update('import_batch', batchId, { status: 'undone' });
  const [batch] = await context.records.find('import_batch', { id: batchId }, 1);
  const message = `已撤销：删除${deleted}条，恢复${restored}条，保留${kept}条`;
  return {
    state,
    done: state.done,
    total: state.done,
    finished: {
      message,
      facts: { ...state.counts, batchId, undid: batch?.jobId ?? null },
      ...(fileId === undefined ? {} : { fileId }),
    },
  };
}
