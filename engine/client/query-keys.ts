import type { QueryClient, QueryKey } from '@tanstack/react-query';

const openedForms = 'form';

/** Keys of cached answers. The second part of a data key is the entity, so that a write can name what it made stale. */
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

/** Marks every cached answer about these entities stale; those on the screen are asked for again. */
export async function invalidateEntities(queries: QueryClient, entities: Iterable<string>): Promise<void> {
  const names = new Set(entities);
  await queries.invalidateQueries({
    predicate: ({ queryKey: [kind, entity] }) => kind === 'data' && typeof entity === 'string' && names.has(entity),
  });
}

/** Marks everything cached stale, because whoever it was read for sees otherwise now; what open forms began with stays. */
export async function invalidateAll(queries: QueryClient): Promise<void> {
  await queries.invalidateQueries({ predicate: ({ queryKey: [kind] }) => kind !== openedForms });
}
