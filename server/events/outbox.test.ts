import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../db/connection/connect.ts';
import type { RuleContext } from '../kernel/operation/domain-rules.ts';
import { seedContext } from '../seed/seed-context.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { filePort } from './file-port.ts';
import { enqueue, type OutboxPort, Undeliverable } from './outbox.ts';
import { type CarrierOptions, OutboxCarrier } from './outbox-carrier.ts';

let world: TestApp;
const folder = mkdtempSync(path.join(tmpdir(), 'outbox-'));
const carriers: OutboxCarrier[] = [];

beforeAll(async () => {
  world = await startTestApp();
});

afterEach(async () => {
  for (const carrier of carriers.splice(0)) await carrier.stop();
});

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await world.close();
});

function carry(ports: readonly OutboxPort[], over: Partial<CarrierOptions> = {}): OutboxCarrier {
  const carrier = new OutboxCarrier({ db: world.connection.db, ports, lookEvery: 30, firstRetry: 30, ...over });
  carriers.push(carrier);
  return carrier;
}

const inside = <T>(work: (context: RuleContext) => Promise<T>) =>
  inTransaction(world.connection.db, (db) =>
    work(
      seedContext({
        db,
        documents: world.documents,
        protection: world.records.platform.protection,
        now: new Date().toISOString(),
      }),
    ),
  );
const leave = (port: string, payload: unknown) => inside((context) => enqueue(port, payload, context));

async function until(port: string, status: string, count: number): Promise<readonly Record<string, unknown>[]> {
  for (let tries = 0; tries < 1000; tries++) {
    const rows = await world.database.rows(
      'select id, attempts, last_error from outbox_message where port = $1 and status = $2',
      [port, status],
    );
    if (rows.length === count) return rows;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`${port}: never ${count} ${status}`);
}

it('carries out what was committed, and nothing of what was rolled back', async () => {
  const place = path.join(folder, 'files');
  carry([filePort('files', place)]);
  const id = await leave('files', { text: '您好' });
  await expect(
    inside(async (context) => {
      await enqueue('files', { text: 'never' }, context);
      throw new Error('given up');
    }),
  ).rejects.toThrow('given up');
  await until('files', 'delivered', 1);
  expect(readdirSync(place)).toEqual([`${id}.json`]);
  expect(JSON.parse(readFileSync(path.join(place, `${id}.json`), 'utf8'))).toEqual({ text: '您好' });
});

it('never carries a message on two nodes at a time, and each one once where all goes well', async () => {
  const under = new Set<string>();
  const seen: string[] = [];
  const overlaps: string[] = [];
  const port: OutboxPort = {
    key: 'pair',
    async deliver({ idempotencyKey }) {
      if (under.has(idempotencyKey)) overlaps.push(idempotencyKey);
      under.add(idempotencyKey);
      await new Promise((resolve) => setTimeout(resolve, 5));
      under.delete(idempotencyKey);
      seen.push(idempotencyKey);
    },
  };
  const ids = await Promise.all(Array.from({ length: 40 }, (_, n) => leave('pair', { n })));
  carry([port]);
  carry([port]);
  await until('pair', 'delivered', 40);
  expect(overlaps).toEqual([]);
  expect([...seen].sort()).toEqual([...ids].sort());
});

it('tries again with the same key, later and later, and gives up in the end', async () => {
  const keys: string[] = [];
  carry(
    [
      {
        key: 'deaf',
        deliver: async ({ idempotencyKey }) => {
          keys.push(idempotencyKey);
          throw new Error('no answer');
        },
      },
    ],
    { maxAttempts: 3 },
  );
  const id = await leave('deaf', {});
  const [row] = await until('deaf', 'dead', 1);
  expect(row).toMatchObject({ id, attempts: 3, last_error: 'no answer' });
  expect(keys).toEqual([id, id, id]);
});

it('gives up at once what the other side will never take, and holds nothing else up', async () => {
  carry([
    {
      key: 'strict',
      deliver: async ({ payload }) => {
        if (JSON.stringify(payload).includes('bad')) throw new Undeliverable('no such number');
      },
    },
  ]);
  await leave('strict', 'bad');
  await leave('strict', 'good');
  expect(await until('strict', 'dead', 1)).toMatchObject([{ attempts: 1, last_error: 'no such number' }]);
  await until('strict', 'delivered', 1);
});

it('does not wait for a port for ever', async () => {
  carry([{ key: 'mute', deliver: () => new Promise(() => undefined) }], { patience: 30, maxAttempts: 1 });
  await leave('mute', {});
  expect(await until('mute', 'dead', 1)).toMatchObject([{ last_error: 'the port did not answer in time' }]);
});

it('delivers again where the node died before it could note it: same key, so the other side does it once', async () => {
  const keys: string[] = [];
  const port: OutboxPort = {
    key: 'torn',
    async deliver({ idempotencyKey }) {
      keys.push(idempotencyKey);
      if (keys.length > 1) return;
      // The session with the held message ends, as when its node is killed.
      await world.database.rows(
        "select pg_terminate_backend(pid) from pg_stat_activity where state = 'idle in transaction' and datname = current_database() and query like '%outbox_message%'",
      );
    },
  };
  const id = await leave('torn', {});
  const errors: unknown[] = [];
  carry([port], { onError: (error) => errors.push(error) });
  await until('torn', 'delivered', 1);
  expect(keys).toEqual([id, id]);
  expect(errors).toHaveLength(1);
});

it('lets an administrator send again what was given up', async () => {
  const [dead] = await until('deaf', 'dead', 1);
  const calm: string[] = [];
  carry([{ key: 'deaf', deliver: async ({ idempotencyKey }) => void calm.push(idempotencyKey) }]);
  expect(await world.call('sales', '/v1/outbox/message/retry', { id: dead?.id })).toMatchObject({ code: '1001' });
  const seen = await world.call('admin', '/v1/outbox/message/view', { id: dead?.id });
  expect(seen).toMatchObject({ code: '0', data: { status: 'dead' } });
  expect(JSON.stringify(seen)).not.toContain('payload');
  expect(await world.call('admin', '/v1/outbox/message/retry', { id: dead?.id })).toMatchObject({ code: '0' });
  await until('deaf', 'delivered', 1);
  expect(calm).toEqual([dead?.id]);
});
