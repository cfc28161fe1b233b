import { type RawBuilder, sql } from 'kysely';
import { type EntityModel, editionFields, editionStates } from '../../../engine/model/entity/index.ts';
import { modelOf } from '../../kernel/operation/context.ts';
import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import type { SelectPlan } from '../plan/select-plan.ts';

type Row = Readonly<Record<string, unknown>>;

/** What tells the editions among rows apart, to be selected beside their names; nothing where the entity has none. */
export function editionColumns(plan: SelectPlan): readonly RawBuilder<unknown>[] {
  const states = editionStates(plan.entity.document);
  if (states === undefined) return [];
  const isPublished = sql`${plan.own(states.machine.field)} = ${states.whenState}`;
  return [
    sql`${plan.own(states.by)} as "edition_of"`,
    sql`${plan.own(states.number)} as "edition_number"`,
    sql`${isPublished} as "edition_published"`,
  ];
}

/** Of the editions of each one the one that is meant by its name: the published one, else the last. All rows where there are none. */
export function namedEditions({ document }: EntityModel, rows: readonly Row[]): readonly Row[] {
  if (document.editions === undefined) return rows;
  const meant = new Map<unknown, Row>();
  for (const row of rows) {
    const known = meant.get(row.edition_of);
    if (known === undefined || rankOf(row) > rankOf(known)) meant.set(row.edition_of, row);
  }
  return [...meant.values()];
}

function rankOf({ edition_published: isPublished, edition_number: number }: Row): number {
  return isPublished === true ? Number.POSITIVE_INFINITY : Number(number ?? 0);
}

/**
 * Values of a table for a record that is there, where a name stands for an edition: of what the record refers to already
 * it keeps the edition it has.
 */
export async function keptEditions(
  entity: EntityModel,
  record: StoredRecord,
  values: Values,
  context: RuleContext,
): Promise<Values> {
  const kept: Record<string, unknown> = {};
  for (const { field, target } of editionFields(entity.document, context.documents)) {
    const [before, now] = [record[field.key], values[field.key]];
    if (field.type !== 'ref' || typeof before !== 'string' || typeof now !== 'string' || before === now) continue;
    if (await areOfOne(modelOf(context.documents, target.name), [before, now], context)) kept[field.key] = before;
  }
  return { ...values, ...kept };
}

async function areOfOne({ document }: EntityModel, ids: readonly string[], context: RuleContext): Promise<boolean> {
  const by = document.editions?.by ?? '';
  const found = await Promise.all(ids.map((id) => context.records.pick(document.name, [by], { id }, 1)));
  const [first, second] = found.map(([row]) => row?.[by]);
  return first !== undefined && first === second;
}
