import { type EntityModel, isStored } from '../../../engine/model/entity/index.ts';
import { toColumn } from '../../../engine/model/naming/index.ts';
import { quote } from './names.ts';

/**
 * What an index that gives somebody's rows in the order of a list holds beside its keys: what tells of a row whether he
 * sees it there, so that it tells how many these are without the rows themselves. Empty for every other index.
 */
export function toldBeside(model: EntityModel, keys: readonly string[]): string {
  const { access, appendOnly, mergedInto } = model.document;
  const { owner = [], department = [], project } = access ?? {};
  const [whose = '', ...order] = keys;
  const isOfSomebody = [...owner, ...department].includes(whose) && order.join() === 'createdAt,id';
  if (project === undefined || !isOfSomebody) return '';
  const told = [project, mergedInto].filter((key) => key !== undefined && isColumn(model, key));
  const columns = [...(appendOnly === true ? [] : ['deletedAt']), ...told].map((key = '') => quote(toColumn(key)));
  return columns.length === 0 ? '' : ` include (${columns.join(', ')})`;
}

function isColumn({ fields }: EntityModel, key: string): boolean {
  const field = fields.get(key);
  return field !== undefined && isStored(field);
}
