import type { Trail } from './trail.ts';

const nameOf = (user: string, entity: string) => `engine.trail.${user}.${entity}`;

/** Most parts of one page that are remembered. */
const mostParts = 20;

/** Remembers, for this tab of the browser, which rows of an entity were listed last; of one page, those of each part. */
export function keepTrail(user: string, entity: string, trail: Trail): void {
  const others = keptTrails(user, entity).filter(({ page, part }) => page === trail.page && part !== trail.part);
  try {
    sessionStorage.setItem(nameOf(user, entity), JSON.stringify([trail, ...others].slice(0, mostParts)));
  } catch {
    // Without it records are opened one by one.
  }
}

/** The rows listed last, where this record is among them. */
export function keptTrail(user: string, entity: string, id: string): Trail | undefined {
  return keptTrails(user, entity).find(({ ids }) => ids.includes(id));
}

/** The rows that follow this record in the list it was shown in last. */
export function restOfTrail(user: string, entity: string, id: string): readonly string[] {
  const { ids = [] } = keptTrail(user, entity, id) ?? {};
  return ids.slice(ids.indexOf(id) + 1);
}

function keptTrails(user: string, entity: string): readonly Trail[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(nameOf(user, entity)) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isTrail) : [];
  } catch {
    return [];
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
