import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { painted } from './painted.ts';

const openedForms = 'form';

/** Keys of cached answers. The second part of a data key is the entity, or several, so that a write can name what it made stale. */
export const queryKeys = {
  /** Background work of the user, by what is asked about it. */
  tasks: (...about: readonly string[]): QueryKey => ['tasks', ...about],
  page: (name: string): QueryKey => ['page', name],
  /** Views of a list, and what the user made of it. */
  views: (page: string): QueryKey => ['views', page],
  rows: (entity: string, page: string, path: string, body: unknown): QueryKey => [
    'data',
    entity,
    'rows',
    page,
    path,
    body,
  ],
  /** What several entities give together: it is asked for again when one of them changes. */
  merged: (entities: readonly string[], page: string, path: string, body: unknown): QueryKey => [
    'data',
    entities,
    'merged',
    page,
    path,
    body,
  ],
  record: (entity: string, page: string, path: string, id: string, fields: readonly string[]): QueryKey => [
    'data',
    entity,
    'record',
    page,
    path,
    id,
    fields,
  ],
  /** The record of a form that is open, by the key of its opening: it stays what the form began with. */
  openedForm: (page: string, path: string, id: string, fields: readonly string[], opening: string): QueryKey => [
    openedForms,
    page,
    path,
    id,
    fields,
    opening,
  ],
  dataset: (entity: string, page: string, path: string, body: unknown): QueryKey => [
    'data',
    entity,
    'dataset',
    page,
    path,
    body,
  ],
};

/**
 * Has every answer about these entities that is on the screen asked for again. All other rows and records in the cache
 * are marked stale, to be asked for when they are next looked at: what the server does along with a write (effects,
 * sums, labels of what is referred to) may reach any of them. It is asked for once whoever wrote sees that it was
 * written, so that the two do not compete.
 */
export async function invalidateEntities(queries: QueryClient, entities: Iterable<string>): Promise<void> {
  const names = new Set(entities);
  const isNamed = (name: unknown) => typeof name === 'string' && names.has(name);
  await queries.invalidateQueries({ predicate: ({ queryKey: [kind] }) => kind === 'data', refetchType: 'none' });
  await painted();
  await queries.refetchQueries({
    predicate: ({ queryKey: [kind, about] }) => kind === 'data' && [about].flat().some((name) => isNamed(name)),
    type: 'active',
  });
}

/** Marks everything cached stale, because whoever it was read for sees otherwise now; what open forms began with stays. */
export async function invalidateAll(queries: QueryClient): Promise<void> {
  await queries.invalidateQueries({ predicate: ({ queryKey: [kind] }) => kind !== openedForms });
}
