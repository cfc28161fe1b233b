import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tokenHash } from '../access/sessions.ts';
import { inTransaction } from '../db/connection/connect.ts';
import { type ListeningNode, startListeningNode } from '../testing/listening-node.ts';
import { type OpenStream, readEvents } from '../testing/read-events.ts';
import { startTestApp, type TestApp, testPassword } from '../testing/test-app.ts';
import { publish } from './events.ts';

let world: TestApp;
let first: ListeningNode;
let second: ListeningNode;

beforeAll(async () => {
  world = await startTestApp();
  first = await startListeningNode(world.documents, world.database);
  second = await startListeningNode(world.documents, world.database);
});

afterAll(async () => {
  await first.close();
  await second.close();
  await world.close();
});

const idOf = (name: string) => world.ids[name] ?? '';

async function signIn(account: string, node = first): Promise<string> {
  const { data } = await node.post<{ token: string }>('/v1/sys/user/login', { account, password: testPassword });
  return data.token;
}

async function open(token: string, node: ListeningNode, body: object = {}): Promise<OpenStream> {
  const stream = await readEvents(node.address, token, body);
  await stream.until(({ event }) => ['begin', 'resumed', 'reset'].includes(event));
  return stream;
}

const tell = (n: number, staffId: string | null = null, topic = 'news') =>
  publish({ topic, staffId, data: { n } }, world.connection.db);

const numbers = (stream: OpenStream) => stream.told().map(({ data }) => data.n);
const untilNumber = (stream: OpenStream, n: number) =>
  stream.until(() => stream.told().some(({ data }) => data.n === n));

function gate(): { readonly passed: Promise<void>; open(): void } {
  const openers: (() => void)[] = [];
  const passed = new Promise<void>((resolve) => openers.push(resolve));
  return {
    passed,
    open: () => {
      for (const open of openers) open();
    },
  };
}

describe('what a reader hears', () => {
  it('is told on every node, to each only his own and what he asked for', async () => {
    const sales = await open(await signIn('sales'), first);
    const other = await open(await signIn('sales2'), second);
    const choosy = await open(await signIn('sales'), second, { topics: ['job'] });
    await tell(1, idOf('sales'));
    await tell(2, idOf('sales2'));
    await tell(3, idOf('sales'), 'job');
    await tell(4, null);
    await Promise.all([untilNumber(sales, 4), untilNumber(other, 4), untilNumber(choosy, 3)]);
    expect(numbers(sales)).toEqual([1, 3, 4]);
    expect(numbers(other)).toEqual([2, 4]);
    expect(numbers(choosy)).toEqual([3]);
    for (const stream of [sales, other, choosy]) stream.breakOff();
  });

  it('is nothing of a change that was rolled back', async () => {
    const stream = await open(await signIn('sales'), first);
    await expect(
      inTransaction(world.connection.db, async (db) => {
        await publish({ topic: 'news', data: { n: 10 } }, db);
        throw new Error('given up');
      }),
    ).rejects.toThrow('given up');
    await tell(11);
    await untilNumber(stream, 11);
    expect(numbers(stream)).toEqual([11]);
    stream.breakOff();
  });

  it('needs a session and takes nothing it does not know', async () => {
    await expect(readEvents(first.address, 'unknown')).rejects.toThrow(/E_SESSION/);
    const token = await signIn('sales');
    await expect(readEvents(first.address, token, { lastEventId: 'x' })).rejects.toThrow(/E_CURSOR/);
    await expect(readEvents(first.address, token, { topics: ["'; drop"] })).rejects.toThrow(/E_INPUT_INVALID/);
  });
});

