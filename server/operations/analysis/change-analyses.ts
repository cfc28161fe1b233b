import { sql } from 'kysely';
import type { createAnalysis, modifyAnalysis } from '../../../contract/analysis/analyses.ts';
import { maxAnalyses } from '../../../contract/analysis/analysis-words.ts';
import type { Value } from '../../../contract/definition/schema.ts';
import type { EntityModel } from '../../../engine/model/entity/index.ts';
import { formatMessage } from '../../../engine/model/texts/index.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import { invalidInput } from '../../kernel/errors/invalid-input.ts';
import { type CallContext, modelOf } from '../../kernel/operation/context.ts';
import type { DomainRules, RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import { mutate } from '../../records/change/mutate.ts';
import { logChange } from '../../records/log/operation-log.ts';
import { rowColumns } from '../../records/store/record-statements.ts';
import { analysisText } from '../../texts/analysis-text.ts';
import { writeText } from '../../texts/write-text.ts';
import { refuseFaults } from '../saved-views/check-shape.ts';
import { refuseSharing } from '../saved-views/read-views.ts';
import { createRow } from '../write/create.ts';
import { deleteRow } from '../write/delete.ts';
import { modifyRow } from '../write/modify.ts';
import { askFaults } from './check-ask.ts';

const entityName = 'saved_analysis';

/** An analysis is shared with the department of its author, and is known by the dataset it asks. */
const analysisRules: DomainRules = {
  entity: entityName,
  beforeCreate: async ({ share, ask }, { caller }) => ({
    departmentId: share === 'department' ? caller.departmentId : null,
    dataset: datasetIn(ask),
  }),
  beforeModify: async (_, { share, ask }, { caller }) => ({
    ...(share === undefined ? {} : { departmentId: share === 'department' ? caller.departmentId : null }),
    ...(ask === undefined ? {} : { dataset: datasetIn(ask) }),
  }),
};
const ruleBook = new Map([[entityName, analysisRules]]);

type Named = { readonly id: string };
type Written = { readonly id: string; readonly version: number };

/** Keeps what somebody asks of a dataset as an analysis of his own. */
export async function addAnalysis(body: Value<typeof createAnalysis.input>, context: CallContext): Promise<Written> {
  refuseSharing(body.share, context);
  refuseFaults(askFaults(body.ask, context));
  return mutate('saved_analysis.add', body, context, async (inside) => {
    await refuseMore(inside);
    return createRow(entityOf(inside), body, withoutKey(inside), ruleBook);
  });
}

/** Changes an analysis; only its author may, for everybody else it is not there. */
export async function changeAnalysis(body: Value<typeof modifyAnalysis.input>, context: CallContext): Promise<Written> {
  refuseSharing(body.share, context);
  return mutate('saved_analysis.edit', body, context, async (inside) => {
    await ownAnalysis(body.id, inside);
    if (body.ask !== undefined) refuseFaults(askFaults(body.ask, inside));
    return modifyRow(entityOf(inside), body, withoutKey(inside), ruleBook);
  });
}

/** Deletes an analysis of the caller's own. */
export async function removeAnalysis(body: Named, context: CallContext): Promise<Named> {
  const { id } = body;
  return mutate('saved_analysis.remove', body, context, async (inside) => {
    await ownAnalysis(id, inside);
    return deleteRow(entityOf(inside), { id }, withoutKey(inside), new Map());
  });
}

/** Brings a deleted analysis of the caller's own back; a name taken meanwhile is refused, and so is one too many. */
export async function recoverAnalysis(body: Named, context: CallContext): Promise<Named> {
  const { id } = body;
  return mutate('saved_analysis.restore', body, context, async (inside) => {
    const record = await deletedAnalysis(id, inside);
    await refuseMore(inside);
    await inside.records.restore(entityName, record, {});
    await logChange({ entity: entityOf(inside), id, action: 'restore', title: writeText('write.restored') }, inside);
    return { id };
  });
}

async function deletedAnalysis(id: string, { db, caller, documents, records }: RuleContext): Promise<StoredRecord> {
  const entity = entityOf({ documents });
  const { rows } = await sql<Values>`select ${rowColumns(entity)} from saved_analysis
    where id = ${id} and created_by = ${caller.staffId} and deleted_at is not null for update`.execute(db);
  if (rows[0] === undefined) throw refuse('E_NOT_FOUND');
  return records.toRecord(entity, rows[0]);
}

async function ownAnalysis(id: string, { records, caller }: RuleContext): Promise<StoredRecord> {
  const record = await records.findOne(entityName, { id, createdBy: caller.staffId });
  if (record === undefined) throw refuse('E_NOT_FOUND');
  return record;
}

function entityOf({ documents }: Pick<CallContext, 'documents'>): EntityModel {
  return modelOf(documents, entityName);
}

/** What is done inside has its answer kept with the whole. */
function withoutKey(context: RuleContext): RuleContext {
  return { ...context, idempotencyKey: undefined };
}

/** One after another, so that two at once cannot both be the last. */
async function refuseMore({ records, caller }: RuleContext): Promise<void> {
  await records.lock('staff', caller.staffId);
  const count = await records.count(entityName, { createdBy: caller.staffId });
  if (count < maxAnalyses) return;
  const [expected, got] = [String(maxAnalyses), String(count + 1)];
  const title = formatMessage(analysisText('analysis.perPerson'));
  throw invalidInput([{ code: 'E_INPUT_TOO_MANY', pointer: '', title, expected, got }]);
}

function datasetIn(ask: unknown): string {
  return typeof ask === 'object' && ask !== null && 'dataset' in ask ? String(ask.dataset) : '';
}
