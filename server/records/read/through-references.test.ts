import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EntityDocument } from '../../../engine/model/documents/index.ts';
import type { QueryAnswer, Where } from '../../../engine/model/wire/index.ts';
import { connectDatabase } from '../../db/connection/connect.ts';
import type { Caller } from '../../kernel/caller/caller.ts';
import type { Database } from '../../kernel/database/db.ts';
import { startOperations, type TestOperations } from '../../testing/operations.ts';
import { maxRowsRead } from '../../testing/plan-nodes.ts';

const guest: EntityDocument = {
  ...{ schemaVersion: 2, name: 'guest', title: '来客', label: 'name', operations: ['query'] },
  access: { owner: ['clerkId'] },
  fields: [
    { key: 'name', title: '姓名', type: 'string' },
    { key: 'clerkId', title: '店员', type: 'ref', ref: 'staff' },
    { key: 'teamId', title: '班组', type: 'ref', ref: 'staff' },
  ],
  indexes: [
    { key: 'clerk', fields: ['clerkId'] },
    { key: 'team', fields: ['teamId', 'id'] },
  ],
};
const note: EntityDocument = {
  ...{ schemaVersion: 2, name: 'note', title: '记录', label: 'words', operations: ['query'] },
  access: { owner: ['clerkId', 'guest.clerkId'], department: ['teamId', 'guest.teamId'] },
  fields: [
    { key: 'words', title: '内容', type: 'string' },
    { key: 'clerkId', title: '店员', type: 'ref', ref: 'staff' },
    { key: 'teamId', title: '班组', type: 'ref', ref: 'staff' },
    { key: 'guestId', title: '来客', type: 'ref', ref: 'guest' },
  ],
  indexes: [
    { key: 'created', fields: ['createdAt', 'id'] },
    { key: 'clerkCreated', fields: ['clerkId', 'createdAt', 'id'] },
    { key: 'teamCreated', fields: ['teamId', 'createdAt', 'id'] },
    { key: 'guestCreated', fields: ['guestId', 'createdAt', 'id'] },
  ],
};

let shop: TestOperations;
let own: Caller;
/** Teams by how many guests are theirs. */
const teams = { few: '', many: '', most: '' };
const notes = 60_000;
beforeAll(async () => {
  shop = await startOperations([guest, note]);
  own = shop.caller({ dataScope: 'self' });
  const other = await shop.records.insert('staff', { name: '别人' });
  for (const size of ['few', 'many', 'most'] as const) teams[size] = await shop.records.insert('staff', { name: size });
  // Five guests are one's own and of a small team, five thousand of a larger one, all others of the largest. Nobody wrote
  // of the five for long; what one wrote oneself is of others, too, and some of it for the other teams.
  await shop.database.rows(
    `insert into guest (id, name, clerk_id, team_id)
      select gen_random_uuid(), 'g' || i, case when i <= 5 then $1::uuid else $2::uuid end,
        case when i <= 5 then $3::uuid when i <= 5005 then $4::uuid else $5::uuid end from generate_series(1, 106006) i`,
    [own.staffId, other, teams.few, teams.many, teams.most],
  );
  await shop.database.rows(
    `insert into note (id, words, clerk_id, team_id, guest_id, created_at)
      select gen_random_uuid(), 'n' || i, case when i % 3000 = 0 or i <= 5 then $1::uuid else $2::uuid end,
        case when i % 3001 = 0 then $3::uuid when i % 3002 = 0 then $4::uuid when i % 3003 = 0 then $5::uuid end, g.id,
        timestamptz '2026-01-01' + i * interval '1 minute'
      from generate_series(1, ${notes}) i
      join (select id, substring(name from 2)::int as n from guest) g
        on g.n = case when i <= 150 then i % 5 + 1 when i % 10 = 0 then i / 10 % 5000 + 6 else i + 5006 end`,
    [own.staffId, other, teams.few, teams.many, teams.most],
  );
  for (const table of ['guest', 'note']) await shop.database.rows(`vacuum analyze ${table}`);
}, 120_000);
afterAll(() => shop.close());

