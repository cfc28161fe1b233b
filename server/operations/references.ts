import { sql } from 'kysely';
import { type Fault, type InputField, pointer } from '../../engine/model/index.ts';
import { refuse } from '../http/app-error.ts';
import { type CallContext, modelOf } from './context.ts';
import type { Values } from './record-store.ts';
import { rowScope } from './scope.ts';
import { SelectPlan } from './select-plan.ts';

/** Values whose references are to be checked; `at` is the pointer of the row they stand in, `''` for the body itself. */
export type Referring = {
  readonly values: Values;
  readonly fields: ReadonlyMap<string, InputField>;
  readonly at: string;
};

/** Refuses references to rows that are missing or out of the caller's reach. */
export async function checkReferences(
  values: Values,
  fields: ReadonlyMap<string, InputField>,
  context: CallContext,
): Promise<void> {
  const faults = await referenceFaults([{ values, fields, at: '' }], context);
  if (faults.length > 0) throw refuse('E_INPUT_INVALID', {}, { faults });
}

type Reference = { readonly target: string; readonly at: string; readonly title: string; readonly id: string };

/** Every reference to a row that is missing or out of reach, with one statement per target entity. */
export async function referenceFaults(rows: readonly Referring[], context: CallContext): Promise<readonly Fault[]> {
  const references = rows.flatMap(referencesOf);
  const known = new Map<string, ReadonlySet<string>>();
  for (const target of new Set(references.map((reference) => reference.target))) {
    const ids = references.filter((reference) => reference.target === target).map((reference) => reference.id);
    known.set(target, await reachable(target, [...new Set(ids)], context));
  }
  return references
    .filter(({ target, id }) => known.get(target)?.has(id) !== true)
    .map(({ at, title, id }) => ({ code: 'E_INPUT_REFERENCE', pointer: at, title, got: id }));
}

function referencesOf({ values, fields, at }: Referring): readonly Reference[] {
  return Object.entries(values).flatMap(([key, value]) => {
    const field = fields.get(key);
    const target = field === undefined ? undefined : targetOf(field, values);
    if (field === undefined || target === undefined) return [];
    const ids: readonly unknown[] = Array.isArray(value) ? value : [value];
    return ids
      .filter((id) => typeof id === 'string')
      .map((id) => ({ target, at: `${at}${pointer(key)}`, title: field.title, id }));
  });
}

/** A reference reaches what the user's own scope reaches, whatever page he stands on. */
async function reachable(target: string, ids: readonly string[], context: CallContext): Promise<ReadonlySet<string>> {
  const plan = new SelectPlan(context, modelOf(context.documents, target));
  const scope = target === files ? usableFiles(plan, context) : await rowScope(plan, { ...context, page: undefined });
  const found = await sql<{
    id: string;
  }>`select ${plan.own('id')} as id ${plan.from()} where ${plan.own('id')} = any(${[...ids]}::uuid[]) and ${scope}`.execute(
    context.db,
  );
  return new Set(found.rows.map((row) => row.id));
}

const files = 'file_object';

/** A file that is the caller's own; or one a row has, which must be the very row when it is saved. */
function usableFiles(plan: SelectPlan, { caller, now }: CallContext) {
  return sql`${plan.live()} and (${plan.own('expireAt')} is null or ${plan.own('expireAt')} > ${now})
    and (${plan.own('bizId')} is not null or ${plan.own('createdBy')} = ${caller.staffId})`;
}

function targetOf(field: InputField, values: Values): string | undefined {
  if (field.type === 'file' || field.type === 'image') return files;
  if (field.type !== 'ref' && field.type !== 'refs' && field.refBy === undefined) return undefined;
  if (field.refBy === undefined) return field.ref;
  const kind = values[field.refBy.field];
  return typeof kind === 'string' ? field.refBy.entities[kind] : undefined;
}
