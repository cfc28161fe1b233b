import { type RawBuilder, sql } from 'kysely';
import { type Fault, pointer } from '../../../engine/model/faults/index.ts';
import { fileTypeOf } from '../../../engine/model/fields/index.ts';
import { relationName } from '../../../engine/model/naming/index.ts';
import type { InputField } from '../../../engine/model/record/index.ts';
import { formatMessage } from '../../../engine/model/texts/index.ts';
import { prepared } from '../../db/connection/prepared.ts';
import { Placeholder, Statement } from '../../db/connection/statement.ts';
import { invalidInput } from '../../kernel/errors/invalid-input.ts';
import { type CallContext, modelOf } from '../../kernel/operation/context.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { changeText } from '../../texts/records/change-text.ts';
import { QueryPlanCache } from '../plan/query-plan-cache.ts';
import { SelectPlan } from '../plan/select-plan.ts';
import { rowPolicy } from '../policy/row-policy.ts';
import { checkConditions } from '../where/conditions-of.ts';
import type { Referring } from './referring.ts';
import { textFaults } from './text-faults.ts';

/**
 * Refuses references to rows that are missing, out of the caller's reach or merged into another, and conditions he may
 * not put.
 */
export async function checkReferences(
  values: Values,
  fields: ReadonlyMap<string, InputField>,
  context: CallContext,
): Promise<void> {
  const faults = await referenceFaults([{ values, fields, at: '' }], context);
  if (faults.length > 0) throw invalidInput(faults);
  await checkConditions(values, fields, context);
}

type Reference = { readonly target: string; readonly at: string; readonly title: string; readonly id: string };

/** What changes of a stored row, with the kinds of what it names beside it. */
export function withKinds(changed: Values, stored: Values, fields: ReadonlyMap<string, InputField>): Values {
  const kinds = Object.keys(changed).flatMap((key) => {
    const by = fields.get(key)?.refBy?.field;
    return by === undefined || by in changed ? [] : [[by, stored[by]] as const];
  });
  return { ...changed, ...Object.fromEntries(kinds) };
}

/** Every reference to a row that is missing, out of reach or merged, with one statement for all of them. */
export async function referenceFaults(rows: readonly Referring[], context: CallContext): Promise<readonly Fault[]> {
  const references = rows.flatMap(referencesOf);
  const wanted = new Map<string, Set<string>>();
  for (const { target, id } of references) wanted.set(target, (wanted.get(target) ?? new Set()).add(id));
  const known = await reachable(wanted, context);
  const texts = [...rows.flatMap(kindlessFaults), ...(await textFaults(rows, context))];
  const found = references.flatMap(({ target, at, title, id }): readonly Fault[] => {
    const survivor = known.get(`${target} ${id}`);
    if (survivor === undefined) return [{ code: 'E_INPUT_REFERENCE', pointer: at, title, got: id }];
    if (survivor === null) return [];
    return [
      {
        code: 'E_INPUT_RULE',
        pointer: at,
        title,
        expected: formatMessage(changeText('change.merged', { title, survivor })),
        got: id,
      },
    ];
  });
  return [...found, ...texts];
}

/** What names one of several kinds is written together with the kind: else nobody could tell what was meant. */
function kindlessFaults({ values, fields, at }: Referring): readonly Fault[] {
  return Object.entries(values).flatMap(([key, value]): readonly Fault[] => {
    const { refBy, title = '' } = fields.get(key) ?? {};
    if (refBy === undefined || value === null || typeof values[refBy.field] === 'string') return [];
    const kind = fields.get(refBy.field)?.title ?? refBy.field;
    return [
      {
        code: 'E_INPUT_RULE',
        pointer: `${at}${pointer(key)}`,
        title,
        expected: formatMessage(changeText('change.together', { title, kind })),
        got: String(value),
      },
    ];
  });
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

/** Those of the ids, by entity, that are there and within reach, as `entity id`, with what they were merged into. */
async function reachable(
  wanted: ReadonlyMap<string, ReadonlySet<string>>,
  context: CallContext,
): Promise<ReadonlyMap<string, string | null>> {
  const targets = [...wanted.keys()];
  const [first] = targets;
  if (first === undefined) return new Map();
  const unpaged = { ...context, page: undefined };
  const statement = await reachPlans.of(modelOf(context.documents, first), { targets }, unpaged, async (planning) => {
    const parts: RawBuilder<unknown>[] = [];
    for (const target of targets) parts.push(await reachPart(target, parts.length, planning));
    return new Statement(sql<Found>`${prepared}${sql.join(parts, sql` union all `)}`);
  });
  const ids = [...wanted.values()].map((some) => [...some]);
  const { rows } = await statement.run(context.db, ...ids);
  return new Map(rows.map(({ found, survivor }) => [found, survivor]));
}

type Found = { readonly found: string; readonly survivor: string | null };

const reachPlans = new QueryPlanCache<Statement<Found>>();

/** A reference reaches what the user's own scope reaches, whatever page he stands on. */
async function reachPart(target: string, place: number, context: CallContext): Promise<RawBuilder<unknown>> {
  const plan = new SelectPlan(context, modelOf(context.documents, target));
  const scope = target === files ? usableFiles(plan, context) : await rowPolicy(plan, context);
  const id = plan.own('id');
  const found = sql`${sql.lit(`${target} `)} || ${id} as found, ${survivorOf(plan)} as survivor`;
  return sql`select ${found} ${plan.from()} where ${id} = any(${new Placeholder(place)}::uuid[]) and ${scope}`;
}

/** What a row was merged into, by its name; its id where that is masked. */
function survivorOf(plan: SelectPlan): RawBuilder<unknown> {
  const { mergedInto, label } = plan.entity.document;
  if (mergedInto === undefined) return sql`null::text`;
  const path = `${relationName(mergedInto)}.${label}`;
  const name = plan.entity.fields.get(label)?.mask === undefined ? plan.fact(path)?.sql : undefined;
  return sql`coalesce(${name ?? null}, ${plan.own(mergedInto)}::text)`;
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
