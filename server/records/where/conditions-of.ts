import type { RawBuilder } from 'kysely';
import type { EntityField } from '../../../engine/model/documents/index.ts';
import type { InputField } from '../../../engine/model/record/index.ts';
import { formatMessage } from '../../../engine/model/texts/index.ts';
import { listed } from '../../kernel/language/listed.ts';
import { type CallContext, modelOf } from '../../kernel/operation/context.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { queryText } from '../../texts/records/query-text.ts';
import { every } from '../plan/conditions.ts';
import { SelectPlan } from '../plan/select-plan.ts';
import { rowPolicy } from '../policy/row-policy.ts';
import { compileWhere } from './where.ts';
import { refuseCondition } from './where-value.ts';

/** Rows of an entity that conditions mean: `from` and `where` of a statement, the entity's own table under `alias`. */
export type MeantRows = {
  readonly alias: string;
  readonly from: RawBuilder<unknown>;
  readonly where: RawBuilder<unknown>;
};

/**
 * The rows that the conditions in a field mean for the caller: within his own reach and the scopes the field adds,
 * whatever page he stands on. Refused where they ask for what the field does not offer.
 */
export async function meantRows(
  field: Pick<EntityField, 'key' | 'conditions'>,
  where: unknown,
  context: CallContext,
): Promise<MeantRows> {
  const { conditions, key } = field;
  if (conditions === undefined) throw new TypeError(`${key} holds no conditions`);
  refuseOthers(where, new Set(conditions.fields), key);
  const unpaged = { ...context, page: undefined };
  const plan = new SelectPlan(unpaged, modelOf(context.documents, conditions.of));
  const scope = await rowPolicy(plan, unpaged, conditions.scopes === undefined ? {} : { scopes: conditions.scopes });
  const { condition, sought } = compileWhere(where, plan, unpaged);
  // They are kept in clear, and asked again whenever their rows are wanted.
  if (sought !== undefined)
    throw refuseCondition(`/${key}`, queryText('query.clearField'), formatMessage(queryText('query.wholeValue')));
  return { alias: plan.alias, from: plan.from(), where: every([scope, condition]) };
}

/** Refuses values of fields of conditions that mean nothing, or more than the field offers. */
export async function checkConditions(
  values: Values,
  fields: ReadonlyMap<string, InputField>,
  context: CallContext,
): Promise<void> {
  for (const [key, value] of Object.entries(values)) {
    const field = fields.get(key);
    if (field?.conditions !== undefined && value !== null) await meantRows(field, value, context);
  }
}

/** Every condition must be on one of the fields offered; at least one there must be. */
function refuseOthers(where: unknown, offered: ReadonlySet<string>, key: string): void {
  const paths = pathsOf(where);
  if (paths.length === 0)
    throw refuseCondition(`/${key}`, queryText('query.oneCondition'), formatMessage(queryText('query.noCondition')));
  const other = paths.find((path) => !offered.has(path));
  if (other !== undefined) throw refuseCondition(`/${key}`, listed([...offered]), other);
}

function pathsOf(node: unknown): readonly string[] {
  if (typeof node !== 'object' || node === null) return [''];
  const inner: unknown = 'and' in node ? node.and : 'or' in node ? node.or : undefined;
  if (Array.isArray(inner)) return inner.flatMap(pathsOf);
  return ['field' in node ? String(node.field) : ''];
}
