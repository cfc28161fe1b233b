import { resolvePath } from '../entity/entity-model.ts';
import type { EntityDocument } from '../generated/documents.ts';
import { type Grants, isGranted } from './permissions.ts';

/** They tell a row from the others, one state of it from the next and its place in a list, and nothing of what is in it. */
const always: ReadonlySet<string> = new Set(['id', 'version', 'createdAt']);

/** Whether a field, or a list of child rows, of an entity is shown to whoever holds the grants, in whatever row. */
export function isShown({ access }: Pick<EntityDocument, 'access'>, key: string, grants: Grants): boolean {
  const shows = access?.shows;
  return shows === undefined || always.has(key) || shows.only.includes(key) || isGranted(grants, shows.unless);
}

/**
 * The same of a path: of the field it ends with, and of each reference it leads through; through one of several kinds, of
 * every one of them.
 */
export function isPathShown(
  entities: ReadonlyMap<string, EntityDocument>,
  start: EntityDocument,
  path: string,
  grants: Grants,
): boolean {
  const resolved = resolvePath(entities, start, path);
  if (resolved === undefined) return isShown(start, path.split('.', 1)[0] ?? '', grants);
  return (resolved.kinds?.paths ?? [resolved]).every(({ relations, field }) => {
    let from = start;
    for (const relation of relations) {
      if (!isShown(from, relation.field.key, grants)) return false;
      from = entities.get(relation.entity) ?? from;
    }
    return isShown(from, field.key, grants);
  });
}
