import type { EntityDocument, EntityField } from '../../../engine/model/documents/index.ts';
import type { Fault } from '../../../engine/model/faults/index.ts';
import { toColumn } from '../../../engine/model/naming/index.ts';
import { valueAt } from '../../../engine/model/record/index.ts';
import { formatMessage, type Message } from '../../../engine/model/texts/index.ts';
import { doubleRows, emptyRows, type FoundRows } from '../../db/design/custom-store.ts';
import { hashColumn } from '../../db/spec/columns.ts';
import { type CallContext, modelOf } from '../../kernel/operation/context.ts';
import { queryRows } from '../../records/read/query.ts';
import { customText } from '../../texts/design/custom-text.ts';

/** What the rows that are there do not allow of a field, each with some of them; a new field gives all of them its default. */
export async function rowsInTheWay(
  entity: EntityDocument,
  field: EntityField,
  before: EntityField | undefined,
  context: CallContext,
): Promise<readonly Fault[]> {
  const column = { table: entity.name, column: toColumn(field.key), isAppendOnly: entity.appendOnly === true };
  const faults: Fault[] = [];
  const isFilled = before === undefined && field.defaultValue !== undefined;
  if (field.required === true && before?.required !== true && !isFilled) {
    const found = await emptyRows(context.db, column, before !== undefined);
    if (found.count > 0)
      faults.push(await faultOf('/required', customText('custom.rows.filled'), found, entity, context));
  }
  if (field.unique !== true || before?.unique === true) return faults;
  const compared = field.mask === undefined ? column : { ...column, column: hashColumn(field.key) };
  const found =
    before === undefined
      ? isFilled
        ? await emptyRows(context.db, column, false)
        : none
      : await doubleRows(context.db, compared, field.ignoreCase === true);
  if (found.count > 1)
    faults.push(await faultOf('/unique', customText('custom.rows.distinct'), found, entity, context));
  return faults;
}

const none: FoundRows = { count: 0, ids: [] };

async function faultOf(
  pointer: string,
  expected: Message,
  { count, ids }: FoundRows,
  entity: EntityDocument,
  context: CallContext,
): Promise<Fault> {
  const names = await namesOf(ids, entity, context);
  const more = count > names.length ? '……' : '';
  const told = names.length === 0 ? '' : customText('custom.rows.named', { names, more });
  const got = formatMessage(customText('custom.rows.others', { count, told }));
  return { code: 'E_INPUT_RULE', pointer, expected: formatMessage(expected), got };
}

/** What the rows are called, of those within the caller's reach. */
async function namesOf(
  ids: readonly string[],
  { name, label }: EntityDocument,
  context: CallContext,
): Promise<readonly string[]> {
  if (ids.length === 0) return [];
  const body = { where: { field: 'id', op: 'in', value: ids }, fields: [label], size: ids.length, count: 'none' };
  const { list } = await queryRows(modelOf(context.documents, name), body, { ...context, page: undefined });
  return list.flatMap((row) => {
    const own: unknown = valueAt(row, label);
    return typeof own === 'string' && own !== '' ? [own] : [];
  });
}
