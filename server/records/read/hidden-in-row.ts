import { sql } from 'kysely';
import type { EntityModel } from '../../../engine/model/entity/index.ts';
import { authorOf } from '../../kernel/caller/caller.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import { hideable } from '../plan/row-hides.ts';
import { SelectPlan } from '../plan/select-plan.ts';
import { relatedValues } from './reached-values.ts';

/** Keys of what a row hides from the caller. */
export async function hiddenInRow(entity: EntityModel, id: string, context: CallContext): Promise<ReadonlySet<string>> {
  const { document } = entity;
  const { hides } = document.access ?? {};
  const known = hideable(document, context.documents);
  if (hides === undefined || known.size === 0) return new Set();
  const values = await relatedValues(entity, id, [hides.fields, hides.exceptFor], context);
  const staff = authorOf(context.caller);
  if (staff !== null && textsAt(values, hides.exceptFor).includes(staff)) return new Set();
  return new Set(textsAt(values, hides.fields).filter((key) => known.has(key)));
}

/** What a row that keeps a field masked for the caller says of it; undefined where it does not. */
export async function maskedInRow(
  entity: EntityModel,
  id: string,
  key: string,
  context: CallContext,
): Promise<string | undefined> {
  const plan = new SelectPlan(context, entity);
  const masked = plan.reached(key)?.masked?.();
  if (masked === undefined) return undefined;
  const { rows } = await sql<{ masked: boolean }>`select ${masked} as masked ${plan.from()}
    where ${plan.own('id')} = ${id}`.execute(context.db);
  return rows[0]?.masked === true ? entity.document.access?.masks?.message : undefined;
}

function textsAt(values: Readonly<Record<string, unknown>>, path: string): readonly string[] {
  let value: unknown = values;
  for (const key of path.split('.')) value = isRecord(value) ? value[key] : undefined;
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
