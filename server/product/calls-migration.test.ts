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

it('takes the calls of before as confirmed, and those that go on as not', async () => {
  await database.rows("delete from schema_migration where key = '0003-calls-of-before-are-confirmed'");
  // With the column go the checks that read it.
  await database.rows(
    'alter table call_record drop column confirmation cascade, drop column told_seconds, drop column session_id',
  );
  const call = (no: string, provider: string, status: string, seconds: number) =>
    database.rows(
      `insert into call_record (id, call_no, provider, direction, staff_id, department_id, started_at, answered_at, ended_at,
          talk_seconds, status, forbidden_hit_count, qa_status)
        values (gen_random_uuid(), $1, $2, 'out', (select id from staff limit 1), (select id from department limit 1), now(), now(),
          case when $3 = 'talking' then null else now() end, $4::integer, $3, 0, 'none')`,
      [no, provider, status, seconds],
    );
  await database.rows(
    "insert into department (id, code, name, path, kind, function, enabled) values (gen_random_uuid(), 'd', 'd', '/d/', 'group', 'business', true)",
  );
  await database.rows(
    `insert into staff (id, account, password_hash, name, mobile, department_id, role_ids, first_login, status, receive_leads)
      values (gen_random_uuid(), 'a', 'x', 'a', 'x', (select id from department limit 1), '{}', false, 'active', false)`,
  );
  await call('TH1', 'hl', 'answered', 30);
  await call('TH2', 'manual', 'answered', 9);
  await call('TH3', 'webphone', 'talking', 0);
  await createTables({ urls: database, documents, migrations });
  await createIndexes({ urls: database, documents });
  expect(await database.rows('select call_no as no, confirmation from call_record order by call_no')).toEqual([
    { no: 'TH1', confirmation: 'line' },
    { no: 'TH2', confirmation: 'manual' },
    { no: 'TH3', confirmation: 'pending' },
  ]);
  await expect(
    database.rows(
      "update call_record set status = 'answered', talk_seconds = 5, ended_at = now() where call_no = 'TH3'",
    ),
  ).rejects.toThrow();
  expect(await createTables({ urls: database, documents, migrations })).toEqual([]);
});

it('keeps the file of an order as the first of its files, and gives what is on hold its end', async () => {
  await database.rows("delete from schema_migration where key = '0004-files-and-answers-of-work-orders'");
  await database.rows(
    'alter table work_order drop column attachments, drop column pause_until cascade, add attachment uuid',
  );
  const file = '01978e11-7c00-7590-b5a8-a948556b0c5f';
  await database.rows('alter table work_order disable trigger all');
  await database.rows(
    `insert into work_order (id, wo_no, type, title, content, source, priority, customer_id, creator_id, assignee_id,
        assignee_dept_id, status, paused_at, paused_minutes, attachment)
      values (gen_random_uuid(), 'GD1', 'service', 't', 'c', 'staff', 'normal', $1, $1, $1, $1, 'paused', now(), 60, $1)`,
    [file],
  );
  await createTables({ urls: database, documents, migrations });
  expect(
    await database.rows(
      `select attachments, round(extract(epoch from pause_until - paused_at) / 3600)::int as hours from work_order`,
    ),
  ).toEqual([{ attachments: [file], hours: 71 }]);
});
