import { sql } from 'kysely';
import { type Fault, type InputField, pointer } from '../../engine/model/index.ts';
import { refuse } from '../http/app-error.ts';
import { type CallContext, modelOf } from './context.ts';
import type { Values } from './record-store.ts';
import { rowScope } from './scope.ts';
import { SelectPlan } from './select-plan.ts';

/** Refuses references to rows that are missing or out of the caller's reach, one statement per target entity. */
export async function checkReferences(
  values: Values,
  fields: ReadonlyMap<string, InputField>,
  context: CallContext,
): Promise<void> {
  const wanted = new Map<string, { key: string; title: string; id: string }[]>();
  for (const [key, value] of Object.entries(values)) {
    const field = fields.get(key);
    const target = field === undefined ? undefined : targetOf(field, values);
    if (field === undefined || target === undefined || value === null) continue;
    const ids: readonly unknown[] = Array.isArray(value) ? value : [value];
    const list = wanted.get(target) ?? [];
    for (const id of ids) if (typeof id === 'string') list.push({ key, title: field.title, id });
    wanted.set(target, list);
  }
  const faults: Fault[] = [];
  // A reference reaches what the user's own scope reaches, whatever page he stands on.
  const unpaged = { ...context, page: undefined };
  for (const [target, references] of wanted) {
    const plan = new SelectPlan(context, modelOf(context.documents, target));
    const scope = await rowScope(plan, unpaged);
    const ids = [...new Set(references.map((reference) => reference.id))];
    const found = await sql<{
      id: string;
    }>`select ${plan.own('id')} as id ${plan.from()} where ${plan.own('id')} = any(${ids}::uuid[]) and ${scope}`.execute(
      context.db,
    );
    const known = new Set(found.rows.map((row) => row.id));
    for (const { key, title, id } of references)
      if (!known.has(id)) faults.push({ code: 'E_INPUT_REFERENCE', pointer: pointer(key), title, got: id });
  }
  if (faults.length > 0) throw refuse('E_INPUT_INVALID', {}, { faults });
}

function targetOf(field: InputField, values: Values): string | undefined {
  if (field.type !== 'ref' && field.type !== 'refs' && field.refBy === undefined) return undefined;
  if (field.refBy === undefined) return field.ref;
  const kind = values[field.refBy.field];
  return typeof kind === 'string' ? field.refBy.entities[kind] : undefined;
}
