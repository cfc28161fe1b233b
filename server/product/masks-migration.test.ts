import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createIndexes, createTables } from '../db/tables/tables.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { readDocuments } from './documents.ts';
import { migrations } from './migrations.ts';

const { documents } = readDocuments(path.resolve(import.meta.dirname, '../../schemas'));
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

it('what roles said of masked fields becomes policies, and nothing of it stays in the role', async () => {
  await database.rows('drop table masking_policy');
  await database.rows('delete from schema_migration');
  await database.rows('alter table role add column field_policies jsonb');
  const policies = [
    { mask: 'mobile', mode: 'plain', revealDailyLimit: 7 },
    { mask: 'email', mode: 'hidden' },
  ];
  await database.rows(
    `insert into role (id, code, name, data_scope, menus, permissions, field_policies)
      values (gen_random_uuid(), 'old', '旧角色', 'self', '[]', '[]', $1)`,
    [JSON.stringify(policies)],
  );
  await createTables({ urls: database, documents, migrations });
  await createIndexes({ urls: database, documents });
  const stored = await database.rows(
    `select target_type as target, target_id = role_id::text as "isOfRole", target_name as name, field, mode, reveal_daily_limit as "limit"
      from masking_policy order by field desc`,
  );
  const of = { target: 'role', isOfRole: true, name: '旧角色' };
  expect(stored).toEqual([
    { ...of, field: 'mobile', mode: 'plain', limit: 7 },
    { ...of, field: 'email', mode: 'hidden', limit: 50 },
  ]);
  const columns = await database.rows("select 1 from information_schema.columns where column_name = 'field_policies'");
  expect(columns).toEqual([]);
  // A second start has nothing left to do.
  expect(await createTables({ urls: database, documents, migrations })).toEqual([]);
});
