import pg from 'pg';
import { keptSecret, randomKey, readSecret } from '../../kernel/crypto/kept-secrets.ts';
import { codeOf, messageOf, StartError } from '../../kernel/errors/start-error.ts';
import { takeLock } from '../connection/advisory-lock.ts';
import { ensureStateTable, keepFingerprint, needsKey, refuseOtherKey, type SealedColumn } from './key-check.ts';
import { rolePassword, scramVerifier } from './role-password.ts';

/** Addresses of the two roles the product works with. */
export type RoleUrls = {
  /** Owns schema and tables; used at start only. */
  readonly migratorUrl: string;
  /** Reads and writes rows; owns nothing. */
  readonly appUrl: string;
};

export type BootstrapOptions = {
  /** A role that may create roles, and the database it shall work in. */
  readonly adminUrl: string;
  /** Undefined where none is known yet: then it is in `keyFile`, or made there for a database without data. */
  readonly secretKey: string | undefined;
  /** Where the key is kept that nobody set; without it none is made. */
  readonly keyFile?: string;
  /** What is encrypted with the key; by it databases are known that were made before they noted their key. */
  readonly sealed?: readonly SealedColumn[];
  /** Works in this database instead of the one the address names. */
  readonly database?: string;
};

// One number for all nodes and for every change of roles and tables.
export const bootstrapLock = 7_201_952;

const neededPrivileges = 'CREATEROLE，且为该数据库的所有者（或超级用户）；数据库不存在时还需 CREATEDB';

/** A database that is ready for its tables, and the key it works with. */
export type Bootstrapped = RoleUrls & { readonly secretKey: string };

/**
 * Brings a database to the state the product needs: database, two roles, extensions, limits, and the note of its key.
 * The same for the embedded server and for an outside one; may run at every start and on several nodes at once.
 * Refuses a key that the data were not made with (E_DATABASE_KEY), and to make one where data need another
 * (E_SECRET_KEY_GONE).
 */
export async function bootstrapDatabase(options: BootstrapOptions): Promise<Bootstrapped> {
  const database = options.database ?? databaseOf(options.adminUrl);
  const adminUrl = withDatabase(options.adminUrl, database);
  const names = { database, migrator: `${database}_migrator`.slice(-63), app: `${database}_app`.slice(-63) };
  const admin = await connectCreating(options.adminUrl, adminUrl, database);
  try {
    await takeLock(admin, bootstrapLock);
    const secretKey = await keyOf(admin, options);
    await setUp(admin, names, secretKey);
    const urlFor = (role: string) => withUser(adminUrl, role, rolePassword(secretKey, role));
    return { migratorUrl: urlFor(names.migrator), appUrl: urlFor(names.app), secretKey };
  } catch (error) {
    if (error instanceof StartError || codeOf(error) !== '42501') throw error;
    throw new StartError(
      'E_DATABASE_PRIVILEGES',
      { role: userOf(adminUrl), expected: neededPrivileges, got: messageOf(error) },
      { cause: error },
    );
  } finally {
    await admin.end();
  }
}

/**
 * The key to work with, before anything is changed: with another one the masked fields could not be read, and other
 * nodes would lose their passwords. Asked for under the lock, so that of two first starts the second finds the first's.
 */
async function keyOf(admin: pg.Client, { secretKey, keyFile, sealed = [] }: BootstrapOptions): Promise<string> {
  const known = secretKey ?? (keyFile === undefined ? undefined : readSecret(keyFile));
  if (known !== undefined) {
    await refuseOtherKey(admin, known, sealed);
    return known;
  }
  if (keyFile === undefined || (await needsKey(admin, sealed)))
    throw new StartError('E_SECRET_KEY_GONE', { got: keyFile ?? 'SECRET_KEY' });
  return keptSecret(keyFile, randomKey);
}

type Names = { readonly database: string; readonly migrator: string; readonly app: string };

