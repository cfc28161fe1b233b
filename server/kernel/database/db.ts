import type { Kysely } from 'kysely';

/** Tables by name with columns by name: documents make them, so their shape is known at run time only. */
export type Database = Record<string, Record<string, unknown>>;

/** A database or an open transaction of it. */
export type Db = Kysely<Database>;
