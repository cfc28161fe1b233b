import { queryRecycled, restoreRecycled } from '../../../contract/recycle.ts';
import { isGranted } from '../../../engine/model/access/index.ts';
import type { EntityModel } from '../../../engine/model/entity/index.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import { type CallContext, modelOf } from '../../kernel/operation/context.ts';
import { type CallerOperation, implement } from '../../kernel/operation/operation.ts';
import { bulkAnswer, runRows } from '../bulk/run-rows.ts';
import { restoreById, restorePermission } from '../write/restore.ts';
import { deletedRows, type Sought } from './deleted-rows.ts';
import { deletedTogether } from './deleted-together.ts';
import { seesOthersDeleted } from './others-deleted.ts';

const usualSize = 20;

/** What was deleted and can be restored, of every kind the caller may delete, and restoring it. */
export const recycleOperations: readonly CallerOperation[] = [
  implement(queryRecycled, async (body, asked) => {
    // The page is about no entity of its own.
    const context: CallContext = { ...asked, page: undefined };
    const kinds = kindsOf(context);
    const seesOthers = seesOthersDeleted(context.caller);
    const by = seesOthers && body.mine !== true ? (body.by ?? undefined) : context.caller.staffId;
    const size = body.size ?? usualSize;
    const sought: Sought = {
      by,
      search: (body.search ?? '').trim(),
      from: body.from ?? undefined,
      to: body.to ?? undefined,
      // The pages of several kinds come out of one order: each kind gives as many as could stand before the end.
      size: size * (body.page ?? 1),
    };
    const found: Awaited<ReturnType<typeof deletedRows>>[] = [];
    // One after another: a hundred kinds at once would take every session of the database.
    for (const entity of kinds) found.push(await deletedRows(entity, sought, isWanted(entity, body), context));
    const all = found.flatMap(({ list }) => list).sort((a, b) => b.deletedAt.localeCompare(a.deletedAt));
    const list = all.slice(sought.size - size, sought.size);
    const together = await deletedTogether(list, context);
    return {
      kinds: found.flatMap(({ entity, count }) =>
        count === 0 ? [] : [{ entity: entity.document.name, title: entity.document.title, count }],
      ),
      people: seesOthers,
      total: found.reduce((sum, { count, isWanted: isIn }) => sum + (isIn ? count : 0), 0),
      list: list.map((row) => ({ ...row, with: together.get(row.id) ?? [] })),
    };
  }),
  implement(restoreRecycled, async ({ rows }, asked) => {
    const context: CallContext = { ...asked, page: undefined };
    const entityOf = new Map(rows.map(({ id, entity }) => [id, entity]));
    const names = new Set(kindsOf(context).map(({ document }) => document.name));
    const step = async (id: string, inside: CallContext): Promise<undefined> => {
      const name = entityOf.get(id) ?? '';
      if (!names.has(name)) throw refuse('E_NO_PERMISSION', { expected: `${name}:delete` });
      await restoreById(modelOf(inside.documents, name), id, inside);
      return undefined;
    };
    return bulkAnswer(await runRows([...entityOf.keys()], step, context));
  }),
];

/** The kinds of records that can be restored and the caller may delete. */
function kindsOf({ documents, caller }: CallContext): readonly EntityModel[] {
  return [...documents.entities.keys()]
    .map((name) => modelOf(documents, name))
    .filter(
      (entity) => entity.document.operations.includes('restore') && isGranted(caller.grants, restorePermission(entity)),
    );
}

function isWanted({ document }: EntityModel, { entity }: { readonly entity?: string | null }): boolean {
  return entity === undefined || entity === null || entity === document.name;
}
