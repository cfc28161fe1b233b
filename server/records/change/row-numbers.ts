import type { EntityModel } from '../../../engine/model/entity/index.ts';
import { dayOf } from '../../../engine/model/time/index.ts';
import { nextNumbers } from '../../db/number-sequence.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import type { Values } from '../../kernel/operation/record-store.ts';

/**
 * The next numbers of an entity's numbered fields for many rows. Taken last in a transaction, for the rows of the next:
 * whoever else needs one waits for the commit alone. Where less is used a gap is left.
 */
export async function takeNumbers(
  entity: EntityModel,
  count: number,
  context: CallContext,
): Promise<readonly Values[]> {
  const numbers: Record<string, string>[] = Array.from({ length: count }, () => ({}));
  if (count === 0) return numbers;
  const day = dayOf(context.now).replaceAll('-', '');
  for (const { key, sequence } of entity.document.fields) {
    if (sequence === undefined) continue;
    const first = await nextNumbers(context.db, `${entity.document.name}.${key}`, day, count);
    for (const [at, values] of numbers.entries())
      values[key] = `${sequence.prefix}${day}${String(first + at).padStart(sequence.digits, '0')}`;
  }
  return numbers;
}

/** Numbers for rows that are taken back again: unlike any real one, and none of those is used up. */
export function mockNumbers(entity: EntityModel, rowNumbers: readonly number[]): readonly Values[] {
  const numbered = entity.document.fields.filter((field) => field.sequence !== undefined);
  return rowNumbers.map((row) => Object.fromEntries(numbered.map((field) => [field.key, `~${row}`])));
}
