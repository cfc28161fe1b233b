import type { Trail } from './trail.ts';

const nameOf = (user: string, entity: string) => `engine.trail.${user}.${entity}`;

/** Remembers, for this tab of the browser, which rows of an entity were listed last. */
export function keepTrail(user: string, entity: string, trail: Trail): void {
  try {
    sessionStorage.setItem(nameOf(user, entity), JSON.stringify(trail));
  } catch {
    // Without it records are opened one by one.
  }
}

/** The rows listed last, where this record is among them. */
export function keptTrail(user: string, entity: string, id: string): Trail | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(nameOf(user, entity)) ?? 'null');
    return isTrail(kept) && kept.ids.includes(id) ? kept : undefined;
  } catch {
    return undefined;
  }
}

function isTrail(value: unknown): value is Trail {
  return (
    typeof value === 'object' &&
    value !== null &&
    'ids' in value &&
    Array.isArray(value.ids) &&
    'page' in value &&
    typeof value.page === 'string' &&
    'api' in value &&
    typeof value.api === 'string' &&
    'request' in value
  );
}
