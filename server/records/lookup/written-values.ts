import type { EntityModel } from '../../../engine/model/entity/index.ts';
import { settleQuota } from '../../db/lookup-store.ts';
import { bareKey } from '../../db/spec/columns.ts';
import { AppError } from '../../kernel/errors/app-error.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import type { RuleBook } from '../../kernel/operation/domain-rules.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { boundFields, type Lookup, type MaskedField, placesFor, recordLookup } from './lookup.ts';

/** Checked values that are written to an entity. */
export type Written = { readonly entity: EntityModel; readonly values: Values };

/**
 * Writes values of which some are masked and tell, taken or refused, whether they are somebody's already. Each takes a
 * place in the caller's quota first. What went through and was nobody's gives it back, and counts among the values
 * written; what was found, and whatever was refused, stays a lookup: a refusal for another reason tells that the number
 * was free. Inside a transaction the call around it has counted already.
 */
export async function writingValues<Answer>(
  written: readonly Written[],
  context: CallContext,
  rules: RuleBook,
  write: (context: CallContext) => Promise<Answer>,
): Promise<Answer> {
  const lookups = context.db.isTransaction ? [] : written.flatMap((one) => lookupsOf(one, context, rules));
  if (lookups.length === 0) return write(context);
  const taken: { readonly lookup: Lookup; readonly ids: readonly string[] }[] = [];
  for (const lookup of lookups) taken.push({ lookup, ids: await placesFor(lookup, 'open', context) });
  const ids = taken.flatMap((one) => one.ids);
  const told = async (isHit: boolean) => {
    await settleQuota(context.db, ids, 'told');
    for (const { lookup } of taken.filter((one) => one.ids.length > 0))
      await recordLookup(lookup, { isHit, by: 'write' }, context);
  };
  let isFound = false;
  const found = () => {
    isFound = true;
  };
  try {
    const answer = await write({ ...context, found });
    if (isFound) await told(true);
    else await settleQuota(context.db, ids, 'written');
    return answer;
  } catch (error) {
    await told(isFound || isDuplicate(error));
    throw error;
  }
}

function isDuplicate(error: unknown): boolean {
  return error instanceof AppError && error.detail.faults?.some(({ code }) => code === 'E_INPUT_DUPLICATE') === true;
}

function lookupsOf({ entity, values }: Written, context: CallContext, rules: RuleBook): readonly Lookup[] {
  return tellingFields(entity, context, rules).flatMap((field) => {
    const value = values[field.key];
    return typeof value === 'string' && value !== ''
      ? [{ entity, fields: [field], hash: context.protection.hash(value) }]
      : [];
  });
}

/** The masked fields of which a write tells whether a value is there: unique ones, asked ones, and what rules look up. */
export function tellingFields(entity: EntityModel, { caller }: CallContext, rules: RuleBook): readonly MaskedField[] {
  const { fields, indexes = [], name } = entity.document;
  const unique = new Set(indexes.flatMap((index) => (index.unique === true ? index.fields.map(bareKey) : [])));
  const sought = new Set(rules.get(name)?.looksUp ?? []);
  const telling = fields.filter(
    ({ key, asked, unique: isUnique }) => isUnique === true || asked === true || unique.has(key) || sought.has(key),
  );
  return boundFields(telling, caller);
}
