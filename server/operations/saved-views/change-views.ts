import { sql } from 'kysely';
import type { Value } from '../../../contract/definition/schema.ts';
import { type createView, listLayout, type modifyView, viewState } from '../../../contract/saved-views.ts';
import type { EntityModel } from '../../../engine/model/entity/index.ts';
import type { Fault } from '../../../engine/model/faults/index.ts';
import { pageInForce } from '../../access/page-in-force.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import { type CallContext, modelOf } from '../../kernel/operation/context.ts';
import type { DomainRules, RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import { mutate } from '../../records/change/mutate.ts';
import { logChange } from '../../records/log/operation-log.ts';
import { rowColumns } from '../../records/store/record-statements.ts';
import { writeText } from '../../texts/write-text.ts';
import { createRow } from '../write/create.ts';
import { deleteRow } from '../write/delete.ts';
import { modifyRow } from '../write/modify.ts';
import { refuseFaults, shapeCheck } from './check-shape.ts';
import { listPageOf } from './list-page.ts';
import { maskedFaults } from './masked-values.ts';
import { refuseSharing } from './read-views.ts';

const entityName = 'saved_view';
/** Views of one page that one person may have. */
export const maxViews = 50;

const checkState = shapeCheck({ ...viewState }, '/state', 65_536);
const checkLayout = shapeCheck({ ...listLayout }, '/layout', 32_768);

/** A view is shared by whoever may share, with the department of its author, and holds what its page can read. */
export const savedViewRules: DomainRules = {
  entity: entityName,
  beforeCreate: async ({ share }, { caller }) => ({
    departmentId: share === 'department' ? caller.departmentId : null,
  }),
  async beforeModify(record, changes, context) {
    const { share } = changes;
    refuseSharing(share, context);
    const page = listPageOf(record.page, context);
    if (changes.page !== undefined && changes.page !== page.name) throw refuse('E_NO_PAGE');
    refuseFaults(await contentFaults(changes, page.name, context));
    return share === undefined ? {} : { departmentId: share === 'department' ? context.caller.departmentId : null };
  },
};
const ruleBook = new Map([[entityName, savedViewRules]]);

type Named = { readonly id: string };
type Written = { readonly id: string; readonly version: number };

/** Keeps what a list shows as a view of the caller's own. */
export async function addView(body: Value<typeof createView.input>, context: CallContext): Promise<Written> {
  refuseSharing(body.share, context);
  const page = listPageOf(body.page, context);
  refuseFaults(await contentFaults(body, page.name, context));
  return mutate('saved_view.add', body, context, async (inside) => {
    await refuseMore(page.name, inside);
    return createRow(entityOf(inside), body, withoutKey(inside), ruleBook);
  });
}

/** Changes a view; only its author may, for everybody else it is not there. */
export async function changeView(body: Value<typeof modifyView.input>, context: CallContext): Promise<Written> {
  const { id } = body;
  // Whoever may not share is told that before any view is looked for.
  refuseSharing(body.share, context);
  return mutate('saved_view.edit', body, context, async (inside) => {
    await ownView(id, inside);
    return modifyRow(entityOf(inside), body, withoutKey(inside), ruleBook);
  });
}

/** Deletes a view of the caller's own. */
export async function removeView(body: Named, context: CallContext): Promise<Named> {
  const { id } = body;
  return mutate('saved_view.remove', body, context, async (inside) => {
    await ownView(id, inside);
    return deleteRow(entityOf(inside), { id }, withoutKey(inside), new Map());
  });
}

/** Brings a deleted view of the caller's own back; a name taken meanwhile is refused. */
export async function recoverView(body: Named, context: CallContext): Promise<Named> {
  const { id } = body;
  return mutate('saved_view.restore', body, context, async (inside) => {
    const record = await deletedView(id, inside);
    await inside.records.restore(entityName, record, {});
    await logChange({ entity: entityOf(inside), id, action: 'restore', title: writeText('write.restored') }, inside);
    return { id };
  });
}

async function deletedView(id: string, { db, caller, documents, records }: RuleContext): Promise<StoredRecord> {
  const entity = entityOf({ documents });
  const { rows } = await sql<Values>`select ${rowColumns(entity)} from saved_view
    where id = ${id} and created_by = ${caller.staffId} and deleted_at is not null for update`.execute(db);
  if (rows[0] === undefined) throw refuse('E_NOT_FOUND');
  return records.toRecord(entity, rows[0]);
}

function entityOf({ documents }: Pick<CallContext, 'documents'>): EntityModel {
  return modelOf(documents, entityName);
}

/** What is done inside has its answer kept with the whole. */
function withoutKey(context: RuleContext): RuleContext {
  return { ...context, idempotencyKey: undefined };
}

async function ownView(id: string, { records, caller }: RuleContext): Promise<StoredRecord> {
  const record = await records.findOne(entityName, { id, createdBy: caller.staffId });
  if (record === undefined) throw refuse('E_NOT_FOUND');
  return record;
}

/** One after another, so that two at once cannot both be the last. */
async function refuseMore(page: string, { records, caller }: RuleContext): Promise<void> {
  await records.lock('staff', caller.staffId);
  const count = await records.count(entityName, { page, createdBy: caller.staffId });
  if (count >= maxViews) throw refuse('E_VIEW_LIMIT', { max: maxViews });
}

async function contentFaults(body: Values, pageName: string, context: CallContext): Promise<readonly Fault[]> {
  const { state, layout } = body;
  const shape = [
    ...(state === undefined ? [] : checkState(state)),
    ...(layout === undefined || layout === null ? [] : checkLayout(layout)),
  ];
  if (shape.length > 0 || typeof state !== 'object' || state === null) return shape;
  // A filter may have been added in the app.
  const { page } = await pageInForce(listPageOf(pageName, context), context);
  return page.kind === 'list' ? maskedFaults({ ...state }, page, context.documents) : [];
}
