import { type RawBuilder, sql } from 'kysely';
import { isGranted } from '../../../engine/model/access/index.ts';
import type { EntityDocument } from '../../../engine/model/documents/index.ts';
import { toColumn } from '../../../engine/model/naming/index.ts';
import { type Caller, rowPolicyOf } from '../../kernel/caller/caller.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import { every, some } from './conditions.ts';
import type { PlannedColumn } from './planned-column.ts';
import { type ReferredColumn, referredAlternatives } from './referred-alternatives.ts';

type Access = EntityDocument['access'];

/** What tells whose rows of an entity are. */
export type Guarded = Pick<EntityDocument, 'name' | 'access'>;

/** The column of a path of the entity whose rows are in question. */
export type Fact = (path: string) => PlannedColumn | undefined;

/** What a row must satisfy to lie in the caller's own scope and projects; no condition where all rows do. */
export function ownRowPolicy(entity: Guarded, caller: Caller, fact: Fact): readonly RawBuilder<unknown>[] {
  return [
    staffRowPolicy(entity, caller, fact),
    projectRowPolicy(entity, caller, fact),
    hiddenRowPolicy(entity, caller, fact),
    reservedRowPolicy(entity, caller, fact),
  ].filter((condition) => condition !== undefined);
}

/** Rows that are not hidden from the caller, however far he reaches; undefined where the entity hides none from anybody. */
export function hiddenRowPolicy({ access }: Guarded, caller: Caller, fact: Fact): RawBuilder<unknown> | undefined {
  const paths = access?.hiddenFrom;
  if (paths === undefined) return undefined;
  return every(paths.map((path) => sql`${columnOf(fact, path)} is distinct from ${caller.staffId}::uuid`));
}

/** Rows that are not reserved for others, and the caller's own; undefined where none is reserved from him. */
export function reservedRowPolicy(entity: Guarded, caller: Caller, fact: Fact): RawBuilder<unknown> | undefined {
  const reserved = (entity.access?.reserved ?? []).filter(({ permission }) => !isGranted(caller.grants, permission));
  if (reserved.length === 0) return undefined;
  const open = reserved.map(({ where }) => {
    const meant = Object.entries(where).map(
      ([path, value]) => sql`${columnOf(fact, path)} in (${sql.join(Array.isArray(value) ? value : [value])})`,
    );
    return sql`(${every(meant)}) is not true`;
  });
  return some([every(open), owned(entity, caller, fact)]);
}

/** Whether the rows of an entity are somebody's or some department's; the others are seen by whoever may query them. */
export function belongsToSomebody(access: Access): boolean {
  return access?.owner !== undefined || access?.department !== undefined || access?.through !== undefined;
}

/** Rows of the caller's own scope; undefined where that is all there are. */
export function staffRowPolicy(entity: Guarded, caller: Caller, fact: Fact): RawBuilder<unknown> | undefined {
  const { name, access } = entity;
  if (isOwnOnly(access, caller)) return owned(entity, caller, fact);
  const { dataScope, departmentIds } = rowPolicyOf(caller, name);
  if (!belongsToSomebody(access) || dataScope === 'all') return undefined;
  if (dataScope === 'self') return owned(entity, caller, fact);
  if (access?.through !== undefined)
    return among([ownedIds(entity, caller), departmentIdsOf(entity, departmentIds)], fact);
  return some([owned(entity, caller, fact), inDepartments(entity, departmentIds, fact)]);
}

/** What alternatives are made of: columns, and how a path leads to one behind a reference of the row itself. */
export type PolicyPaths = { readonly fact: Fact; readonly referred: (path: string) => ReferredColumn | undefined };

/**
 * What `staffRowPolicy` lets pass as alternatives of which each is one value in a column of the entity itself, so that an
 * index gives its rows in their order, or in one of what the entity refers to, which is read by how many such records
 * there are. None where there are no two of them, or where one is not so.
 */
export function staffAlternatives(entity: Guarded, caller: Caller, paths: PolicyPaths): readonly RawBuilder<unknown>[] {
  const { name, access } = entity;
  const { dataScope, departmentIds } = rowPolicyOf(caller, name);
  const [departmentId, ...others] = departmentIds;
  if (isOwnOnly(access, caller) || dataScope === 'self') return ownedAlternatives(entity, caller, paths);
  if (access?.through !== undefined || dataScope === 'all' || others.length > 0) return [];
  const departments = departmentId === undefined ? [] : (access?.department ?? []);
  const within = alternativesOf(departments, sql`${departmentId}::uuid`, paths);
  const own = ownAlternatives(entity, caller, paths);
  return own === undefined || within === undefined ? [] : atLeastTwo([...own, ...within]);
}

/** The same of `owned`. */
export function ownedAlternatives(entity: Guarded, caller: Caller, paths: PolicyPaths): readonly RawBuilder<unknown>[] {
  return atLeastTwo(ownAlternatives(entity, caller, paths) ?? []);
}

function ownAlternatives({ access }: Guarded, caller: Caller, paths: PolicyPaths) {
  const owners = access?.through === undefined ? (access?.owner ?? []) : [];
  return alternativesOf(owners, sql`${caller.staffId}::uuid`, paths);
}

