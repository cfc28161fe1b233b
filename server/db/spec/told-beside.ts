import { type EntityModel, isStored } from '../../../engine/model/entity/index.ts';
import { toColumn } from '../../../engine/model/naming/index.ts';
import { quote } from './names.ts';

/**
 * What an index that gives rows in the order of a list holds beside its keys: what tells of a row whether somebody sees it
 * there, so that the rows themselves need not be read to count them or to look for his among them. Of an index of
 * somebody's rows that is their project; of one of all rows, what they refer to, where that tells whose they are. Empty
 * for every other index.
 */
export function toldBeside(model: EntityModel, keys: readonly string[]): string {
  const { access, appendOnly, mergedInto } = model.document;
  const { owner = [], department = [], project } = access ?? {};
  const [whose = '', ...order] = keys;
  const isOfSomebody = [...owner, ...department].includes(whose) && order.join() === 'createdAt,id';
  const referred = order.join() === 'id' ? referencesTo(department, model) : [];
  if (referred.length === 0 && (project === undefined || !isOfSomebody)) return '';
  const told = [...referred, project, mergedInto].filter(
    (key) => key !== undefined && isColumn(model, key) && !keys.includes(key),
  );
  const columns = [...(appendOnly === true ? [] : ['deletedAt']), ...told].map((key = '') => quote(toColumn(key)));
  return columns.length === 0 ? '' : ` include (${columns.join(', ')})`;
}

/** The references of a row itself through which a path leads to a column. */
function referencesTo(paths: readonly string[], { relations }: EntityModel): readonly string[] {
  const keys = paths.flatMap((path) => {
    const [name = '', ...further] = path.split('.');
    const relation = further.length === 1 ? relations.get(name) : undefined;
    return relation === undefined ? [] : [relation.field.key];
  });
  return [...new Set(keys)];
}

function isColumn({ fields }: EntityModel, key: string): boolean {
  const field = fields.get(key);
  return field !== undefined && isStored(field);
}
