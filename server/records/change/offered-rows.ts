import { sql } from 'kysely';
import {
  type EntityModel,
  type FilteredField,
  filteredFields,
  filterText,
} from '../../../engine/model/entity/index.ts';
import { type Fault, pointer } from '../../../engine/model/faults/index.ts';
import { toColumn } from '../../../engine/model/naming/index.ts';
import { formatMessage } from '../../../engine/model/texts/index.ts';
import { shownLabel } from '../../kernel/caller/shown-value.ts';
import { invalidInput } from '../../kernel/errors/invalid-input.ts';
import { modelOf } from '../../kernel/operation/context.ts';
import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, TouchedRow } from '../../kernel/operation/record-store.ts';
import { changeText } from '../../texts/records/change-text.ts';
import { childListsOf } from './child-lists.ts';

/**
 * Refuses rows that somebody made to refer to a row its field does not offer, by whatever operation: called when all of
 * a change is written. What a row referred to before stays, and what follows from something else keeps what that had.
 */
export async function refuseUnoffered(touched: readonly TouchedRow[], context: RuleContext): Promise<void> {
  const faults: Fault[] = [];
  for (const [name, rows] of byEntity(touched)) {
    const entity = modelOf(context.documents, name);
    const fields = filteredFields(entity.document);
    if (fields.length === 0) continue;
    const present = await context.records.find(name, { id: rows.map(({ id }) => id) }, rows.length);
    const known = new Map(present.map((record) => [record.id, record]));
    const pairs = rows.flatMap((row) => {
      const record = known.get(row.id);
      return record === undefined ? [] : [{ row, record }];
    });
    for (const field of fields) faults.push(...(await faultsOf(field, entity, pairs, touched, context)));
  }
  if (faults.length > 0) throw invalidInput(faults);
}

/** The rows that people made or changed, by entity. */
function byEntity(touched: readonly TouchedRow[]): ReadonlyMap<string, readonly TouchedRow[]> {
  const found = new Map<string, TouchedRow[]>();
  for (const row of touched)
    if (row.isByPeople && row.change !== 'delete') found.set(row.entity, [...(found.get(row.entity) ?? []), row]);
  return found;
}

type Pair = { readonly row: TouchedRow; readonly record: StoredRecord };

async function faultsOf(
  field: FilteredField,
  entity: EntityModel,
  pairs: readonly Pair[],
  touched: readonly TouchedRow[],
  context: RuleContext,
): Promise<readonly Fault[]> {
  const chosen = pairs.map(({ row, record }) => {
    const before = idsOf(row.change === 'modify' ? (row.old ?? record)[field.key] : undefined);
    return { row, record, ids: idsOf(record[field.key]).filter((id) => !before.includes(id)) };
  });
  const wanted = new Set(chosen.flatMap(({ ids }) => ids));
  if (wanted.size === 0) return [];
  const target = modelOf(context.documents, field.ref ?? '');
  const others = await notOffered(field, target, [...wanted], context);
  const faults: Fault[] = [];
  for (const { row, record, ids } of chosen) {
    const id = ids.find((each) => others.has(each));
    if (id === undefined) continue;
    const at = await placeOf(entity, row, record, touched, context);
    faults.push(await faultOf(field, target, id, at, context));
  }
  return faults;
}

/**
 * Those of the rows that do not meet the conditions of the field. They are held, so that whoever changes one at the same
 * moment waits.
 */
async function notOffered(
  { filter }: FilteredField,
  { document }: EntityModel,
  ids: readonly string[],
  { db, caller }: RuleContext,
): Promise<ReadonlySet<string>> {
  const conditions = Object.entries(filter).map(([key, value]) => {
    const column = sql.ref(toColumn(key));
    if (value === null) return sql`${column} is null`;
    const values = [value].flat().map((item) => (item === '@me' ? caller.staffId : item));
    return sql`${column} in (${sql.join(values)})`;
  });
  const { rows } = await sql<{ readonly id: string; readonly offered: boolean }>`
    select id, coalesce(${sql.join(conditions, sql` and `)}, false) as offered from ${sql.table(document.name)}
    where id = any(${[...ids]}::uuid[]) order by id for share`.execute(db);
  return new Set(rows.flatMap(({ id, offered }) => (offered ? [] : [id])));
}

/** Where the row stands in what was sent: by its place among the rows of the record it was saved with. */
async function placeOf(
  { document }: EntityModel,
  { entity }: TouchedRow,
  record: StoredRecord,
  touched: readonly TouchedRow[],
  context: RuleContext,
): Promise<string> {
  for (const { parent, rows } of childListsOf(entity, context.documents)) {
    const parentId = record[rows.by];
    const above = touched.find(({ entity: name, id }) => name === parent.name && id === parentId);
    // With a row that is written by itself the record above is only touched.
    if (above === undefined || (above.change === 'modify' && above.old === undefined)) continue;
    const order = rows.order;
    const place = order === undefined ? 0 : record[order];
    const before =
      order === undefined ? sql`created_at < ${record.createdAt}` : sql`${sql.ref(toColumn(order))} < ${place}`;
    const found = await sql<{ readonly place: number }>`select count(*)::int as place from ${sql.table(document.name)}
      where ${sql.ref(toColumn(rows.by))} = ${parentId} and deleted_at is null and ${before}`.execute(context.db);
    const parentRecord = await context.records.findOne(parent.name, { id: String(parentId) });
    const at = pointer(rows.key, found.rows[0]?.place ?? 0);
    const higher =
      parentRecord === undefined
        ? ''
        : await placeOf(modelOf(context.documents, parent.name), above, parentRecord, touched, context);
    return `${higher}${at}`;
  }
  return '';
}

async function faultOf(
  field: FilteredField,
  target: EntityModel,
  id: string,
  at: string,
  { records, caller, documents }: RuleContext,
): Promise<Fault> {
  const { name } = target.document;
  const record = await records.findOne(name, { id });
  const label = record === undefined ? '' : shownLabel(target, record, caller);
  const must = filterText(field.filter, target.document, documents.dictionaries);
  return {
    ...{ code: 'E_INPUT_RULE', pointer: `${at}${pointer(field.key)}`, title: field.title },
    expected: formatMessage(changeText('change.notOffered', { title: field.title, label, must })),
    got: id,
  };
}

function idsOf(value: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.filter((id) => typeof id === 'string');
}
