import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { type Connection, connectDatabase } from './connection/connect.ts';
import { nextNumber, nextNumbers } from './number-sequence.ts';

let database: TestDatabase;
let nodes: readonly Connection[];

beforeAll(async () => {
  database = await createTestDatabase();
  nodes = [0, 1].map(() => connectDatabase({ url: database.appUrl, max: 4 }));
});

afterAll(async () => {
  for (const { close } of nodes) await close();
  await database.drop();
});

it('gives every number once and leaves none out, whoever asks at the same time', async () => {
  const asked = Array.from({ length: 200 }, (_, at) => nodes[at % 2]?.db).flatMap((db) =>
    db === undefined ? [] : [db],
  );
  const single = Promise.all(asked.map((db) => nextNumber(db, 'some.number', '20260301')));
  const several = Promise.all(asked.slice(0, 20).map((db) => nextNumbers(db, 'some.number', '20260301', 3)));
  const numbers = [...(await single), ...(await several).flatMap((first) => [first, first + 1, first + 2])];
  expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 260 }, (_, at) => at + 1));
  expect(await Promise.all(asked.map((db) => nextNumber(db, 'some.number', '20260302')).slice(0, 3))).toHaveLength(3);
});

it('goes on after a statement that failed', async () => {
  const narrow = connectDatabase({ url: database.appUrl, max: 1, maxWait: 200 });
  const next = () => nextNumber(narrow.db, 'other.number', '20260301');
  const session = await narrow.pool.connect();
  expect((await Promise.allSettled([next(), next()])).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  session.release();
  expect(await Promise.all([next(), next()])).toEqual([1, 2]);
  await narrow.close();
});
