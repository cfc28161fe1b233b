import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TcpProxy } from '../../faults/tcp-proxy.ts';
import type { Db } from '../../kernel/database/db.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { type Connection, connectDatabase, inTransaction } from './connect.ts';

let database: TestDatabase;
let owner: Connection;
let app: Connection;

beforeAll(async () => {
  database = await createTestDatabase({ empty: true });
  owner = connectDatabase({ url: database.migratorUrl });
  app = connectDatabase({ url: database.appUrl });
  await sql`create table account (id int primary key, balance bigint not null)`.execute(owner.db);
  await sql`grant select, insert, update, delete on account to ${sql.ref(new URL(database.appUrl).username)}`.execute(
    owner.db,
  );
});

afterAll(async () => {
  await app.close();
  await owner.close();
  await database.drop();
});

describe('connectDatabase', () => {
  it('answers moments, days, counts and decimals in their wire form', async () => {
    const { rows } = await sql`
      select timestamptz '2026-01-02 03:04:05.6+08' as moment, timestamptz '2026-01-02 03:04:05.123456+00' as exact,
             date '2026-02-28' as day, 9007199254740991::bigint as cents, 12.5000::numeric(12,4) as share,
             array[timestamptz '2026-01-02 00:00+00', null] as moments, array[1, 2]::bigint[] as counts, null::timestamptz as nothing`.execute(
      app.db,
    );
    expect(rows).toEqual([
      {
        moment: '2026-01-01T19:04:05.600Z',
        exact: '2026-01-02T03:04:05.123456Z',
        day: '2026-02-28',
        cents: 9007199254740991,
        share: 12.5,
        moments: ['2026-01-02T00:00:00.000Z', null],
        counts: [1, 2],
        nothing: null,
      },
    ]);
  });

  it('understands sessions in another zone', async () => {
    await app.db.connection().execute(async (session) => {
      await sql`set timezone = 'Asia/Shanghai'`.execute(session);
      const { rows } = await sql`select timestamptz '2026-01-02 03:04:05.6+08' as moment`.execute(session);
      await sql`reset timezone`.execute(session);
      expect(rows).toEqual([{ moment: '2026-01-01T19:04:05.600Z' }]);
    });
  });

  it('refuses whole numbers that JavaScript would round', async () => {
    await expect(sql`select 9007199254740993::bigint as n`.execute(app.db)).rejects.toThrow('9007199254740993');
  });
});

describe('inTransaction', () => {
  async function bothAccounts(): Promise<void> {
    await sql`delete from account`.execute(app.db);
    await sql`insert into account values (1, 0), (2, 0)`.execute(app.db);
  }

  /** Two sessions that lock two rows in opposite order: one of them is a deadlock's victim. */
  async function crossing(
    run: (work: Parameters<typeof inTransaction<void>>[1]) => Promise<void>,
  ): Promise<readonly PromiseSettledResult<void>[]> {
    await bothAccounts();
    let open: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    let waiting = 0;
    const meet = () => {
      waiting += 1;
      if (waiting === 2) open();
      return gate;
    };
    const order = (first: number, second: number) =>
      run(async (transaction) => {
        await sql`update account set balance = balance + 1 where id = ${first}`.execute(transaction);
        await meet();
        await sql`update account set balance = balance + 1 where id = ${second}`.execute(transaction);
      });
    return Promise.allSettled([order(1, 2), order(2, 1)]);
  }

  const balances = async () =>
    (await sql<{ balance: number }>`select balance from account order by id`.execute(app.db)).rows.map(
      (row) => row.balance,
    );

  it('runs the victim of a deadlock again, so that both succeed', async () => {
    const outcomes = await crossing((work) => inTransaction(app.db, work));
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['fulfilled', 'fulfilled']);
    expect(await balances()).toEqual([2, 2]);
  });

  it('has a control: without it one of the two fails', async () => {
    const outcomes = await crossing((work) =>
      app.db.transaction().execute((transaction) => work(transaction, () => undefined)),
    );
    expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await balances()).toEqual([1, 1]);
  });

  it('gives up after five tries, and at once for any other error', async () => {
    let tries = 0;
    const failing = (code: string) =>
      inTransaction(app.db, async (transaction) => {
        tries += 1;
        await sql`do ${sql.lit(`begin raise exception 'no' using errcode = '${code}'; end`)}`.execute(transaction);
      });
    await expect(failing('40001')).rejects.toMatchObject({ code: '40001' });
    expect(tries).toBe(5);
    tries = 0;
    await expect(failing('23505')).rejects.toMatchObject({ code: '23505' });
    expect(tries).toBe(1);
  });

  it('sends what is asked together in one packet, with its beginning', async () => {
    await bothAccounts();
    const proxy = await TcpProxy.start(Number(new URL(database.appUrl).port));
    const url = new URL(database.appUrl);
    url.port = String(proxy.port);
    url.hostname = '127.0.0.1';
    const node = connectDatabase({ url: url.href, max: 1 });
    try {
      await node.warm();
      const before = proxy.turns;
      const read = (transaction: Db, id: number) =>
        sql<{ balance: number }>`select balance from account where id = ${id}`.execute(transaction);
      const found = await inTransaction(node.db, (inside) => Promise.all([read(inside, 1), read(inside, 2)]));
      expect(found.map(({ rows }) => rows.length)).toEqual([1, 1]);
      expect(proxy.turns - before).toBe(2);
      const broken = inTransaction(node.db, (inside) =>
        Promise.all([sql`select 1 / (balance - balance) from account`.execute(inside), read(inside, 2)]),
      );
      await expect(broken).rejects.toMatchObject({ code: '22012' });
    } finally {
      await node.close();
      await proxy.close();
    }
  });

  it('leaves nothing behind when the work fails, and joins a transaction that is open', async () => {
    await bothAccounts();
    const failure = inTransaction(app.db, async (transaction) => {
      await inTransaction(transaction, (inner) => sql`update account set balance = 9`.execute(inner));
      throw new RangeError('after all');
    });
    await expect(failure).rejects.toThrow('after all');
    expect(await balances()).toEqual([0, 0]);
  });
});
