import type { EntityModel } from '../../../engine/model/entity/index.ts';
import type { Where } from '../../../engine/model/wire/index.ts';
import { searchedReferences } from '../../db/spec/search-column.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import { foundAmongFirst, queryRows } from '../../records/read/query.ts';

/** Records of a kind that a keyword finds in a page, newest first and no more of them than are looked at. */
export const maxRead = 20;

/**
 * The ids of the records that a filter finds on the context's page. By what records refer to, a family name finds those
 * of every such customer: their own newest ones are looked at first, which mostly are enough or all there are.
 */
export async function foundIds(model: EntityModel, where: Where, context: CallContext): Promise<readonly string[]> {
  const { document } = model;
  if (searchedReferences(document).length > 0 && document.tree === undefined) {
    const among = await foundAmongFirst(model, { where, size: maxRead }, context);
    if (among !== undefined) return among;
  }
  const { list } = await queryRows(model, { where, fields: [], size: maxRead, count: 'none' }, context);
  return list.map(({ id }) => id);
}
