import { afterAll, beforeAll, expect, it } from 'vitest';
import { builtProgram } from '../testing/built/built-server.ts';
import { newCall, send } from './client.ts';
import { NodeProcess } from './node-process.ts';
import { startWorld, type World } from './world.ts';

// The deep run needs the machine for itself: what is served in time depends on how fast it is.
const burst = process.env.TEST_DEPTH === 'deep' ? 200 : 50;
let world: World;

beforeAll(async () => {
  world = await startWorld();
}, 180_000);

afterAll(() => world?.close());

it('serves the whole first burst after a start, be the database slow', { timeout: 180_000 }, async () => {
  const [first] = world.nodes;
  if (first !== undefined) await world.remove(first);
  // Every statement takes as long as it does over a bad line: the burst is not through within a second or two.
  world.database.proxy.weather = { kind: 'slow', latency: 20 };
  const node = await NodeProcess.start(builtProgram('main'), {
    databaseUrl: world.database.url,
    filesDir: world.filesDir,
  });
  world.nodes.add(node);
  const calls = Array.from({ length: burst }, () =>
    send(node.address, world.tokens.sales, newCall('/v1/customer/query', { size: 20 })),
  );
  const outcomes = await Promise.all(calls);
  world.database.proxy.weather = { kind: 'fair' };
  expect(outcomes.filter(({ kind }) => kind !== 'answered')).toEqual([]);
});

it('has all its sessions standing before it listens', { timeout: 120_000 }, async () => {
  for (const node of world.nodes) await world.remove(node);
  await world.addNode();
  const [row] = await world.database.rows(
    "select count(*)::int as sessions from pg_stat_activity where application_name like 'learning-platform-admin%'",
  );
  expect(row?.sessions).toBeGreaterThanOrEqual(10);
});
