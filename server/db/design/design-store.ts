import { sql } from 'kysely';
import type { NewPageChoices } from '../../../contract/design/made-pages.ts';
import type { Db } from '../../kernel/database/db.ts';
import { prepared } from '../connection/prepared.ts';

/** The last release of one layer of a page: what is in force of it. */
export type StoredRelease = {
  readonly id: string;
  readonly page: string;
  /** `org`, or `role:` and the code of a role. */
  readonly layer: string;
  readonly number: number;
  readonly basedOn: string;
  /** Its operations as JSON; what is read of them is checked. */
  readonly edits: unknown;
};

/** A page made in the app that is published and not retired. */
export type StoredMade = {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  /** Its document as JSON; what is read of it is checked. */
  readonly document: unknown;
  /** The group of the menu it stands in; null where it stands outermost. */
  readonly parent: string | null;
};

/** What is in force of all pages, and the version it belongs to. */
export type StoredReleases = {
  readonly version: string | null;
  readonly releases: readonly StoredRelease[];
  readonly made: readonly StoredMade[];
};

/** The last release of every layer of every page and the pages made in the app, with the version of them all, in one statement. */
export async function readReleases(db: Db): Promise<StoredReleases> {
  const { rows } = await sql<StoredReleases>`${prepared}
    select (select epoch from design_epoch) as version, coalesce((select json_agg(json_build_object(
      'id', r.id, 'page', r.page, 'layer', r.layer, 'number', r.number, 'basedOn', r.based_on, 'edits', r.edits)
      order by r.page, r.layer) from (select distinct on (page, layer) id, page, layer, number, based_on, edits
        from page_release order by page, layer, number desc) r), '[]') as releases,
      coalesce((select json_agg(json_build_object('id', m.id, 'version', m.version, 'name', m.name,
      'document', m.document, 'parent', m.parent) order by m.name) from page_made m where m.deleted_at is null
        and (select r.kind <> 'retire' from page_release r where r.page = m.name and r.layer = 'org'
          order by r.number desc limit 1)), '[]') as made`.execute(db);
  return rows[0] ?? { version: null, releases: [], made: [] };
}

/** A release as the history of a layer tells it. */
export type ReleaseLine = {
  readonly number: number;
  readonly kind: 'publish' | 'rollback' | 'retire';
  readonly fromNumber: number | null;
  readonly note: string;
  readonly releasedAt: string;
  readonly author: string | null;
  readonly changes: number;
  readonly total: number;
};

/** Releases of one layer, newest first. */
export async function readReleaseLines(
  db: Db,
  { page, layer }: Pick<StoredRelease, 'page' | 'layer'>,
  { offset, size }: { readonly offset: number; readonly size: number },
): Promise<readonly ReleaseLine[]> {
  const { rows } = await sql<ReleaseLine>`select r.number, r.kind, r.from_number as "fromNumber", r.note,
      r.released_at as "releasedAt", s.name as author, jsonb_array_length(r.edits)::int as changes,
      count(*) over ()::int as total
    from page_release r left join staff s on s.id = r.released_by
    where r.page = ${page} and r.layer = ${layer} order by r.number desc limit ${size} offset ${offset}`.execute(db);
  return rows;
}

/** A layer as the table of all pages tells it. */
export type LayerLine = {
  readonly page: string;
  readonly layer: string;
  readonly hasDraft: boolean;
  readonly author: string | null;
  readonly updatedAt: string;
  readonly release: number | null;
};

/** Every layer that has a draft or was ever released, with who last changed it. */
export async function readLayerLines(db: Db): Promise<readonly LayerLine[]> {
  const { rows } = await sql<LayerLine>`
    select l.page, l.layer, l.draft is not null as "hasDraft", r.number as release,
      (select s.name from staff s where s.id = case when l.draft is null then r.released_by else l.drafted_by end) as author,
      coalesce(case when l.draft is not null then l.drafted_at end, r.released_at, l.updated_at) as "updatedAt"
    from page_layer l left join lateral (select number, released_by, released_at from page_release
      where page = l.page and layer = l.layer order by number desc limit 1) r on true
    where l.deleted_at is null and (l.draft is not null or r.number is not null) order by l.page, l.layer`.execute(db);
  return rows;
}

