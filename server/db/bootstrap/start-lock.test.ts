import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { whileStartingAlone } from './start-lock.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase({ empty: true });
});

afterAll(() => database.drop());

it('lets one node after the other prepare the database, also after a failure', async () => {
  const seen: string[] = [];
  const node = (name: string) =>
    whileStartingAlone(database.migratorUrl, async () => {
      seen.push(`${name} begins`);
      await new Promise((resolve) => setTimeout(resolve, 50));
      seen.push(`${name} ends`);
      if (name === 'a') throw new RangeError('a failed');
    });
  const outcomes = await Promise.allSettled([node('a'), node('b'), node('c')]);
  expect(outcomes.map((outcome) => outcome.status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  for (let index = 0; index < seen.length; index += 2) {
    expect(seen[index + 1]).toBe(seen[index]?.replace('begins', 'ends'));
  }
});
