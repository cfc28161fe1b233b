import type { EntityModel } from '../../../engine/model/entity/index.ts';
import type { Where } from '../../../engine/model/wire/index.ts';
import { isCommonText } from '../../db/search/keyword.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import { foundAmongFirst, queryRows } from '../../records/read/query.ts';

/** Records of a kind that are looked at in each page, of which those come first that are called by the keyword. */
const maxRead = 20;

/**
 * The ids of the records that a filter by this keyword finds on the context's page, newest first. What finds very many
 * is looked for among the rows the page begins with, which mostly are enough or all there are: to collect all of them
 * would take a hundred times as long.
 */
export async function foundIds(
  model: EntityModel,
  where: Where,
  keyword: string,
  context: CallContext,
): Promise<readonly string[]> {
  if (isCommonText(keyword) && model.document.tree === undefined) {
    const among = await foundAmongFirst(model, { where, size: maxRead }, context);
    if (among !== undefined) return among;
  }
  const { list } = await queryRows(model, { where, fields: [], size: maxRead, count: 'none' }, context);
  return list.map(({ id }) => id);
}
