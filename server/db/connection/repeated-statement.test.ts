import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import type { Connection } from './connect.ts';

let database: TestDatabase;
let connection: Connection;
let RepeatedStatement: typeof import('./repeated-statement.ts').RepeatedStatement;
let keepingMark: typeof import('./plan-places.ts').keepingMark;

const [own, other] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
/** So many plans a session keeps. */
const places = 24;

beforeAll(async () => {
  database = await createTestDatabase({ empty: true });
  await database.rows('create table thing (id uuid primary key, name text, size int, marks uuid[])');
  await database.rows('insert into thing values ($1, $2, 5, array[$1]::uuid[])', [own, "it's"]);
  await database.rows('insert into thing values ($1, $2, 6, null)', [other, 'b']);
  await database.rows('grant select on thing to public');
});

// Other statements leave their plans behind, and there is room for so many.
beforeEach(async () => {
  await connection?.close();
  vi.resetModules();
  const { connectDatabase } = await import('./connect.ts');
  ({ RepeatedStatement } = await import('./repeated-statement.ts'));
  ({ keepingMark } = await import('./plan-places.ts'));
  connection = connectDatabase({ url: database.appUrl, max: 1 });
});

afterAll(async () => {
  await connection.close();
  await database.drop();
});

type Named = { readonly name: string };

const runs = async (statement: { run: InstanceType<typeof RepeatedStatement<Named>>['run'] }, times: number) => {
  const found: string[] = [];
  for (let time = 0; time < times; time++)
    for (const { name } of (await statement.run(connection.db)).rows) found.push(name);
  return found;
};

const kept = async () =>
  (
    await sql<{ text: string }>`select statement as text from pg_prepared_statements order by name`.execute(
      connection.db,
    )
  ).rows.map(({ text }) => text);

const byId = (id: string) => sql<Named>`select name from thing where id = ${id}`;

it('keeps the plan of what is run again and again, with its values in it', async () => {
  const statement = new RepeatedStatement(byId(own));
  expect(await runs(statement, 3)).toEqual(["it's", "it's", "it's"]);
  expect(await kept()).toEqual([]);
  expect(await runs(statement, 3)).toEqual(["it's", "it's", "it's"]);
  expect(await kept()).toEqual([`/* kept 0.1 */ select name from thing where id = '${own}'`]);
});

it('answers for lists, numbers, truth and nothing as with parameters', async () => {
  const of = (condition: RawBuilder<unknown>) =>
    new RepeatedStatement(sql<Named>`select name from thing where ${condition}`);
  const conditions = [
    sql`marks && ${[own, other]}::uuid[]`,
    sql`size = ${5} and ${true}`,
    sql`marks is not distinct from ${null}::uuid[] and size = any(${[]}::int[])`,
    sql`size = ${6} and marks is not distinct from ${null}`,
  ];
  for (const condition of conditions) {
    const [first, ...others] = await runsOf(of(condition));
    for (const found of others) expect(found).toEqual(first);
  }
  expect((await kept()).length).toBe(conditions.length);
});

/** What each of several runs answers. */
async function runsOf(statement: { run: InstanceType<typeof RepeatedStatement<Named>>['run'] }) {
  const found: unknown[] = [];
  for (let time = 0; time < 5; time++) found.push((await statement.run(connection.db)).rows);
  return found;
}

it('puts into a text nothing that somebody may have typed', async () => {
  const statement = new RepeatedStatement(sql<Named>`select name from thing where name = ${"it's"}`);
  expect(await runs(statement, 5)).toHaveLength(5);
  const placed = new RepeatedStatement(sql<Named>`select name from thing where name = any(${["it's"]}::text[])`);
  expect(await runs(placed, 5)).toHaveLength(5);
  expect(await kept()).toEqual([]);
});

it('keeps no more plans than there are places, and gives one on a minute after it was used last', async () => {
  const all = Array.from({ length: places + 1 }, () => new RepeatedStatement(byId(own)));
  for (const statement of all) await runs(statement, 4);
  expect(await kept()).toHaveLength(places);
  const last = all.at(-1) ?? {};
  expect(keepingMark(last)).toBeUndefined();
  // The first has not been used for two minutes then, nor has any other.
  expect(keepingMark(last, performance.now() + 120_000)).toBe('/* kept 0.2 */ ');
  expect(await runs(all.at(-1) ?? new RepeatedStatement(byId(other)), 1)).toEqual(["it's"]);
  expect(await kept()).toHaveLength(places);
  expect(await kept()).not.toContain(`/* kept 0.1 */ select name from thing where id = '${own}'`);
});

it('goes on when a column gets another type', async () => {
  const statement = new RepeatedStatement(byId(own));
  await runs(statement, 5);
  await database.rows('alter table thing alter column name type varchar(20)');
  expect(await runs(statement, 2)).toEqual(["it's", "it's"]);
  expect(await kept()).toContain(`/* kept 0.2 */ select name from thing where id = '${own}'`);
});
