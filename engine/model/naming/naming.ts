import { KeyedCache } from '../cache/cache.ts';

// Keys come from documents, which are few; what strangers make up puts out no more than the half not used of late.
const columns = new KeyedCache<string>({ max: 20_000 });

/** `ownerDeptId` → `owner_dept_id`: the column of a field. */
export function toColumn(key: string): string {
  return columns.of(key, () => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
}

/** `/v1/follow/up` for `follow_up`, unless the entity declares its own base. */
export function apiBase(entity: { readonly name: string; readonly api?: string }): string {
  return entity.api ?? `/v1/${entity.name.replaceAll('_', '/')}`;
}

/** `ownerId` → `owner`, `intentionProjectIds` → `intentionProjects`: the relation a reference field opens. */
export function relationName(refKey: string): string {
  if (refKey.endsWith('Ids')) return `${refKey.slice(0, -3)}s`;
  if (refKey.endsWith('Id')) return refKey.slice(0, -2);
  return `${refKey}Ref`;
}

const forbiddenSegments = new Set(['__proto__', 'constructor', 'prototype']);

/** Names that would reach an object's prototype; refused wherever a name comes from outside. */
export function isForbiddenName(name: string): boolean {
  return name.split(/[./[\]]/).some((segment) => forbiddenSegments.has(segment));
}

/**
 * The known name closest to `name`, or undefined when none is near (edit distance over a third of its length); never the
 * name itself, which was refused.
 */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(name.length / 3)) + 1;
  for (const candidate of known) {
    if (candidate === name) continue;
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase(), bestDistance);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** Insertions, deletions and substitutions between two names, counted up to `limit`. */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(substitution, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? limit;
}

/** `applyInvalid` → `apply/invalid`: the specification's style of path segments. */
export function pathSegments(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `/${letter.toLowerCase()}`);
}