async function setUp(admin: pg.Client, names: Names, secretKey: string): Promise<void> {
  const id = Object.fromEntries(Object.entries(names).map(([key, name]) => [key, pg.escapeIdentifier(name)]));
  for (const role of [names.migrator, names.app]) await ensureRole(admin, role, rolePassword(secretKey, role));
  const superuser = await isSuperuser(admin);
  // Who is no superuser hands over what he owns only as a member of the role that gets it.
  if (!superuser) await admin.query(`grant ${id.migrator} to current_user`);
  const mayGiveDatabase = superuser || (await mayCreateDatabases(admin));
  await admin.query(
    mayGiveDatabase
      ? `alter database ${id.database} owner to ${id.migrator}`
      : `grant all on database ${id.database} to ${id.migrator}`,
  );
  await admin.query(`alter schema public owner to ${id.migrator}`);
  await admin.query(`revoke all on database ${id.database} from public`);
  await admin.query(`grant connect on database ${id.database} to ${id.app}`);
  await admin.query('revoke create on schema public from public');
  await admin.query(`grant usage on schema public to ${id.app}`);
  for (const extension of ['pg_trgm', 'btree_gist'])
    await admin.query(`create extension if not exists ${extension} with schema public`);
  await setLimits(admin, id.migrator, { timezone: 'UTC', lock_timeout: '30s' });
  const limits = {
    timezone: 'UTC',
    statement_timeout: '15s',
    lock_timeout: '5s',
    idle_in_transaction_session_timeout: '30s',
  };
  await setLimits(admin, id.app, limits);
  await admin.query(`set role ${id.migrator}`);
  await ensureStateTable(admin);
  await keepFingerprint(admin, secretKey);
  await admin.query('reset role');
}

async function ensureRole(admin: pg.Client, role: string, password: string): Promise<void> {
  const known = await admin.query('select 1 from pg_roles where rolname = $1', [role]);
  const verb = known.rowCount === 0 ? 'create' : 'alter';
  const secret = pg.escapeLiteral(scramVerifier(password));
  const rights = known.rowCount === 0 ? 'nosuperuser nocreatedb nocreaterole noreplication nobypassrls' : '';
  await admin.query(`${verb} role ${pg.escapeIdentifier(role)} login ${rights} password ${secret}`);
}

async function setLimits(
  admin: pg.Client,
  role: string | undefined,
  limits: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [name, value] of Object.entries(limits))
    await admin.query(`alter role ${role} set ${name} = ${pg.escapeLiteral(value)}`);
}

async function isSuperuser(admin: pg.Client): Promise<boolean> {
  const { rows } = await admin.query<{ yes: boolean }>(
    'select rolsuper as yes from pg_roles where rolname = current_user',
  );
  return rows[0]?.yes === true;
}

async function mayCreateDatabases(admin: pg.Client): Promise<boolean> {
  const { rows } = await admin.query<{ yes: boolean }>(
    'select rolcreatedb as yes from pg_roles where rolname = current_user',
  );
  return rows[0]?.yes === true;
}

async function connectCreating(givenUrl: string, adminUrl: string, database: string): Promise<pg.Client> {
  try {
    return await connect(adminUrl);
  } catch (error) {
    if (codeOf(error) !== '3D000') throw unreachable(adminUrl, error);
  }
  // The database is not there yet: it is made from the one the address names, or from the one every server has.
  const outsideUrl = databaseOf(givenUrl) === database ? withDatabase(givenUrl, 'postgres') : givenUrl;
  try {
    const outside = await connect(outsideUrl);
    try {
      await outside.query(`create database ${pg.escapeIdentifier(database)} template template0 encoding 'UTF8'`);
    } finally {
      await outside.end();
    }
  } catch (error) {
    // 42P04 and 23505: another node made it in the meantime.
    const code = codeOf(error);
    if (code === '42501')
      throw new StartError(
        'E_DATABASE_PRIVILEGES',
        { role: userOf(givenUrl), expected: neededPrivileges, got: messageOf(error) },
        { cause: error },
      );
    if (code !== '42P04' && code !== '23505') throw unreachable(outsideUrl, error);
  }
  return connect(adminUrl);
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    application_name: 'bootstrap',
  });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

function unreachable(url: string, error: unknown): StartError {
  const { hostname, port, pathname } = new URL(url);
  return new StartError(
    'E_DATABASE_UNREACHABLE',
    { address: `${hostname}:${port === '' ? '5432' : port}${pathname}`, got: messageOf(error) },
    { cause: error },
  );
}

export function databaseOf(url: string): string {
  return decodeURIComponent(new URL(url).pathname.slice(1));
}

/** The role an address signs in as. */
export function userOf(url: string): string {
  return decodeURIComponent(new URL(url).username);
}

/** The same address for another database. */
export function withDatabase(url: string, database: string): string {
  const parsed = new URL(url);
  parsed.pathname = `/${encodeURIComponent(database)}`;
  return parsed.href;
}

/** The same role and settings at the host and database of another address. */
export function withAddress(url: string, other: string): string {
  const { protocol, username, password, search } = new URL(url);
  const { host, pathname } = new URL(other);
  return `${protocol}//${username}:${password}@${host}${pathname}${search}`;
}

/** The same address for another role. Put together by hand: `URL` sets no user where the host is a socket's folder. */
export function withUser(url: string, user: string, password: string): string {
  const { protocol, host, pathname, search } = new URL(url);
  return `${protocol}//${encodeURIComponent(user)}:${encodeURIComponent(password)}@${host}${pathname}${search}`;
}
