import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EntityDocument } from '../../../engine/model/documents/index.ts';
import type { QueryAnswer } from '../../../engine/model/wire/index.ts';
import { connectDatabase } from '../../db/connection/connect.ts';
import type { Caller } from '../../kernel/caller/caller.ts';
import type { Database } from '../../kernel/database/db.ts';
import { startOperations, type TestOperations } from '../../testing/operations.ts';

const guest: EntityDocument = {
  ...{ schemaVersion: 2, name: 'guest', title: '来客', label: 'name', operations: ['query'] },
  access: { owner: ['clerkId'] },
  fields: [
    { key: 'name', title: '姓名', type: 'string' },
    { key: 'clerkId', title: '店员', type: 'ref', ref: 'staff' },
  ],
  indexes: [{ key: 'clerk', fields: ['clerkId'] }],
};
const note: EntityDocument = {
  ...{ schemaVersion: 2, name: 'note', title: '记录', label: 'words', operations: ['query'] },
  access: { owner: ['clerkId', 'guest.clerkId'] },
  fields: [
    { key: 'words', title: '内容', type: 'string' },
    { key: 'clerkId', title: '店员', type: 'ref', ref: 'staff' },
    { key: 'guestId', title: '来客', type: 'ref', ref: 'guest' },
  ],
  indexes: [
    { key: 'created', fields: ['createdAt', 'id'] },
    { key: 'clerkCreated', fields: ['clerkId', 'createdAt', 'id'] },
    { key: 'guestCreated', fields: ['guestId', 'createdAt', 'id'] },
  ],
};

let shop: TestOperations;
let own: Caller;
const notes = 60_000;
beforeAll(async () => {
  shop = await startOperations([guest, note]);
  own = shop.caller({ dataScope: 'self' });
  const other = await shop.records.insert('staff', { name: '别人' });
  // Of two thousand guests five are one's own. Nobody wrote of those for long; what one wrote oneself is of others, too.
  await shop.database.rows(
    `insert into guest (id, name, clerk_id)
      select gen_random_uuid(), 'g' || i, case when i <= 5 then $1::uuid else $2::uuid end from generate_series(1, 2000) i`,
    [own.staffId, other],
  );
  await shop.database.rows(
    `insert into note (id, words, clerk_id, guest_id, created_at)
      select gen_random_uuid(), 'n' || i, case when i % 3000 = 0 or i <= 5 then $1::uuid else $2::uuid end, g.id,
        timestamptz '2026-01-01' + i * interval '1 minute'
      from generate_series(1, ${notes}) i
      join (select id, substring(name from 2)::int as n from guest) g on g.n = case when i <= 150 then i % 5 + 1 else i % 1995 + 6 end`,
    [own.staffId, other],
  );
  for (const table of ['guest', 'note']) await shop.database.rows(`vacuum analyze ${table}`);
}, 60_000);
afterAll(() => shop.close());

it('what is one’s own by oneself and through what it refers to is read without walking what is others’', async () => {
  const connection = connectDatabase({ url: shop.database.appUrl, max: 1 });
  const asked: CompiledQuery[] = [];
  const dialect = new PostgresDialect({ pool: connection.pool });
  const db = new Kysely<Database>({ dialect, log: ({ query }) => void asked.push(query) });
  const body = { fields: ['words'], size: 20, sort: ['-createdAt'] };
  const { list, total } = await shop.run<QueryAnswer>('/v1/note/query', body, own, { db });
  const truth = await shop.database.rows(
    'select n.id from note n join guest g on g.id = n.guest_id where n.clerk_id = $1 or g.clerk_id = $1 order by n.created_at desc',
    [own.staffId],
  );
  // Five are both: written by oneself of a guest of one's own.
  expect(total).toBe(truth.length);
  expect(list.map(({ id }) => id)).toEqual(truth.slice(0, 20).map(({ id }) => id));
  const [query] = asked;
  const { rows } = await connection.pool.query(`explain (analyze, format json) ${query?.sql}`, [
    ...(query?.parameters ?? []),
  ]);
  await connection.close();
  expect(touchedIn(rows[0]?.['QUERY PLAN'])).toBeLessThan(2000);
});

/** Most rows of notes that one node of a plan read. */
function touchedIn(value: unknown): number {
  if (Array.isArray(value)) return Math.max(0, ...value.map(touchedIn));
  if (typeof value !== 'object' || value === null) return 0;
  const node: Readonly<Record<string, unknown>> = { ...value };
  const read = Number(node['Actual Rows'] ?? 0) + Number(node['Rows Removed by Filter'] ?? 0);
  const own = node['Relation Name'] === 'note' ? read * Number(node['Actual Loops'] ?? 1) : 0;
  return Math.max(own, ...Object.values(node).map(touchedIn));
}
