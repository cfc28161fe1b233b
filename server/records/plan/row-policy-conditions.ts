import { type RawBuilder, sql } from 'kysely';
import { type EntityDocument, isGranted } from '../../../engine/model/index.ts';
import { type Caller, rowPolicyOf } from '../../kernel/caller/caller.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import { some } from './conditions.ts';
import type { PlannedColumn } from './planned-column.ts';

type Access = EntityDocument['access'];

/** What tells whose rows of an entity are. */
export type Guarded = Pick<EntityDocument, 'name' | 'access'>;

/** The column of a path of the entity whose rows are in question. */
export type Fact = (path: string) => PlannedColumn | undefined;

/** What a row must satisfy to lie in the caller's own scope and projects; no condition where all rows do. */
export function ownRowPolicy(entity: Guarded, caller: Caller, fact: Fact): readonly RawBuilder<unknown>[] {
  return [staffRowPolicy(entity, caller, fact), projectRowPolicy(entity, caller, fact)].filter(
    (condition) => condition !== undefined,
  );
}

/** Rows of the caller's own scope; undefined where that is all there are. */
export function staffRowPolicy({ name, access }: Guarded, caller: Caller, fact: Fact): RawBuilder<unknown> | undefined {
  if (isOwnOnly(access, caller)) return owned(access, caller, fact);
  const { dataScope, departmentIds } = rowPolicyOf(caller, name);
  if (access === undefined || dataScope === 'all') return undefined;
  if (dataScope === 'self') return owned(access, caller, fact);
  return some([owned(access, caller, fact), inDepartments(access, departmentIds, fact)]);
}

/** Whether the rows of an entity belong to somebody and the caller may not see those of others, however far he reaches. */
export function isOwnOnly(access: Access, caller: Caller): boolean {
  return access?.others !== undefined && !isGranted(caller.grants, access.others);
}

/** Rows of which the caller is an owner. */
export function owned(access: Access, caller: Caller, fact: Fact): RawBuilder<unknown> {
  return some((access?.owner ?? []).map((path) => sql`${columnOf(fact, path)} = ${caller.staffId}::uuid`));
}

/** Departments beyond which most rows lie within, so that no index is worth beginning with. */
const many = 16;

/** Rows of these departments. */
export function inDepartments(access: Access, departmentIds: readonly string[], fact: Fact): RawBuilder<unknown> {
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

function columnOf(fact: Fact, path: string): RawBuilder<unknown> {
  const column = fact(path);
  if (column === undefined) throw refuse('E_SERVER', { got: path });
  return column.sql;
}
