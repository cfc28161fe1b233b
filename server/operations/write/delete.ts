import type { EntityModel } from '../../../engine/model/entity/index.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import type { RuleBook } from '../../kernel/operation/domain-rules.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import type { RowWork } from '../../kernel/operation/row-work.ts';
import { mutate } from '../../records/change/mutate.ts';
import { refuseInClosedParents, refuseUnlessMay } from '../../records/change/write-access.ts';
import { logChange } from '../../records/log/operation-log.ts';
import { holdPlace } from '../../records/order/row-order.ts';
import { idOf } from '../../records/read/view.ts';
import { holdTree, refuseWithNodesBelow } from '../../records/tree/tree.ts';
import { writeText } from '../../texts/write-text.ts';
import { removeChildren } from './child-rows.ts';
import { lockedRecord } from './modify.ts';
import { restoreById, restorePermission } from './restore.ts';

/** Marks a row and its child rows deleted. */
export async function deleteRow(
  entity: EntityModel,
  body: Values,
  context: CallContext,
  rules: RuleBook,
): Promise<{ readonly id: string }> {
  return deleteById(entity, idOf(body), body, context, rules);
}

/** The same for each of many rows; undone by restoring them. */
export function deleteRows(entity: EntityModel, rules: RuleBook): RowWork {
  const undo = {
    permission: () => restorePermission(entity),
    run: async (id: string, _: Values, context: CallContext) => {
      await restoreById(entity, id, context);
    },
  };
  return {
    prepare: async () => async (id, context) => {
      await deleteById(entity, id, { id }, context, rules);
      return {};
    },
    ...(entity.document.operations.includes('restore') ? { undo } : {}),
  };
}

function deleteById(
  entity: EntityModel,
  id: string,
  body: Values,
  context: CallContext,
  rules: RuleBook,
): Promise<{ readonly id: string }> {
  return mutate(`${entity.document.name}.delete`, body, context, async (inside) => {
    await holdTree(entity, 'move', inside);
    await holdPlace(entity, id, {}, inside);
    const record = await lockedRecord(entity, id, inside);
    await refuseUnlessMay(entity, 'delete', record, inside);
    await refuseInClosedParents(entity, [record], inside);
    await refuseWithNodesBelow(entity, record, inside);
    await rules.get(entity.document.name)?.beforeDelete?.(record, inside);
    const removed = await removeChildren(entity, id, inside);
    await inside.records.remove(entity.document.name, id);
    const before = Object.keys(removed).length === 0 ? {} : { before: removed };
    await logChange({ entity, id, action: 'delete', title: writeText('write.deleted'), ...before }, inside);
    return { id };
  });
}
