import { type RawBuilder, sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { projectsKey } from '../../engine/model/access/index.ts';
import { KeyedCache, memoizeByIdentity } from '../../engine/model/cache/index.ts';
import type { DocumentSet } from '../../engine/model/documents/index.ts';
import { toColumn } from '../../engine/model/naming/index.ts';
import type { Db } from '../kernel/database/db.ts';
import { prepared } from './connection/prepared.ts';
import { Placeholder, StatementCache } from './connection/statement.ts';
import { toldHolidays } from './holiday-store.ts';

/** Where people are read from: their table, and the documents that tell what a product adds to it. */
export type PeopleSource = { readonly db: Db; readonly documents: Pick<DocumentSet, 'entities'> };
/** The same with the whole product: whether it counts working days. */
export type SessionSource = { readonly db: Db; readonly documents: DocumentSet };

/** A column of a field the product may add to staff or roles; null where it has none. */
function furtherColumn({ documents }: PeopleSource, entity: 'staff' | 'role', key: string, table: string) {
  const isThere = documents.entities.get(entity)?.fields.some((field) => field.key === key) === true;
  return isThere ? sql.ref(`${table}.${toColumn(key)}`) : sql`null`;
}

/** A person as stored, with the roles he holds. */
export type StoredPerson = {
  readonly staffId: string;
  readonly name: string;
  readonly status: string;
  /** Whether his password is one that was given to him and is to be changed. */
  readonly firstLogin: boolean;
  readonly departmentId: string;
  readonly projectIds: readonly string[] | null;
  readonly dataScope: string | null;
  readonly customDepartmentIds: readonly string[] | null;
  readonly departmentTree: readonly string[] | null;
  readonly roles: readonly StoredRole[] | null;
  /** The masking policies in force that are about him, his departments or his roles. */
  readonly policies: readonly StoredPolicy[] | null;
};

/** A session as stored. */
type SessionRow = {
  readonly sessionId: string;
  readonly staffId: string;
  readonly expireAt: string;
  readonly revokedAt: string | null;
  readonly revokeReason: string | null;
  /** Of a session in which somebody looks as another person or as a role: whom or which, and since when. */
  readonly viewStaffId: string | null;
  readonly viewRoleId: string | null;
  readonly createdAt: string;
  /** The value of `design_epoch`: what was changed in the app of the pages is as when it was the same. */
  readonly designed: string | null;
};

/** Where a person stands: what he may see and do, and the days worked. The same object while the same is told of him. */
export type Standing = {
  /** A `StoredPerson` as the JSON text in which it comes. */
  readonly person: string;
  readonly status: string;
  /** The holidays in force, in the words of `toldHolidays`. */
  readonly holidays: string;
};

/** A session as stored, with where the person stands just now. */
export type StoredSession = SessionRow & { readonly standing: Standing };

export type StoredRole = {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly dataScope: string;
  readonly customDepartmentIds: readonly string[] | null;
  readonly menus: readonly string[] | null;
  readonly permissions: readonly string[] | null;
  /** Entities whose rows reach otherwise than those of the role in general. */
  readonly entityScopes: readonly StoredEntityScope[] | null;
  readonly projectIds: readonly string[] | null;
};

/** How far the rows of one entity reach for a role. */
export type StoredEntityScope = {
  readonly entity: string;
  readonly dataScope: string;
  readonly customDepartmentIds?: readonly string[] | null;
};

/** A masking policy: whom it is about, and how it shows a kind of masked field. */
export type StoredPolicy = {
  readonly target: 'role' | 'department' | 'staff';
  readonly targetId: string;
  /** Of a department: how deep it lies; the deepest is the nearest to the person. */
  readonly depth: number;
  readonly field: string;
  readonly mode: string;
  readonly limit: number;
  readonly lookupMinute: number;
  readonly lookupDay: number;
  readonly callOnly: boolean;
};

/** What was read under a value of `access_epoch`, and the moment from which a mask sets in or ends. */
type ReadStanding = { readonly epoch: string | null; readonly until: string | null };

const sessionStatements = new StatementCache<SessionRow & { readonly epoch: string | null; readonly now: string }>();
const standingStatements = new StatementCache<Standing & ReadStanding>();
const personStatements = new StatementCache<{ readonly person: string }>();
const holderStatements = new StatementCache<{ readonly person: string }>();

/**
 * A session with where its person stands just now, so that a revocation and any change of rights hold at once, on every
 * node: each call reads the session and the epoch of rights. Where the person stands is read only when that is another
 * one than before, or when the time of a mask has come since. `onSent` is told when the database has been asked.
 */
export async function readSession(
  source: SessionSource,
  by: { readonly tokenHash: string } | { readonly sessionId: string },
  onSent: () => void = () => undefined,
): Promise<StoredSession | undefined> {
  const [key, value] = 'tokenHash' in by ? ['token_hash', by.tokenHash] : ['id', by.sessionId];
  const statement = sessionStatements.of(
    source.documents,
    key,
    () => sql`${prepared}
      select s.id as "sessionId", s.staff_id as "staffId", s.expire_at as "expireAt", s.revoked_at as "revokedAt",
        s.revoke_reason as "revokeReason", s.view_staff_id as "viewStaffId", s.view_role_id as "viewRoleId",
        s.created_at as "createdAt", (select epoch from access_epoch) as epoch,
        (select epoch from design_epoch) as designed, date_trunc('milliseconds', now()) as now
      from login_session s where ${sql.ref(`s.${key}`)} = ${new Placeholder(0)}`,
  );
  const { answer } = await statement.send(source.db, value);
  onSent();
  const [row] = (await answer).rows;
  if (row === undefined) return undefined;
  const { epoch, now, ...session } = row;
  const kept = standingsOf(source.documents);
  const known = epoch === null ? undefined : kept.byEpoch.get(`${session.staffId} ${epoch}`);
  if (known !== undefined && (known.until === null || now < known.until))
    return { ...session, standing: known.standing };
  const standing = await readStanding(source, session.staffId);
  return standing === undefined ? undefined : { ...session, standing };
}

/**
 * Where people stood under an epoch of rights: what changes any of it makes another epoch. By its words too: most changes
 * are about others, and what was worked out for a person then goes on.
 */
const standingsOf = memoizeByIdentity((_documents: DocumentSet) => ({
  byEpoch: new KeyedCache<{ readonly standing: Standing; readonly until: string | null }>({ max: 2000 }),
  byWords: new KeyedCache<Standing>({ max: 1000 }),
}));

/** Staff status, department subtree and role grants in one statement, with the epoch they belong to. */
async function readStanding(source: SessionSource, staffId: string): Promise<Standing | undefined> {
  const statement = standingStatements.of(
    source.documents,
    'id',
    () => sql`${prepared}select p.status, ${personText(source)} as person, ${toldHolidays(source.documents)} as holidays,
        (select epoch from access_epoch) as epoch,
        (select min(edge) from masking_policy m, unnest(array[m.effective_from, m.effective_to]) as edge
          where m.enabled and m.deleted_at is null and edge > now()) as until
      from staff p join department d on d.id = p.department_id
      where p.id = ${new Placeholder(0)} and p.deleted_at is null`,
  );
  const [row] = (await statement.run(source.db, staffId)).rows;
  if (row === undefined) return undefined;
  const { epoch, until, ...read } = row;
  const kept = standingsOf(source.documents);
  const standing = kept.byWords.of(`${read.person} ${read.holidays}`, () => read);
  if (epoch !== null) kept.byEpoch.set(`${staffId} ${epoch}`, { standing, until });
  return standing;
}

/** The same of a person without a session, as JSON text: for work that goes on after he signed out. */
export async function readPerson(source: PeopleSource, staffId: string): Promise<string | undefined> {
  const statement = personStatements.of(
    source.documents,
    'id',
    () => sql`${prepared}select ${personText(source)} as person
      from staff p join department d on d.id = p.department_id
      where p.id = ${new Placeholder(0)} and p.deleted_at is null`,
  );
  return (await statement.run(source.db, staffId)).rows[0]?.person;
}

/**
 * A person as he would be if a role were all he held: his department and projects stay, his own scope and all masks that
 * are about him or his department do not. Undefined where he is gone; without roles where the role is not in force.
 */
export async function readHolder(source: PeopleSource, staffId: string, roleId: string): Promise<string | undefined> {
  const statement = holderStatements.of(
    source.documents,
    'id',
    () => sql`${prepared}select ${personText(source, new Placeholder(1))} as person
      from staff p join department d on d.id = p.department_id
      where p.id = ${new Placeholder(0)} and p.deleted_at is null`,
  );
  return (await statement.run(source.db, staffId, roleId)).rows[0]?.person;
}

/** A `StoredPerson` as JSON text; with a role, as if that were all he held. */
function personText(source: PeopleSource, role?: Placeholder): RawBuilder<unknown> {
  const roleIds = role === undefined ? sql`p.role_ids` : sql`array[${role}]::uuid[]`;
  const own = (column: 'data_scope' | 'custom_department_ids') =>
    role === undefined ? sql.ref(`p.${column}`) : sql`null`;
  const isAbout =
    role === undefined
      ? sql`case m.target_type when 'staff' then m.staff_id = p.id when 'department' then d.path like within.path || '%'
            else m.role_id = any(${roleIds}) end`
      : sql`m.target_type = 'role' and m.role_id = any(${roleIds})`;
  const projects = furtherColumn(source, 'staff', projectsKey, 'p');
  const roleProjects = furtherColumn(source, 'role', projectsKey, 'r');
  return sql`json_build_object('staffId', p.id, 'name', p.name, 'status', p.status, 'firstLogin', p.first_login, 'departmentId', p.department_id,
      'projectIds', ${projects}, 'dataScope', ${own('data_scope')}, 'customDepartmentIds', ${own('custom_department_ids')},
      'departmentTree', (select array_agg(below.id order by below.id) from department below where below.deleted_at is null
        and (below.id = d.id or below.path like d.path || '%')),
      'roles', (select json_agg(json_build_object('id', r.id, 'code', r.code, 'name', r.name, 'dataScope', r.data_scope, 'customDepartmentIds', r.custom_department_ids,
        'menus', r.menus, 'permissions', r.permissions, 'entityScopes', r.entity_scopes, 'projectIds', ${roleProjects}) order by r.id)
        from role r where r.id = any(${roleIds}) and r.enabled and r.deleted_at is null),
      'policies', (select json_agg(json_build_object('target', m.target_type, 'targetId', m.target_id, 'depth', coalesce(length(within.path), 0),
        'field', m.field, 'mode', m.mode, 'limit', m.reveal_daily_limit,
        'lookupMinute', m.lookup_minute_limit, 'lookupDay', m.lookup_daily_limit, 'callOnly', m.call_only) order by m.id)
        from masking_policy m left join department within on within.id = m.department_id
        where m.enabled and m.deleted_at is null
          and (m.effective_from is null or m.effective_from <= now()) and (m.effective_to is null or m.effective_to > now())
          and ${isAbout}))::text`;
}

/** What signing in needs to know of an account. */
export type Account = {
  readonly id: string;
  readonly account: string;
  readonly name: string;
  readonly status: string;
  readonly passwordHash: string;
  readonly mobile: string | null;
  readonly firstLogin: boolean;
  readonly departmentId: string;
};

const accountColumns = sql`p.id, p.account, p.name, p.status, p.password_hash as "passwordHash", p.mobile,
  p.first_login as "firstLogin", p.department_id as "departmentId"`;

/** The account with one of these spellings of a user name, the first before others, or with a mobile number (by its keyed hash). */
export async function findAccount(
  source: PeopleSource,
  names: readonly [string, ...string[]],
  mobileHash: string | undefined,
): Promise<Account | undefined> {
  const result = await sql<Account>`select ${accountColumns} from staff p
    where p.deleted_at is null and (p.account = any(${[...names]}::text[]) or p.mobile_hash = ${mobileHash ?? null})
    order by (p.account = ${names[0]}) desc, (p.account = any(${[...names]}::text[])) desc limit 1`.execute(source.db);
  return result.rows[0];
}

/** The account of a staff member. */
export async function accountOf(source: PeopleSource, staffId: string): Promise<Account | undefined> {
  const result = await sql<Account>`select ${accountColumns} from staff p where p.id = ${staffId}`.execute(source.db);
  return result.rows[0];
}

/** Further fields of a person by key, as they are stored; absent are those the product's people do not have. */
export async function furtherFields(
  { db, documents }: PeopleSource,
  staffId: string,
  keys: readonly string[],
): Promise<Readonly<Record<string, unknown>>> {
  const known = new Set(documents.entities.get('staff')?.fields.map(({ key }) => key));
  const columns = keys.filter((key) => known.has(key)).map((key) => sql`${sql.ref(toColumn(key))} as ${sql.ref(key)}`);
  if (columns.length === 0) return {};
  const result = await sql<Readonly<Record<string, unknown>>>`select ${sql.join(columns)} from staff
    where id = ${staffId}`.execute(db);
  return result.rows[0] ?? {};
}

/** What somebody works on, by id, in its order. */
export async function projectNames(
  { db, documents }: PeopleSource,
  ids: readonly string[],
): Promise<readonly { readonly id: string; readonly name: string }[]> {
  const field = documents.entities.get('staff')?.fields.find(({ key }) => key === projectsKey);
  const entity = documents.entities.get(field?.ref ?? '');
  if (ids.length === 0 || entity === undefined) return [];
  const name = sql.ref(toColumn(entity.label));
  const order = entity.fields.some((field) => field.key === 'sortNo') ? sql`sort_no, ${name}` : name;
  const result = await sql<{ id: string; name: string }>`select id, ${name} as name from ${sql.table(entity.name)}
    where id = any(${[...ids]}::uuid[]) and deleted_at is null order by ${order}`.execute(db);
  return result.rows;
}

export type NewSession = {
  readonly staffId: string;
  readonly tokenHash: string;
  readonly platform: string;
  readonly appVersion: string;
  readonly ip: string;
  readonly userAgent: string;
  /** What people call it: `Chrome 131 · Windows`. */
  readonly device: string;
  readonly expireAt: string;
};

/** Opens a session; only the hash of its token is stored. */
export async function openSession(db: Db, session: NewSession): Promise<void> {
  await sql`insert into login_session (id, staff_id, token_hash, platform, app_version, ip, user_agent, device, expire_at, created_by, updated_by)
    values (${uuid()}, ${session.staffId}, ${session.tokenHash}, ${session.platform}, ${session.appVersion}, ${session.ip},
      ${session.userAgent}, ${session.device}, ${session.expireAt}, ${session.staffId}, ${session.staffId})`.execute(
    db,
  );
}

/** In which session somebody begins to look as another person, or as a role. */
export type NewImpersonation = {
  readonly openedFromId: string;
  readonly tokenHash: string;
  readonly viewStaffId: string | null;
  readonly viewRoleId: string | null;
};

/** Opens a session in which somebody looks as another; it lasts no longer than the one it is opened from. */
export async function openImpersonation(db: Db, impersonation: NewImpersonation): Promise<void> {
  await sql`insert into login_session (id, staff_id, token_hash, platform, app_version, ip, user_agent, device, expire_at, created_by, updated_by,
      view_staff_id, view_role_id, opened_from_id)
    select ${uuid()}, s.staff_id, ${impersonation.tokenHash}, s.platform, s.app_version, s.ip, s.user_agent, s.device, s.expire_at, s.staff_id, s.staff_id,
      ${impersonation.viewStaffId}, ${impersonation.viewRoleId}, s.id
    from login_session s where s.id = ${impersonation.openedFromId}`.execute(db);
}

/** Ends a session, and those in which its owner looks as another, for a reason; one already ended stays as it is. */
export async function revokeSession(db: Db, sessionId: string, reason: string): Promise<void> {
  await sql`update login_session set revoked_at = now(), revoke_reason = ${reason}, updated_at = now()
    where (id = ${sessionId} or opened_from_id = ${sessionId}) and revoked_at is null`.execute(db);
}

/** Lets a session live no longer than so many seconds from now. */
export async function shortenSession(db: Db, sessionId: string, seconds: number): Promise<void> {
  await sql`update login_session set expire_at = least(expire_at, now() + make_interval(secs => ${seconds})), updated_at = now()
    where id = ${sessionId}`.execute(db);
}

/** Ends the sessions of a person for a reason, all but the one to be kept; answers which those were. */
export async function revokeSessionsOf(
  db: Db,
  { staffId, keep }: { readonly staffId: string; readonly keep?: string },
  reason: string,
): Promise<readonly string[]> {
  const kept = keep === undefined ? sql`true` : sql`id <> ${keep}`;
  const result = await sql<{ id: string }>`update login_session
    set revoked_at = now(), revoke_reason = ${reason}, updated_at = now()
    where staff_id = ${staffId} and ${kept} and revoked_at is null and expire_at > now()
    returning id`.execute(db);
  return result.rows.map(({ id }) => id);
}

/** Those of the sessions that are over, with the code a request of theirs is answered; unknown ones count as over. */
export async function endedSessions(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, 'E_SESSION' | 'E_STOPPED'>> {
  const result = await sql<{ id: string; isStopped: boolean | null }>`select wanted.id,
      (p.status not in ('active', 'leaving') or s.revoke_reason in ('kick', 'disable')) as "isStopped"
    from unnest(${[...ids]}::uuid[]) as wanted (id)
      left join login_session s on s.id = wanted.id
      left join staff p on p.id = s.staff_id and p.deleted_at is null
    where p.id is null or p.status not in ('active', 'leaving') or s.revoked_at is not null or s.expire_at <= now()`.execute(
    db,
  );
  return new Map(result.rows.map(({ id, isStopped }) => [id, isStopped === true ? 'E_STOPPED' : 'E_SESSION']));
}

/** Whose session it is. */
export async function staffOfSession(db: Db, sessionId: string): Promise<string | undefined> {
  const result = await sql<{ staffId: string }>`select staff_id as "staffId" from login_session
    where id = ${sessionId}`.execute(db);
  return result.rows[0]?.staffId;
}

/** A session that lasts, as its owner is told of it. */
export type LiveSession = {
  readonly id: string;
  readonly ip: string | null;
  readonly device: string | null;
  readonly createdAt: string;
  readonly expireAt: string;
};

/** The sessions of a person that last, the newest first. */
export async function liveSessionsOf(db: Db, staffId: string): Promise<readonly LiveSession[]> {
  const result = await sql<LiveSession>`select id, ip, device, created_at as "createdAt",
      expire_at as "expireAt" from login_session
    where staff_id = ${staffId} and opened_from_id is null and revoked_at is null and expire_at > now()
    order by created_at desc, id desc limit 100`.execute(db);
  return result.rows;
}
