import { verbPermissions } from '../../../engine/model/access/index.ts';
import type { EntityModel } from '../../../engine/model/entity/index.ts';
import { faultMessage, pointer } from '../../../engine/model/faults/index.ts';
import { formatMessage } from '../../../engine/model/texts/index.ts';
import { AppError, refuse } from '../../kernel/errors/app-error.ts';
import { type CallContext, modelOf } from '../../kernel/operation/context.ts';
import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import type { RowWork } from '../../kernel/operation/row-work.ts';
import { mutate } from '../../records/change/mutate.ts';
import { refuseInClosedParents, refuseUnlessMay } from '../../records/change/write-access.ts';
import { logChange } from '../../records/log/operation-log.ts';
import { idOf } from '../../records/read/view.ts';
import { holdTree, putBack } from '../../records/tree/tree.ts';
import { writeText } from '../../texts/write-text.ts';
import { restoreChildren } from './child-rows.ts';
import { lockedRecord } from './modify.ts';

type Changed = { readonly id: string; readonly version: number };

/** Takes the mark off a deleted row, `{id}`, and off the child rows that were deleted together with it. */
export async function restoreRow(entity: EntityModel, body: Values, context: CallContext): Promise<Changed> {
  return restoreById(entity, idOf(body), context);
}

/** The same for each of many rows. */
export function restoreRows(entity: EntityModel): RowWork {
  return {
    rows: 'deleted',
    prepare: async () => async (id, context) => {
      await restoreById(entity, id, context);
      return undefined;
    },
  };
}

/** The key that restoring rows of an entity asks for. */
export function restorePermission({ document }: EntityModel): string {
  return `${document.name}:${verbPermissions.restore}`;
}

/** Restores a row within reach. What it held and somebody else has by now is refused, and so is a row whose parent is gone. */
export async function restoreById(entity: EntityModel, id: string, context: CallContext): Promise<Changed> {
  try {
    return await mutate(`${entity.document.name}.restore`, { id }, context, (inside) => restore(entity, id, inside));
  } catch (error) {
    const fault = error instanceof AppError && error.code === 'E_INPUT_INVALID' ? error.detail.faults?.[0] : undefined;
    if (fault === undefined || !(error instanceof AppError)) throw error;
    throw refuse('E_RESTORE', { expected: faultMessage(fault) }, error.detail);
  }
}

async function restore(entity: EntityModel, id: string, context: RuleContext): Promise<Changed> {
  await holdTree(entity, 'add', context);
  const record = await lockedRecord(entity, id, context, 'deleted');
  await refuseUnlessMay(entity, 'restore', record, context);
  await refuseWithoutParent(entity, record, context);
  await refuseInClosedParents(entity, [record], context);
  const place = await putBack(entity, record, context);
  // The mark of the row tells which child rows went with it.
  const restored = await restoreChildren(entity, id, context);
  await context.records.restore(entity.document.name, record, place);
  const after = Object.keys(restored).length === 0 ? {} : { after: restored };
  await logChange({ entity, id, action: 'restore', title: writeText('write.restored'), ...after }, context);
  return { id, version: record.version + 1 };
}

/** A child row without its parent would be seen by nobody. The parent is held, so that it does not go meanwhile. */
async function refuseWithoutParent(entity: EntityModel, record: StoredRecord, context: RuleContext): Promise<void> {
  for (const document of context.documents.entities.values()) {
    for (const rows of document.children ?? []) {
      const parentId = record[rows.by];
      if (rows.entity !== entity.document.name || typeof parentId !== 'string') continue;
      await context.records.lock(document.name, parentId);
      if ((await context.records.findOne(document.name, { id: parentId })) === undefined)
        throw parentGone(modelOf(context.documents, document.name), entity, rows.by);
    }
  }
}

function parentGone(parent: EntityModel, entity: EntityModel, key: string): AppError {
  const title = entity.fields.get(key)?.title ?? parent.document.title;
  const fault = { code: 'E_INPUT_REFERENCE', pointer: pointer(key), title } as const;
  const expected = formatMessage(writeText('write.parentGone', { entity: parent.document }));
  return refuse('E_RESTORE', { expected }, { faults: [fault] });
}
