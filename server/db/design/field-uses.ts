import { sql } from 'kysely';
import { relationName } from '../../../engine/model/naming/index.ts';
import type { Db } from '../../kernel/database/db.ts';

/** A page or a draft in which a field stands; `content` is what it stands in. */
export type NamingPage = {
  readonly kind: 'page' | 'draft';
  readonly page: string;
  readonly layer: string;
  readonly content: unknown;
};

/**
 * What people kept in which a field stands. What they share, and the asker's own, by its name; of what others keep for
 * themselves only how many they are. Of an analysis `place` is its dataset, of an import its entity, else it is the page.
 */
export type NamingKept = {
  readonly kind: 'view' | 'layout' | 'analysis' | 'import';
  readonly place: string;
  readonly title: string | null;
  readonly people: number | null;
};

/** A column under a name of its own, which people's arrangements of columns go by. */
export type NamedColumn = { readonly page: string; readonly key: string };

/** What a field refers to, and what figures are made of it, have names that begin with its own. */
function wordOf(key: string): string {
  return `\\m(${key}(In|Sum|Average)?|${relationName(key)})\\M`;
}

/** The published layers, new pages and drafts in which a field stands. */
export async function pagesNaming(db: Db, key: string): Promise<readonly NamingPage[]> {
  const word = wordOf(key);
  const { rows } = await sql<NamingPage>`
    select 'page' as kind, r.page, r.layer, r.edits as content from (select distinct on (page, layer) page, layer, edits
      from page_release order by page, layer, number desc) r where r.edits::text ~ ${word}
    union all select 'draft', page, layer, draft from page_layer
      where deleted_at is null and draft is not null and draft::text ~ ${word}
    union all select 'page', name, 'org', document from page_made where deleted_at is null and document::text ~ ${word}
    order by 1, 2, 3`.execute(db);
  return rows;
}

type Asker = { readonly staffId: string | null };

/** The views, arrangements of columns, analyses and remembered imports in which a field, or a column of it, stands. */
export async function keptNaming(
  db: Db,
  { entity, key }: { readonly entity: string; readonly key: string },
  columns: readonly NamedColumn[],
  { staffId }: Asker,
): Promise<readonly NamingKept[]> {
  const word = wordOf(key);
  const arranged = (alias: string) => sql`(${sql.ref(`${alias}.layout`)}::text ~ ${word} or exists (
    select 1 from json_to_recordset(${JSON.stringify(columns)}) as c(page text, key text)
    where c.page = ${sql.ref(`${alias}.page`)} and strpos(${sql.ref(`${alias}.layout`)}::text, '"' || c.key || '"') > 0))`;
  const { rows } = await sql<NamingKept>`
    with views as (select page as place, name, share <> 'private' or created_by::text = ${staffId} as is_told, created_by
        from saved_view v where deleted_at is null and (state::text ~ ${word} or ${arranged('v')})),
      analyses as (select dataset as place, name, share <> 'private' or created_by::text = ${staffId} as is_told, created_by
        from saved_analysis where deleted_at is null and ask::text ~ ${word})
    select 'view' as kind, place, name as title, null::int as people from views where is_told
    union all select 'view', place, null, count(distinct created_by)::int from views where is_told is not true group by place
    union all select 'layout', l.page, null, count(distinct l.staff_id)::int from list_preference l
      where l.deleted_at is null and ${arranged('l')} group by l.page
    union all select 'analysis', place, name, null from analyses where is_told
    union all select 'analysis', place, null, count(distinct created_by)::int from analyses where is_told is not true
      group by place
    union all select 'import', entity, null, count(distinct created_by)::int from import_batch
      where entity = ${entity} and mapping::text ~ ${word} group by entity
    order by 1, 2, 3`.execute(db);
  return rows;
}
