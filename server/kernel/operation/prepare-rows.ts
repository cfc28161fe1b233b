import { AppError } from '../errors/app-error.ts';
import type { DomainRules, PreparedRow, RuleContext } from './domain-rules.ts';
import type { Values } from './record-store.ts';

/** What the rules of an entity make of new rows, in their order; those without rules get nothing added. */
export async function prepareRows(
  rules: DomainRules | undefined,
  rows: readonly Values[],
  context: RuleContext,
): Promise<readonly PreparedRow[]> {
  if (rules?.prepareMany !== undefined) return rules.prepareMany(rows, context);
  return prepareEach(rows, async (values) => (await rules?.beforeCreate?.(values, context)) ?? {});
}

/** The values that the rules of an entity derive for a new row; what they refuse is thrown. */
export async function prepareRow(
  rules: DomainRules | undefined,
  values: Values,
  context: RuleContext,
): Promise<Values> {
  const [prepared] = await prepareRows(rules, [values], context);
  if (prepared === undefined) return {};
  if ('refusal' in prepared) throw prepared.refusal;
  return prepared.derived;
}

/** Derives the values of each row by itself, once what all of them need is known. */
export async function prepareEach(
  rows: readonly Values[],
  derive: (values: Values) => Promise<Values> | Values,
): Promise<readonly PreparedRow[]> {
  const prepared: PreparedRow[] = [];
  for (const values of rows) prepared.push(await refusedOr(async () => derive(values)));
  return prepared;
}

/** Derived values of a row; a refusal comes back instead of being thrown, so that the other rows go on. */
export async function refusedOr(derive: () => Promise<Values>): Promise<PreparedRow> {
  try {
    return { derived: await derive() };
  } catch (error) {
    if (error instanceof AppError) return { refusal: error };
    throw error;
  }
}

/** Whether new rows of an entity may be prepared together, before any of them is written. */
export function comeTogether(rules: DomainRules | undefined): boolean {
  return rules?.beforeCreate === undefined;
}