/** A role as the designer names it. */
export type StoredRoleName = { readonly id: string; readonly code: string; readonly name: string };

/** The roles there are, by code. */
export async function readRoleNames(db: Db): Promise<ReadonlyMap<string, StoredRoleName>> {
  const { rows } = await sql<StoredRoleName>`select id, code, name from role where deleted_at is null`.execute(db);
  return new Map(rows.map((role) => [role.code, role]));
}

/** A layer of a page as stored: its draft, and what of it is in force. */
export type StoredLayer = {
  readonly id: string;
  readonly version: number;
  readonly draft: unknown;
  readonly basedOn: string | null;
  readonly author: string | null;
  readonly draftedAt: string | null;
};

/** A release of a layer with its operations. */
export type StoredEdits = {
  readonly number: number;
  readonly basedOn: string;
  readonly edits: unknown;
  readonly author: string | null;
};

type LayerPlace = Pick<StoredRelease, 'page' | 'layer'>;

/** A layer with its draft; undefined where nobody ever drafted anything. */
export async function readLayer(db: Db, { page, layer }: LayerPlace): Promise<StoredLayer | undefined> {
  const { rows } = await sql<StoredLayer>`select l.id, l.version, l.draft, l.based_on as "basedOn", s.name as author,
      l.drafted_at as "draftedAt" from page_layer l left join staff s on s.id = l.drafted_by
    where l.page = ${page} and l.layer = ${layer} and l.deleted_at is null`.execute(db);
  return rows[0];
}

/** A release by its number, or the last one; undefined where there is none. */
export async function readEdits(
  db: Db,
  { page, layer }: LayerPlace,
  number?: number,
): Promise<StoredEdits | undefined> {
  const which = number === undefined ? sql`true` : sql`r.number = ${number}`;
  const { rows } = await sql<StoredEdits>`select r.number, r.based_on as "basedOn", r.edits, s.name as author
    from page_release r left join staff s on s.id = r.released_by
    where r.page = ${page} and r.layer = ${layer} and ${which} order by r.number desc limit 1`.execute(db);
  return rows[0];
}

/** A page made in the app, as the table of them tells it. */
export type MadeLine = StoredMade & {
  readonly title: string;
  readonly choices: NewPageChoices;
  readonly roles: unknown;
  readonly author: string | null;
  readonly updatedAt: string;
  /** Kind of its last release; null where it was never published. */
  readonly released: 'publish' | 'rollback' | 'retire' | null;
};

/** Every page made in the app, newest first: drafts, those in force and those retired. */
export async function readMadeLines(db: Db): Promise<readonly MadeLine[]> {
  const { rows } =
    await sql<MadeLine>`select m.id, m.version, m.name, m.title, m.document, m.parent, m.choices, m.roles,
      s.name as author, coalesce(r.released_at, m.made_at, m.updated_at) as "updatedAt", r.kind as released
    from page_made m left join staff s on s.id = m.made_by left join lateral (select kind, released_at
      from page_release where page = m.name and layer = 'org' order by number desc limit 1) r on true
    where m.deleted_at is null order by m.created_at desc, m.id`.execute(db);
  return rows;
}

/** The roles there are, and whether each has all pages. */
export async function readMenuWideRoles(
  db: Db,
): Promise<readonly { readonly code: string; readonly title: string; readonly hasAll: boolean }[]> {
  const { rows } = await sql<{ readonly code: string; readonly title: string; readonly hasAll: boolean }>`
    select code, name as title, coalesce(menus ? '*', false) as "hasAll" from role
    where deleted_at is null order by code`.execute(db);
  return rows;
}

/** What people are called, who are still there. */
export async function readStaffNames(
  db: Db,
  ids: readonly string[],
): Promise<readonly { readonly id: string; readonly name: string }[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ readonly id: string; readonly name: string }>`select id, name from staff
    where id = any(${ids}::uuid[]) and deleted_at is null order by name, id`.execute(db);
  return rows;
}
