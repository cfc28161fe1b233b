import { lookupsRead } from './dependencies.ts';
import { parseExpression } from './parse.ts';

/** Rows an entity may have in which rows are looked up: it is configuration, not a ledger. */
export const maxLookupRows = 1000;

/** The entities that the expressions within a part of a document look rows up in, with the fields they name. */
export function textLookups(part: unknown): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, ReadonlySet<string>>();
  for (const text of textsOf(part)) {
    // Most texts look nothing up, and are not parsed for it.
    const outcome = text.includes('lookup(') ? parseExpression(text) : undefined;
    if (outcome?.ok !== true) continue;
    for (const [entity, fields] of lookupsRead(outcome.expression))
      found.set(entity, new Set([...(found.get(entity) ?? []), ...fields]));
  }
  return found;
}

function textsOf(part: unknown): readonly string[] {
  if (typeof part === 'string') return [part];
  return typeof part === 'object' && part !== null ? Object.values(part).flatMap(textsOf) : [];
}
