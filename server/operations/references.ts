import { type RawBuilder, sql } from 'kysely';
import { type Fault, fileTypeOf, type InputField, pointer } from '../../engine/model/index.ts';
import { prepared } from '../db/prepared.ts';
import { Given, Statement } from '../db/statement.ts';
import { refuse } from '../http/app-error.ts';
import { checkConditions } from './conditions-of.ts';
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

/** Refuses references to rows that are missing or out of the caller's reach, and conditions he may not put. */
export async function checkReferences(
  values: Values,
  fields: ReadonlyMap<string, InputField>,
  context: CallContext,
): Promise<void> {
  const faults = await referenceFaults([{ values, fields, at: '' }], context);
  if (faults.length > 0) throw refuse('E_INPUT_INVALID', {}, { faults });
  await checkConditions(values, fields, context);
}

type Reference = { readonly target: string; readonly at: string; readonly title: string; readonly id: string };

/** Every reference to a row that is missing or out of reach, with one statement for all of them. */
export async function referenceFaults(rows: readonly Referring[], context: CallContext): Promise<readonly Fault[]> {
  const references = rows.flatMap(referencesOf);
  const wanted = new Map<string, Set<string>>();
  for (const { target, id } of references) wanted.set(target, (wanted.get(target) ?? new Set()).add(id));
  const known = await reachable(wanted, context);
  return references
    .filter(({ target, id }) => !known.has(`${target} ${id}`))
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

/** Those of the ids, by entity, that are there and within reach, as `entity id`. */
async function reachable(
  wanted: ReadonlyMap<string, ReadonlySet<string>>,
  context: CallContext,
): Promise<ReadonlySet<string>> {
  if (wanted.size === 0) return new Set();
  const unpaged = { ...context, page: undefined };
  const parts: RawBuilder<unknown>[] = [];
  for (const target of wanted.keys()) parts.push(await reachPart(target, parts.length, unpaged));
  const statement = new Statement(sql<{ readonly found: string }>`${prepared}${sql.join(parts, sql` union all `)}`);
  const ids = [...wanted.values()].map((some) => [...some]);
  const { rows } = await statement.run(context.db, ...ids);
  return new Set(rows.map(({ found }) => found));
}

/** A reference reaches what the user's own scope reaches, whatever page he stands on. */
async function reachPart(target: string, place: number, context: CallContext): Promise<RawBuilder<unknown>> {
  const plan = new SelectPlan(context, modelOf(context.documents, target));
  const scope = target === files ? usableFiles(plan, context) : await rowScope(plan, context);
  const id = plan.own('id');
  return sql`select ${sql.lit(`${target} `)} || ${id} as found ${plan.from()} where ${id} = any(${new Given(place)}::uuid[]) and ${scope}`;
}

const files = 'file_object';

/** A file that is the caller's own; or one a row has, which must be the very row when it is saved. */
function usableFiles(plan: SelectPlan, { caller, now }: CallContext) {
  return sql`${plan.live()} and (${plan.own('expireAt')} is null or ${plan.own('expireAt')} > ${now})
    and (${plan.own('bizId')} is not null or ${plan.own('createdBy')} = ${caller.staffId})`;
}

function targetOf(field: InputField, values: Values): string | undefined {
  if (fileTypeOf(field.type) !== undefined) return files;
  if (field.type !== 'ref' && field.type !== 'refs' && field.refBy === undefined) return undefined;
  if (field.refBy === undefined) return field.ref;
  const kind = values[field.refBy.field];
  return typeof kind === 'string' ? field.refBy.entities[kind] : undefined;
}
