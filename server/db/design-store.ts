import { sql } from 'kysely';
import type { Db } from '../kernel/database/db.ts';
import { prepared } from './connection/prepared.ts';

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

/** What is in force of all pages, and the version it belongs to. */
export type StoredReleases = { readonly version: string | null; readonly releases: readonly StoredRelease[] };

/** The last release of every layer of every page, with the version of them all, in one statement. */
export async function readReleases(db: Db): Promise<StoredReleases> {
  const { rows } = await sql<StoredReleases>`${prepared}
    select (select epoch from design_epoch) as version, coalesce((select json_agg(json_build_object(
      'id', r.id, 'page', r.page, 'layer', r.layer, 'number', r.number, 'basedOn', r.based_on, 'edits', r.edits)
      order by r.page, r.layer) from (select distinct on (page, layer) id, page, layer, number, based_on, edits
        from page_release order by page, layer, number desc) r), '[]') as releases`.execute(db);
  return rows[0] ?? { version: null, releases: [] };
}

/** A release as the history of a layer tells it. */
export type ReleaseLine = {
  readonly number: number;
  readonly kind: 'publish' | 'rollback';
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