/** One alternative or more for each path with a value there; undefined where a path leads further than one reference. */
function alternativesOf(
  paths: readonly string[],
  value: RawBuilder<unknown>,
  { fact, referred }: PolicyPaths,
): readonly RawBuilder<unknown>[] | undefined {
  const alternatives = paths.map((path) => {
    if (!path.includes('.')) return [sql`${columnOf(fact, path)} = ${value}`];
    const column = referred(path);
    return column && referredAlternatives(column, value);
  });
  return alternatives.every((one) => one !== undefined) ? alternatives.flat() : undefined;
}

function atLeastTwo<T>(all: readonly T[]): readonly T[] {
  return all.length < 2 ? [] : all;
}

/** Whether the rows of an entity belong to somebody and the caller may not see those of others, however far he reaches. */
export function isOwnOnly(access: Access, caller: Caller): boolean {
  return access?.others !== undefined && !isGranted(caller.grants, access.others);
}

/** Rows of which the caller is an owner. */
export function owned({ name, access }: Guarded, caller: Caller, fact: Fact): RawBuilder<unknown> {
  if (access?.through !== undefined) return among([ownedIds({ name, access }, caller)], fact);
  return some((access?.owner ?? []).map((path) => sql`${columnOf(fact, path)} = ${caller.staffId}::uuid`));
}

/** Departments beyond which most rows lie within, so that no index is worth beginning with. */
const many = 16;

/** Rows of these departments. */
export function inDepartments(
  { name, access }: Guarded,
  departmentIds: readonly string[],
  fact: Fact,
): RawBuilder<unknown> {
  if (access?.through !== undefined) return among([departmentIdsOf({ name, access }, departmentIds)], fact);
  const [only, ...others] = departmentIds;
  // Of one department, unlike of a set of them, an index gives the rows in their order.
  const isWithin =
    only !== undefined && others.length === 0 ? sql`= ${only}::uuid` : sql`= any(${[...departmentIds]}::uuid[])`;
  return some(
    (access?.department ?? []).map((path) => {
      const within = sql`${columnOf(fact, path)} ${isWithin}`;
      return departmentIds.length > many ? sql`coalesce(${within}, false)` : within;
    }),
  );
}

/** Rows of a project outside the user's are invisible to him unless his scope is all. */
export function projectRowPolicy(
  { name, access }: Guarded,
  caller: Caller,
  fact: Fact,
): RawBuilder<unknown> | undefined {
  const key = access?.project;
  if (key === undefined || rowPolicyOf(caller, name).dataScope === 'all') return undefined;
  const column = fact(key);
  if (column === undefined) throw refuse('E_SERVER', { got: key });
  const projects = sql`${[...caller.projectIds]}::uuid[]`;
  // Most rows lie within: tested row by row, as no index shall be led to begin with it.
  return column.field.type === 'refs'
    ? sql`coalesce(${column.sql} && ${projects}, false)`
    : sql`coalesce(${column.sql} = any(${projects}), false)`;
}

/** Ids of rows with something in a column, as one part of a set of ids. */
type Ids = readonly RawBuilder<unknown>[];

/**
 * Rows among these ids. One set and not alternatives row by row: few ids are found by their indexes, and many are
 * gathered once.
 */
function among(sets: readonly Ids[], fact: Fact): RawBuilder<unknown> {
  const parts = sets.flat();
  if (parts.length === 0) return sql`false`;
  return sql`${columnOf(fact, 'id')} in (${sql.join(parts, sql` union all `)})`;
}

function ownedIds({ name, access }: Guarded, caller: Caller): Ids {
  const is = (column: RawBuilder<unknown>) => sql`${column} = ${caller.staffId}::uuid`;
  return idsWith(name, access, 'owner', is);
}

function departmentIdsOf({ name, access }: Guarded, departmentIds: readonly string[]): Ids {
  const isWithin = (column: RawBuilder<unknown>) => sql`${column} = any(${[...departmentIds]}::uuid[])`;
  return idsWith(name, access, 'department', isWithin);
}

/** Ids of the entity's own rows, and of those that live rows of others refer to, with something in their columns. */
function idsWith(
  name: string,
  access: Access,
  kind: 'owner' | 'department',
  test: (column: RawBuilder<unknown>) => RawBuilder<unknown>,
): Ids {
  const own = (access?.[kind] ?? []).map(
    (key) => sql`select o.id from ${sql.table(name)} o where ${test(sql.ref(`o.${toColumn(key)}`))}`,
  );
  const through = (access?.through ?? []).flatMap(({ entity, by, ...keys }) =>
    (keys[kind] ?? []).map(
      (key) => sql`select o.${sql.ref(toColumn(by))} from ${sql.table(entity)} o
        where ${test(sql.ref(`o.${toColumn(key)}`))} and o.deleted_at is null`,
    ),
  );
  return [...own, ...through];
}

function columnOf(fact: Fact, path: string): RawBuilder<unknown> {
  const column = fact(path);
  if (column === undefined) throw refuse('E_SERVER', { got: path });
  return column.sql;
}
