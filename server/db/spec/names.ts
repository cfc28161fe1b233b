import { createHash } from 'node:crypto';
import pg from 'pg';

/** Quotes a name for a statement. */
export const quote: (name: string) => string = pg.escapeIdentifier;

/** Quotes a text for a statement. */
export const quoteText: (text: string) => string = pg.escapeLiteral;

/** A name made of parts; PostgreSQL cuts at 63 bytes, so a longer one ends in a digest that keeps it unique. */
export function objectName(...parts: readonly string[]): string {
  const name = parts.join('_');
  return name.length <= 63 ? name : `${name.slice(0, 54)}_${digest(name).slice(0, 8)}`;
}

/** Tells one definition from another. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** The check that a column holds one of some values. */
export function choiceDefinition(column: string, values: readonly string[]): string {
  return `check (${quote(column)} in (${values.map(quoteText).join(', ')}))`;
}

/** The note left at an object of ours: by it a later start sees whether its definition has changed. */
export function markOf({ definition }: { readonly definition: string }): string {
  return `definition ${digest(definition)}`;
}
