import type { EntityModel } from '../../engine/model/index.ts';
import type { RowWork } from './bulk/row-work.ts';
import { removeChildren } from './child-rows.ts';
import type { CallContext } from './context.ts';
import { lockedRecord } from './modify.ts';
import { mutate } from './mutate.ts';
import { logChange } from './operation-log.ts';
import type { Values } from './record-store.ts';
import { restoreById, restorePermission } from './restore.ts';
import { holdTree, refuseWithNodesBelow } from './tree.ts';
import { idOf } from './view.ts';
import type { RuleBook } from './write-row.ts';

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
    const record = await lockedRecord(entity, id, inside);
    await refuseWithNodesBelow(entity, record, inside);
    await rules.get(entity.document.name)?.beforeDelete?.(record, inside);
    const removed = await removeChildren(entity, id, inside);
    await inside.records.remove(entity.document.name, id);
    const before = Object.keys(removed).length === 0 ? {} : { before: removed };
    await logChange({ entity, id, action: 'delete', title: '删除', ...before }, inside);
    return { id };
  });
}
