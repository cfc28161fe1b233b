import { formatMessageIn } from '../../../engine/model/texts/index.ts';
import type { OnceFact } from '../../../engine/model/wire/index.ts';
import { AppError } from '../../kernel/errors/app-error.ts';
import { followChange, type RuleContext } from '../../kernel/operation/domain-rules.ts';
import { comeTogether } from '../../kernel/operation/prepare-rows.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { mutateSet, type SetContext } from '../../records/change/mutate-set.ts';
import { insertRow, insertRows, type NewInput, updateRow } from '../../records/change/write-row.ts';
import { keptEditions } from '../../records/edition/named-editions.ts';
import { logChange } from '../../records/log/operation-log.ts';
import { holdTree } from '../../records/tree/tree.ts';
import { importText } from '../../texts/import-text.ts';
import { lockedRecord } from '../write/modify.ts';
import type { ImportPlan, RowOutcome } from './import-plan.ts';
import { moveRows } from './move-rows.ts';
import type { ReadRow } from './read-rows.ts';
import { isAboutRow, refusedRow } from './row-refusal.ts';
import { runRows } from './run-rows.ts';

type Change = Extract<ReadRow, { readonly kind: 'update' }>;

/** A row to be made, its place among the rows, and the numbers taken for it. */
type Coming = NewInput & { readonly at: number };

/**
 * Writes rows through the same functions as the form, each with its log row. New rows that follow one another are made
 * in sets; where the database or a rule refuses a set, each half of it is tried by itself, so that only the bad ones
 * fail. A row that is there already is changed by itself. An action or a transition is run with each row by itself.
 */
export async function writeRows(
  plan: ImportPlan,
  rows: readonly ReadRow[],
  numbers: readonly Values[],
  context: RuleContext,
): Promise<readonly RowOutcome[]> {
  const { entity, action, moves } = plan.intake;
  if (moves !== undefined) return moveRows(plan, moves, rows, context);
  if (action !== undefined) return runRows(plan, action, rows, context);
  await holdTree(entity, 'add', context);
  const outcomes: RowOutcome[] = [];
  let coming: Coming[] = [];
  const make = async () => {
    for (const set of setsOf(plan, coming))
      for (const [place, outcome] of (await writeSet(plan, set, context)).entries())
        outcomes[set[place]?.at ?? 0] = outcome;
    coming = [];
  };
  for (const [at, row] of rows.entries()) {
    if (row.kind === 'over') outcomes[at] = row.outcome;
    else if (row.kind === 'create') coming.push({ at, values: row.values, numbers: numbers[at] ?? {} });
    else {
      // After the rows above it: it may take what one of them had.
      await make();
      outcomes[at] = await writeChange(plan, row, context);
    }
  }
  await make();
  return outcomes;
}

/**
 * The sets in which new rows are made: one where they do not hang on one another, the second row with a value that is
 * apart in a second set, and each by itself where rules look at one row after another or the rows before it place it.
 */
function setsOf({ intake: { entity }, rules }: ImportPlan, coming: readonly Coming[]): readonly (readonly Coming[])[] {
  const own = rules.get(entity.document.name);
  const { tree, editions } = entity.document;
  if (tree !== undefined || editions !== undefined || !comeTogether(own)) return coming.map((row) => [row]);
  const apartBy = own?.apartBy;
  const times = new Map<unknown, number>();
  const sets: Coming[][] = [];
  for (const row of coming) {
    const value = apartBy === undefined ? undefined : row.values[apartBy];
    const before = value === undefined ? 0 : (times.get(value) ?? 0);
    times.set(value, before + 1);
    const set = sets[before] ?? [];
    sets[before] = set;
    set.push(row);
  }
  return sets;
}

/** Makes a set of rows; where something of it is refused, what is wrong is looked for in either half. */
async function writeSet(
  plan: ImportPlan,
  set: readonly Coming[],
  context: RuleContext,
): Promise<readonly RowOutcome[]> {
  const tried = await attempt(context, (inside) => create(plan, set, inside));
  if (!('error' in tried)) return tried.done;
  if (set.length === 1) return [await refusedRow(plan, tried.error, context)];
  const half = Math.ceil(set.length / 2);
  const first = await writeSet(plan, set.slice(0, half), context);
  return [...first, ...(await writeSet(plan, set.slice(half), context))];
}

async function writeChange(plan: ImportPlan, row: Change, context: RuleContext): Promise<RowOutcome> {
  const tried = await attempt(context, (inside) => update(plan, row.id, row.values, inside));
  return 'error' in tried ? refusedRow(plan, tried.error, context) : tried.done;
}

/** Does the work, or takes all of it back; what refuses a row is answered, anything else ends the step. */
async function attempt<Done>(
  context: RuleContext,
  work: (inside: SetContext) => Promise<Done>,
): Promise<{ readonly done: Done } | { readonly error: unknown }> {
  try {
    return { done: await mutateSet(context, work) };
  } catch (error) {
    if (!isAboutRow(error)) throw error;
    return { error };
  }
}

/** How the log has it, which is in Chinese. */
function logged(): string {
  return formatMessageIn('zh-CN', importText('import.logged'));
}

async function create(plan: ImportPlan, set: readonly Coming[], context: SetContext): Promise<readonly RowOutcome[]> {
  const { intake, rules } = plan;
  const { entity } = intake;
  const once: OnceFact[] = [];
  // What is told of one of several rows would be nobody's.
  const telling = set.length === 1 ? { ...context, tell: (fact: OnceFact) => once.push(fact) } : context;
  const [first, ...others] = set;
  const inserted =
    first !== undefined && others.length === 0
      ? [await insertRow(entity, first.values, first.numbers, telling, rules)]
      : await insertRows(entity, set, telling, rules);
  const outcomes: RowOutcome[] = [];
  for (const row of inserted) {
    if (row instanceof AppError) {
      if (!isAboutRow(row)) throw row;
      outcomes.push(await refusedRow(plan, row, context));
      continue;
    }
    const { id, stored } = row;
    const before = context.records.made.length;
    await rules.get(entity.document.name)?.afterCreate?.(id, stored, context);
    const along = context.records.made.slice(before);
    await logChange({ entity, id, action: 'create', title: logged(), after: stored }, context);
    outcomes.push({ outcome: 'created', id, along, ...(once.length === 0 ? {} : { once }) });
  }
  return outcomes;
}

async function update(plan: ImportPlan, id: string, values: Values, context: RuleContext): Promise<RowOutcome> {
  const { entity } = plan.intake;
  const { rules } = plan;
  const { name } = entity.document;
  const record = await lockedRecord(entity, id, context);
  const kept = await keptEditions(entity, record, values, context);
  const changes = await updateRow(entity, record, kept, context, rules);
  const before = Object.fromEntries(Object.keys(changes).map((key) => [key, record[key] ?? null]));
  if (Object.keys(changes).length > 0) {
    await followChange(name, record, changes, context, rules);
    await logChange({ entity, id, action: 'modify', title: logged(), before, after: changes }, context);
  }
  return { outcome: 'updated', id, before };
}
