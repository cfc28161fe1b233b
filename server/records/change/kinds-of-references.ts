import { sql } from 'kysely';
import { chosenKinds, type KindField } from '../../../engine/model/entity/index.ts';
import { type Fault, pointer } from '../../../engine/model/faults/index.ts';
import { invalidInput } from '../../kernel/errors/invalid-input.ts';
import { documentOf } from '../../kernel/operation/context.ts';
import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, TouchedRow } from '../../kernel/operation/record-store.ts';

type Named = { readonly field: KindField; readonly target: string | undefined; readonly id: string };

/**
 * Refuses rows that somebody made to name a record of another kind than they say, by whatever operation: called when all
 * of a change is written, since the kind alone may have changed.
 */
export async function refuseOtherKinds(touched: readonly TouchedRow[], context: RuleContext): Promise<void> {
  const named: Named[] = [];
  for (const [name, rows] of grouped(touched.filter(isWritten), ({ entity }) => entity)) {
    const fields = chosenKinds(documentOf(context.documents, name));
    if (fields.length === 0) continue;
    const present = await context.records.find(name, { id: rows.map(({ id }) => id) }, rows.length);
    const records = new Map(present.map((record) => [record.id, record]));
    for (const row of rows) {
      const record = records.get(row.id);
      if (record !== undefined) named.push(...fields.flatMap((field) => nameOf(field, row, record)));
    }
  }
  const there = await thoseThere(named, context);
  const faults = named.flatMap(({ field, target, id }): readonly Fault[] =>
    there.has(`${target} ${id}`)
      ? []
      : [{ code: 'E_INPUT_REFERENCE', pointer: pointer(field.key), title: field.title, got: id }],
  );
  if (faults.length > 0) throw invalidInput(faults);
}

function grouped<Key, Item>(items: readonly Item[], keyOf: (item: Item) => Key): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

function isWritten({ isByPeople, change }: TouchedRow): boolean {
  return isByPeople && change !== 'delete';
}

/** What a row newly names, or names as another kind than before. */
function nameOf(field: KindField, { change, old }: TouchedRow, record: StoredRecord): readonly Named[] {
  const [id, kind] = [record[field.key], record[field.refBy.field]];
  const before = change === 'modify' ? (old ?? record) : undefined;
  if (typeof id !== 'string' || (before?.[field.key] === id && before[field.refBy.field] === kind)) return [];
  const { entities } = field.refBy;
  return [
    { field, id, target: typeof kind === 'string' && Object.hasOwn(entities, kind) ? entities[kind] : undefined },
  ];
}

/** Those of the records named that are of the kind named, as `entity id`. */
async function thoseThere(named: readonly Named[], { db }: RuleContext): Promise<ReadonlySet<string>> {
  const there = new Set<string>();
  for (const [target, some] of grouped(named, (one) => one.target)) {
    if (target === undefined) continue;
    const ids = some.map(({ id }) => id);
    const { rows } = await sql<{ readonly id: string }>`
      select id from ${sql.table(target)} where id = any(${ids}::uuid[])`.execute(db);
    for (const { id } of rows) there.add(`${target} ${id}`);
  }
  return there;
}
