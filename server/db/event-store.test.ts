import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { type Connection, connectDatabase, inTransaction } from './connection/connect.ts';
import { insertEvent, purgeEvents } from './event-store.ts';

let database: TestDatabase;
let connection: Connection;

beforeAll(async () => {
  database = await createTestDatabase();
  connection = connectDatabase({ url: database.appUrl, max: 4 });
});

afterAll(async () => {
  await connection.close();
  await database.drop();
});

it('forgets old events and no others, also while somebody writes new ones', async () => {
  const write = (topic: string) => insertEvent(connection.db, { topic, staffId: null, data: {} });
  for (const topic of ['old', 'older', 'young']) await write(topic);
  await database.rows("update server_event set created_at = now() - interval '25 hours' where topic = 'old'");
  await database.rows("update server_event set created_at = now() - interval '9 days' where topic = 'older'");
  const purged = await inTransaction(connection.db, async (db) => {
    await insertEvent(db, { topic: 'unwritten', staffId: null, data: {} });
    return purgeEvents(connection.db, 24);
  });
  expect(purged).toBe(2);
  expect(await database.rows('select topic from server_event order by topic')).toEqual([
    { topic: 'unwritten' },
    { topic: 'young' },
  ]);
  expect(await purgeEvents(connection.db, 24)).toBe(0);
});