describe('a reader who comes back', () => {
  it('hears what a transaction committed late that had begun before his last event', async () => {
    const stream = await open(await signIn('sales'), first);
    const held = gate();
    const published = gate();
    const late = inTransaction(world.connection.db, async (db) => {
      await publish({ topic: 'news', data: { n: 20 } }, db);
      published.open();
      await held.passed;
    });
    await published.passed;
    await tell(21);
    await untilNumber(stream, 21);
    const cursor = stream.lastEventId();
    stream.breakOff();
    held.open();
    await late;
    const again = await open(await signIn('sales'), second, { lastEventId: cursor });
    await untilNumber(again, 20);
    expect(numbers(again)).toEqual([20]);
    again.breakOff();
  });

  it('misses nothing and hears nothing twice, however often and wherever he reconnects', async () => {
    const token = await signIn('sales');
    const count = 300;
    const heard: unknown[] = [];
    let done = false;
    const before = await open(token, first);
    let cursor = before.lastEventId();
    before.breakOff();
    const writers = Promise.all(
      [0, 1, 2].map(async (lane) => {
        for (let n = lane; n < count; n += 3) {
          await inTransaction(world.connection.db, async (db) => {
            await publish({ topic: 'news', staffId: idOf('sales'), data: { n: 1000 + n } }, db);
            // Some commit later than others that began after them.
            if (n % 7 === 0) await new Promise((resolve) => setTimeout(resolve, 20));
          });
        }
      }),
    ).then(() => {
      done = true;
    });
    let turns = 0;
    while (heard.length < count && turns < 400) {
      const isLast = done;
      const stream = await open(token, turns % 2 === 0 ? first : second, { lastEventId: cursor });
      const isAllHeard = () => heard.length + numbers(stream).length >= count;
      if (isLast) await stream.until(isAllHeard).catch(() => undefined);
      else await new Promise((resolve) => setTimeout(resolve, Math.random() * 40));
      cursor = stream.lastEventId();
      heard.push(...numbers(stream));
      stream.breakOff();
      await stream.ended;
      turns += 1;
      if (isLast) break;
    }
    await writers;
    expect(turns).toBeGreaterThan(3);
    expect([...heard].sort()).toEqual(Array.from({ length: count }, (_, n) => 1000 + n).sort());
  });

  it('is told to read anew where the cursor is of another database or too old', async () => {
    const token = await signIn('sales');
    const stale = `${(Date.now() - 25 * 3_600_000).toString(36)}~1:1:`;
    const ahead = `${(Date.now() - 1000).toString(36)}~9000000000:9000000000:`;
    const broken = `${(Date.now() - 1000).toString(36)}~9:3:`;
    for (const lastEventId of [stale, ahead, broken]) {
      const stream = await readEvents(first.address, token, { lastEventId });
      await stream.until(({ event }) => event === 'reset');
      stream.breakOff();
    }
  });
});

it('goes on after its connection to the database was lost, with what was told in between', async () => {
  const stream = await open(await signIn('sales'), first);
  await world.database.rows(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'events' and datname = current_database()",
  );
  await tell(30);
  await untilNumber(stream, 30);
  expect(numbers(stream)).toEqual([30]);
  stream.breakOff();
});

it('lets a reader go who does not keep up, without holding the others', async () => {
  const token = await signIn('sales');
  const [session] = await world.database.rows('select id from login_session where token_hash = $1', [tokenHash(token)]);
  const reader = { staffId: idOf('sales'), topics: undefined, after: undefined };
  const slow = first.events.open({ ...reader, sessionId: String(session?.id) });
  const quick = await open(await signIn('sales2'), first);
  const closed = new Promise((resolve) => slow?.body.once('close', resolve));
  for (let n = 0; n < 8; n++)
    await publish({ topic: 'news', data: { n: 40 + n, text: 'x'.repeat(50_000) } }, world.connection.db);
  await closed;
  await untilNumber(quick, 47);
  expect(numbers(quick)).toEqual([40, 41, 42, 43, 44, 45, 46, 47]);
  quick.breakOff();
});

it('ends its streams when the node closes', async () => {
  const third = await startListeningNode(world.documents, world.database);
  const stream = await open(await signIn('sales'), third);
  await third.close();
  await stream.ended;
});
