import type { RecordNavigation } from './record-navigation.ts';

const nameOf = (user: string, entity: string) => `engine.navigation.${user}.${entity}`;

/** Most parts of one page that are remembered. */
const maxParts = 20;

/** Remembers, for this tab of the browser, which rows of an entity were listed last; of one page, those of each part. */
export function saveNavigation(user: string, entity: string, navigation: RecordNavigation): void {
  const others = savedNavigations(user, entity).filter(
    ({ page, part }) => page === navigation.page && part !== navigation.part,
  );
  try {
    sessionStorage.setItem(nameOf(user, entity), JSON.stringify([navigation, ...others].slice(0, maxParts)));
  } catch {
    // Without it records are opened one by one.
  }
}

/** The rows listed last, where this record is among them. */
export function savedNavigation(user: string, entity: string, id: string): RecordNavigation | undefined {
  return savedNavigations(user, entity).find(({ ids }) => ids.includes(id));
}

/** The rows that follow this record in the list it was shown in last. */
export function remainingRecords(user: string, entity: string, id: string): readonly string[] {
  const { ids = [] } = savedNavigation(user, entity, id) ?? {};
  return ids.slice(ids.indexOf(id) + 1);
}

function savedNavigations(user: string, entity: string): readonly RecordNavigation[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(nameOf(user, entity)) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isNavigation) : [];
  } catch {
    return [];
  }
}

function isNavigation(value: unknown): value is RecordNavigation {
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
