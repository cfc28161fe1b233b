import type { DocumentSet } from '../documents/documents.ts';
import { evaluate } from '../expression/evaluate.ts';
import { parseExpression } from '../expression/parse.ts';
import type { DemoRow, EntityDocument, EntityField } from '../generated/documents.ts';
import { weekdaysOnly } from '../time/work-calendar.ts';

type DemoValue = DemoRow['values'][string];

/** The entity a reference of a demo row leads to; for one of several, the row's other field decides. */
export function demoTarget(field: EntityField, values: DemoRow['values']): string | undefined {
  if (field.refBy === undefined) return field.ref;
  const kind = values[field.refBy.field];
  return typeof kind === 'string' && Object.hasOwn(field.refBy.entities, kind) ? field.refBy.entities[kind] : undefined;
}

/**
 * The keys rows of an entity have in an empty demo database: those of its demo rows, and of documents that become
 * rows. Where no rows are people, every role has one of its name.
 */
export function demoKeys(documents: DocumentSet, entity: EntityDocument): readonly string[] {
  const rows = documents.demo.get(entity.name)?.rows ?? [];
  const isOfRoles = entity.documents === 'role' || (entity.people === true && rows.length === 0);
  return [...(isOfRoles ? documents.roles.keys() : []), ...rows.map((row) => row.key)];
}

/** A value as a demo row writes it: itself, or what its expression gives at this moment. */
export function demoValue(raw: DemoValue | undefined, now: string): unknown {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return raw;
  const outcome = parseExpression(raw.expression);
  if (!outcome.ok) return null;
  return evaluate(outcome.expression, { now, calendar: weekdaysOnly });
}
