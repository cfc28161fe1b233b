import type { RoleDocument } from '../../engine/model/documents/index.ts';
import type { Caller } from '../kernel/caller/caller.ts';
import type { TestDatabase } from './test-database.ts';

/** Somebody of the demo company who holds the role, with what it gives. */
export async function demoHolder(role: RoleDocument, database: TestDatabase): Promise<Caller> {
  const [staff] = await database.rows(
    `select s.id, s.department_id, s.project_ids, d.path from staff s join department d on d.id = s.department_id
      where s.account = $1 or s.role_ids && array(select id from role where code = $1) order by s.account = $1 desc limit 1`,
    [role.code],
  );
  const below = await database.rows('select id from department where path like $1', [`${String(staff?.path)}%`]);
  return {
    sessionId: String(staff?.id),
    staffId: String(staff?.id),
    name: role.title,
    departmentId: String(staff?.department_id),
    dataScope: role.dataScope,
    departmentIds: role.dataScope.startsWith('department') ? below.map(({ id }) => String(id)) : [],
    projectIds: Array.isArray(staff?.project_ids) ? staff.project_ids : [],
    grants: new Set(role.permissions),
    menus: new Set(role.menus),
    maskModes: new Map(),
    ip: '127.0.0.1',
  };
}

/** The columns of a table that rows are copied with, those that are given anew left out. */
export async function copiedColumns(database: TestDatabase, table: string, anew: readonly string[]): Promise<string> {
  const [row] = await database.rows(
    `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
      where table_name = $1 and is_generated = 'NEVER' and column_name <> all($2)`,
    [table, anew],
  );
  return String(row?.names);
}
