import { sql } from 'kysely';
import { enabledField } from '../../../engine/model/access/index.ts';
import { type LookupRows, maxLookupRows, textLookups } from '../../../engine/model/expression/index.ts';
import { prepared } from '../../db/connection/prepared.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import { type CallContext, modelOf } from '../../kernel/operation/context.ts';
import { every } from '../plan/conditions.ts';
import { SelectPlan } from '../plan/select-plan.ts';
import { plannedValues } from './planned-values.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * The enabled rows of the entities that expressions look rows up in, with the fields they name, whoever calls. Undefined
 * where none looks anything up, which then costs nothing. Refused where an entity has more rows than may be looked up in.
 */
export async function lookupRows(
  sources: readonly (string | undefined)[],
  context: CallContext,
): Promise<{ readonly lookups?: LookupRows }> {
  const wanted = textLookups(sources);
  if (wanted.size === 0) return {};
  const found = new Map<string, readonly Values[]>();
  for (const [name, fields] of wanted) found.set(name, await enabledRows(name, [...fields], context));
  return { lookups: found };
}

async function enabledRows(name: string, fields: readonly string[], context: CallContext): Promise<readonly Values[]> {
  const entity = modelOf(context.documents, name);
  const plan = new SelectPlan(context, entity);
  const { columns, nested } = plannedValues(plan, fields);
  const conditions = [plan.live(), ...(entity.fields.has(enabledField) ? [plan.own(enabledField)] : [])];
  const { rows } = await sql<Values>`${prepared}select ${columns} ${plan.from()}
    where ${every(conditions)} limit ${maxLookupRows + 1}`.execute(context.db);
  if (rows.length > maxLookupRows)
    throw refuse('E_LOOKUP_ROWS', { expected: entity.document.title, got: maxLookupRows });
  return rows.map(nested);
}
