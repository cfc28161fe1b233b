import { type RawBuilder, sql } from 'kysely';
import { modelOf } from '../../kernel/operation/context.ts';
import { hiddenRowPolicy } from '../plan/row-policy-conditions.ts';
import { SelectPlan } from '../plan/select-plan.ts';

/** The log of all that was changed. */
const log = 'operation_log';
/** Ids of refused calls are whatever was sent. */
const uuid = '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$';

/**
 * Rows of the log but those about rows that are hidden from the caller: what they were and became is told there as well.
 * None for other entities, and where nothing is hidden from anybody.
 */
export function loggedOfSeen(plan: SelectPlan): readonly RawBuilder<unknown>[] {
  if (plan.entity.document.name !== log) return [];
  const { documents, caller } = plan.context;
  return [...documents.entities.values()].flatMap(({ name }) => {
    const rows = new SelectPlan(plan.context, modelOf(documents, name), `h_${name}`);
    const seen = hiddenRowPolicy(rows.entity.document, caller, (path) => rows.fact(path));
    if (seen === undefined) return [];
    const isAbout = sql`${plan.own('entity')} = ${name} and ${plan.own('entityId')} ~ ${uuid}`;
    const id = sql`(case when ${isAbout} then ${plan.own('entityId')}::uuid end)`;
    return [sql`not exists (select ${rows.from()} where ${rows.own('id')} = ${id} and not (${seen}))`];
  });
}