/** The first page of notes as somebody sees it, how many rows of each table it came across, and how it walked the notes. */
async function firstPage(caller: Caller, where?: Where) {
  const connection = connectDatabase({ url: shop.database.appUrl, max: 1 });
  const asked: CompiledQuery[] = [];
  const dialect = new PostgresDialect({ pool: connection.pool });
  const db = new Kysely<Database>({ dialect, log: ({ query }) => void asked.push(query) });
  const body = { fields: ['words'], size: 20, sort: ['-createdAt'], count: 'capped', where };
  const { list, total } = await shop.run<QueryAnswer>('/v1/note/query', body, caller, { db });
  const statements = asked.map(({ sql, parameters }) => ({ sql, parameters }));
  const [{ sql = '', parameters = [] } = {}] = statements;
  const read = {
    note: await maxRowsRead(connection.pool, statements, 'note'),
    guest: await maxRowsRead(connection.pool, statements, 'guest'),
  };
  const explained = await connection.pool.query(`explain ${sql}`, [...parameters]);
  await connection.close();
  const lines = explained.rows.map((row) => String(row['QUERY PLAN']));
  const walks = lines.filter((line) => line.includes('using note_created_index'));
  return { words: list.map(({ words }) => words), total, read, walks };
}

it('what is one’s own by oneself and through what it refers to is read without walking what is others’', async () => {
  const page = await firstPage(own);
  const truth = await shop.database.rows(
    `select n.words from note n join guest g on g.id = n.guest_id where n.clerk_id = $1 or g.clerk_id = $1
      order by n.created_at desc`,
    [own.staffId],
  );
  // Five are both: written by oneself of a guest of one's own.
  expect(page.total).toBe(truth.length);
  expect(page.words).toEqual(truth.slice(0, 20).map(({ words }) => words));
  expect(page.read.note).toBeLessThan(2000);
});

describe('what is a team’s by itself and through what it refers to', () => {
  it.each([
    ['few', { note: 2000, guest: 100 }],
    // Enough are found among the latest fifth; whose guests they are of is known from the team's, gathered once.
    ['many', { note: 15_000, guest: 20_000 }],
    ['most', { note: 5000, guest: 120_000 }],
  ] as const)('is read by how many guests it has: %s', async (size, most) => {
    const caller = shop.caller({ staffId: teams[size], dataScope: 'department', departmentIds: [teams[size]] });
    const page = await firstPage(caller);
    const truth = await shop.database.rows(
      `select n.words from note n join guest g on g.id = n.guest_id where n.team_id = $1 or g.team_id = $1
        order by n.created_at desc limit 1001`,
      [teams[size]],
    );
    expect(page.total).toBe(Math.min(truth.length, 1000));
    expect(page.words).toEqual(truth.slice(0, 20).map(({ words }) => words));
    expect(page.read.note).toBeLessThanOrEqual(most.note);
    expect(page.read.guest).toBeLessThanOrEqual(most.guest);
    // What is walked is told by the index alone.
    expect(page.walks.length).toBeGreaterThan(0);
    for (const walk of page.walks) expect(walk).toContain('Index Only Scan');
  });

  it('is read by the index of the record where it is asked of one, and nothing is counted', async () => {
    const caller = shop.caller({ staffId: teams.many, dataScope: 'department', departmentIds: [teams.many] });
    const [of] = await shop.database.rows(
      'select guest_id, count(*)::int as notes from note n join guest g on g.id = n.guest_id where g.team_id = $1 group by 1 limit 1',
      [teams.many],
    );
    const page = await firstPage(caller, { field: 'guestId', op: 'eq', value: String(of?.guest_id) });
    expect(page.total).toBe(of?.notes);
    expect(page.read.guest).toBeLessThan(100);
  });

  it('is read in its parts all the same where it is asked of a record that does not tell whose it is', async () => {
    const caller = shop.caller({ staffId: teams.few, dataScope: 'department', departmentIds: [teams.few] });
    const [of] = await shop.database.rows('select clerk_id from note group by 1 order by count(*) desc limit 1');
    const page = await firstPage(caller, { field: 'clerkId', op: 'eq', value: String(of?.clerk_id) });
    expect(page.total).toBeGreaterThan(100);
    expect(page.read.note).toBeLessThan(2000);
  });
});
