import { type RawBuilder, sql } from 'kysely';
import type { DocumentSet, EntityDocument, EntityField } from '../../engine/model/index.ts';
import { resolvePath } from '../../engine/model/index.ts';
import { authorOf, type Caller } from '../access/caller.ts';
import type { Fact } from './reach.ts';

/** A column with nothing in the rows that hide the field from the caller; the column itself where none may. */
export function shownInRows(
  column: RawBuilder<unknown>,
  entity: EntityDocument,
  field: EntityField,
  { documents, caller, fact }: { readonly documents: DocumentSet; readonly caller: Caller; readonly fact: Fact },
): RawBuilder<unknown> {
  const { hides } = entity.access ?? {};
  if (hides === undefined || !hideable(entity, documents).has(field.key)) return column;
  const [list, staff] = [fact(hides.fields), fact(hides.exceptFor)];
  if (list === undefined || staff === undefined) return column;
  const isListed = sql`coalesce(jsonb_exists(${list.sql}, ${field.key}), false)`;
  const isExcepted = sql`coalesce(${authorOf(caller)}::uuid = any(${staff.sql}), false)`;
  return sql`(case when ${isListed} and not ${isExcepted} then null else ${column} end)`;
}

/** What rows of an entity may hide: the values of the dictionary that their list is chosen from. */
export function hideable(entity: EntityDocument, documents: DocumentSet): ReadonlySet<string> {
  const { hides } = entity.access ?? {};
  const list = hides === undefined ? undefined : resolvePath(documents.entities, entity, hides.fields)?.field;
  return new Set((documents.dictionaries.get(list?.dictionary ?? '')?.values ?? []).map(({ key }) => key));
}
