import { sql } from 'kysely';
import type { Db } from '../kernel/database/db.ts';

/** What a role is given by name: a page, a permission key, the scope of an entity. */
export type GrantKind = 'menus' | 'permissions' | 'entityScopes';

/** A name that roles give and the documents do not have. */
export type GoneGrant = { readonly kind: GrantKind; readonly name: string };

/** Lets one after another look what is gone. */
export async function holdGoneGrants(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('gone_grant', 0))`.execute(db);
}

/** Takes out the names that have been gone for longer than a day. */
export async function takeLongGone(db: Db): Promise<readonly GoneGrant[]> {
  const { rows } = await sql<GoneGrant>`delete from gone_grant where since < now() - interval '1 day'
    returning kind, name`.execute(db);
  return rows;
}

/** Keeps since when each of these has been gone, and forgets the others: they are back, or given no more. */
export async function keepGone(gone: readonly GoneGrant[], db: Db): Promise<void> {
  const kinds = gone.map(({ kind }) => kind);
  const names = gone.map(({ name }) => name);
  const given = sql`unnest(${kinds}::text[], ${names}::text[]) as given(kind, name)`;
  await sql`delete from gone_grant as kept
    where not exists (select from ${given} where given.kind = kept.kind and given.name = kept.name)`.execute(db);
  await sql`insert into gone_grant (kind, name, since) select kind, name, now() from ${given}
    on conflict (kind, name) do nothing`.execute(db);
}
