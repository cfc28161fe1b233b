import type { EntityModel } from '../../../engine/model/entity/index.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import type { LoggedRow } from './describe-change.ts';
import { loggedRows } from './logged-rows.ts';

const lookedBack = 100;

/** Who wrote each of these fields last, and when; a field nobody wrote lately is left out. */
export async function lastChanges(
  entity: EntityModel,
  id: string,
  keys: readonly string[],
  context: CallContext,
): Promise<ReadonlyMap<string, LoggedRow>> {
  const rows = await loggedRows(entity, id, { limit: lookedBack }, context);
  const found = keys.flatMap((key): readonly [string, LoggedRow][] => {
    const child = entity.children.get(key)?.entity;
    const last = rows.find(
      (row) => row.entity === child || (row.entity === entity.document.name && Object.hasOwn(row.after, key)),
    );
    return last === undefined ? [] : [[key, last]];
  });
  return new Map(found);
}
