import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { codeOf, messageOf, StartError } from '../../kernel/errors/start-error.ts';
import { databaseOf, withDatabase } from '../bootstrap/bootstrap.ts';
import { type CreateTablesOptions, createIndexes, createTables } from './tables.ts';

/** What a start with these documents would do to a database, tried on a copy of it. */
export type Rehearsal =
  | {
      readonly kind: 'done';
      /** The statements that change something, in their order. */
      readonly statements: readonly string[];
      readonly milliseconds: number;
    }
  /** What the start would refuse, each with what to do about it. */
  | { readonly kind: 'refused'; readonly refusals: readonly string[] }
  /** No copy could be made, and why. */
  | { readonly kind: 'noCopy'; readonly reason: string };

export type RehearsalOptions = Pick<CreateTablesOptions, 'documents' | 'migrations'> & {
  /** A role that may make databases and act as those of the product. */
  readonly adminUrl: string;
  /** The roles of the product; by default those that it makes for the database. */
  readonly roles?: { readonly migrator: string; readonly app: string };
};

// A database that somebody is connected to, and a role that may not make one.
const noCopyReasons: Readonly<Record<string, string>> = {
  '55006': '还有程序连着这个库，不能从它做副本：停下它们，或先用备份恢复出一个库，对恢复出来的库演练',
  '42501': '这个角色不能建库（CREATEDB）：换一个可以的角色',
};

/**
 * Makes a copy of a database, does to the copy what a start would do to its tables, and drops it again. The database
 * itself is only read.
 */
export async function rehearse(options: RehearsalOptions): Promise<Rehearsal> {
  const database = databaseOf(options.adminUrl);
  const copy = `${database}_rehearsal_${randomBytes(4).toString('hex')}`.slice(-63);
  const admin = new pg.Client({ connectionString: withDatabase(options.adminUrl, 'postgres') });
  await admin.connect();
  try {
    try {
      await admin.query(`create database ${pg.escapeIdentifier(copy)} template ${pg.escapeIdentifier(database)}`);
    } catch (error) {
      return { kind: 'noCopy', reason: noCopyReasons[codeOf(error) ?? ''] ?? messageOf(error) };
    }
    return await tryOn(withDatabase(options.adminUrl, copy), database, options);
  } finally {
    await admin.query(`drop database if exists ${pg.escapeIdentifier(copy)} with (force)`);
    await admin.end();
  }
}

async function tryOn(copyUrl: string, database: string, options: RehearsalOptions): Promise<Rehearsal> {
  const { documents, migrations } = options;
  const { migrator, app } = options.roles ?? { migrator: `${database}_migrator`, app: `${database}_app` };
  const urls = { migratorUrl: actingAs(copyUrl, migrator.slice(-63)), appUrl: named(copyUrl, app.slice(-63)) };
  const begin = Date.now();
  try {
    const changed = await createTables({ urls, documents, migrations });
    const indexed = await createIndexes({ urls, documents });
    return { kind: 'done', statements: [...changed, ...indexed], milliseconds: Date.now() - begin };
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    const { refusals } = error.facts;
    const told = Array.isArray(refusals) ? refusals.map(String) : [error.message];
    return { kind: 'refused', refusals: told };
  }
}

/** The same address, whose sessions act as another role. */
function actingAs(url: string, role: string): string {
  const address = new URL(url);
  address.searchParams.set('options', `-c role=${role}`);
  return address.href;
}

/** The same address by another user's name: it is only named, nobody signs in by it. */
function named(url: string, user: string): string {
  const address = new URL(url);
  address.username = user;
  return address.href;
}
